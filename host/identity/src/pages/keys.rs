//! The page on which an admin manages API keys.

use askama::Template;
use plumbline_tenancy::Environment;

use crate::pages::{Frame, words};
use crate::{ApiKey, Role, Scopes};

/// `GET /account/keys`, and the response to its forms. Posts `name`, `environment` and `scope` (once for each) to the same
/// path, and `id` to `/account/keys/revoke`.
#[derive(Debug, Clone, Template)]
#[template(path = "keys.html")]
pub struct Keys<'a> {
    /// Frame of the page.
    pub frame: Frame<'a>,
    /// Scopes of the organization.
    pub scopes: &'a Scopes,
    /// Keys of the organization, including revoked ones.
    pub keys: Vec<KeyEntry<'a>>,
    /// Values of the form: initially [`KeyForm::default`], after an error the submitted values.
    pub form: KeyForm<'a>,
    /// Key that was just created.
    pub new_secret: Option<NewSecret<'a>>,
}

/// A key in the list.
#[derive(Debug, Clone)]
pub struct KeyEntry<'a> {
    /// The key.
    pub key: &'a ApiKey,
    /// Name of the user who created the key, or `None` for an operator.
    pub created_by: Option<&'a str>,
}

/// The values of the form for a new key.
#[derive(Debug, Clone)]
pub struct KeyForm<'a> {
    /// Name of the key.
    pub name: &'a str,
    /// Selected environment.
    pub environment: Environment,
    /// Names of the checked scopes.
    pub scopes: Vec<&'a str>,
}

impl Default for KeyForm<'_> {
    fn default() -> Self {
        Self { name: "", environment: Environment::Production, scopes: Vec::new() }
    }
}

/// The secret of a new key, shown once.
#[derive(Debug, Clone, Copy)]
pub struct NewSecret<'a> {
    /// Id of the key.
    pub id: &'a str,
    /// Name of the key.
    pub name: &'a str,
    /// The secret itself.
    pub secret: &'a str,
}

impl KeyForm<'_> {
    /// Returns whether a scope is checked.
    fn has(&self, scope: &str) -> bool {
        self.scopes.contains(&scope)
    }
}
