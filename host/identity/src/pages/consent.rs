//! The page on which a user allows an app to access the organization.

use askama::Template;
use plumbline_tenancy::Environment;

use crate::{Nature, ScopeEntry};

/// How we know an app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Its id is an https address at which it says who it is; we looked there.
    Document,
    /// It registered by itself; nobody checked who made it.
    Registered,
}

/// `GET /oauth/authorize`. Posts the request's own parameters, `environment` (`production` or `sandbox`) and `decision`
/// (`allow` or `deny`).
#[derive(Debug, Clone, Template)]
#[template(path = "consent.html")]
pub struct Consent<'a> {
    /// The form's token.
    pub csrf: &'a str,
    /// What the app calls itself.
    pub client_name: &'a str,
    /// Its id.
    pub client_id: &'a str,
    /// Where the browser is sent back: a host, or "an app on this computer".
    pub client_host: &'a str,
    /// How we know it.
    pub origin: Origin,
    /// Whose data it would see.
    pub organization: &'a str,
    /// Who is signed in.
    pub user_email: &'a str,
    /// What is asked for and can be given.
    pub scopes: Vec<&'a ScopeEntry>,
    /// What is asked for and the user's role cannot give.
    pub withheld: Vec<&'a ScopeEntry>,
    /// The environment that is chosen at first.
    pub environment: Environment,
    /// The parameters of the request, posted again. Those with names of the form's own are left out.
    pub request: Vec<(String, String)>,
}

impl Consent<'_> {
    /// Names that the form itself gives. A request may not smuggle in a second value for them.
    pub(crate) const OWN_FIELDS: [&'static str; 3] = ["csrf", "decision", "environment"];

    /// What can be undone and costs nothing.
    fn plain(&self) -> Vec<&ScopeEntry> {
        self.scopes.iter().filter(|entry| entry.nature == Nature::Plain).copied().collect()
    }

    /// What is marked: it costs credits or deletes for good.
    fn marked(&self) -> Vec<&ScopeEntry> {
        self.scopes.iter().filter(|entry| entry.nature != Nature::Plain).copied().collect()
    }

    fn repeated(&self) -> impl Iterator<Item = &(String, String)> {
        self.request.iter().filter(|(name, _)| !Self::OWN_FIELDS.contains(&name.as_str()))
    }
}
