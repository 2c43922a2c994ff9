//! The page on which a user allows an app to access the organization.

use askama::Template;
use plumbline_tenancy::Environment;

use crate::{Nature, ScopeEntry};

/// How an app is identified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The id is an https URL at which the app describes itself. Its document was fetched from there.
    Document,
    /// The app registered itself. Its developer was not verified.
    Registered,
}

/// `GET /oauth/authorize`. Posts the request's own parameters, `environment` (`production` or `sandbox`) and `decision`
/// (`allow` or `deny`).
#[derive(Debug, Clone, Template)]
#[template(path = "consent.html")]
pub struct Consent<'a> {
    /// CSRF token of the form.
    pub csrf: &'a str,
    /// Name that the app gives itself.
    pub client_name: &'a str,
    /// Id of the app.
    pub client_id: &'a str,
    /// Target of the redirect: a host, or "an app on this computer".
    pub client_host: &'a str,
    /// How the app is identified.
    pub origin: Origin,
    /// Organization whose data the app would access.
    pub organization: &'a str,
    /// Email address of the signed-in user.
    pub user_email: &'a str,
    /// Requested scopes that the user can grant.
    pub scopes: Vec<&'a ScopeEntry>,
    /// Requested scopes that the user's role cannot grant.
    pub withheld: Vec<&'a ScopeEntry>,
    /// Environment that is selected initially.
    pub environment: Environment,
    /// Parameters of the request, posted again. Those with names of the form's own fields are left out.
    pub request: Vec<(String, String)>,
}

impl Consent<'_> {
    /// Names of the form's own fields. A request must not smuggle in a second value for them.
    pub(crate) const OWN_FIELDS: [&'static str; 3] = ["csrf", "decision", "environment"];

    /// Returns the scopes for actions that can be undone and cost nothing.
    fn plain(&self) -> Vec<&ScopeEntry> {
        self.scopes.iter().filter(|entry| entry.nature == Nature::Plain).copied().collect()
    }

    /// Returns the marked scopes: those that cost credits or delete permanently.
    fn marked(&self) -> Vec<&ScopeEntry> {
        self.scopes.iter().filter(|entry| entry.nature != Nature::Plain).copied().collect()
    }

    fn repeated(&self) -> impl Iterator<Item = &(String, String)> {
        self.request.iter().filter(|(name, _)| !Self::OWN_FIELDS.contains(&name.as_str()))
    }
}
