//! API keys, as an admin manages them.

use askama::Template;
use plumbline_tenancy::Environment;

use crate::pages::{Frame, words};
use crate::{ApiKey, Role, ScopeEntry, scopes};

/// `GET /account/keys`, and the answer to its forms. Posts `name`, `environment` and `scope` (once for each) to the same
/// address, `id` to `/account/keys/revoke`.
#[derive(Debug, Clone, Template)]
#[template(path = "keys.html")]
pub struct Keys<'a> {
    /// What surrounds it.
    pub frame: Frame<'a>,
    /// The organization's keys, revoked ones too.
    pub keys: Vec<KeyEntry<'a>>,
    /// What the form shows: at first [`KeyForm::default`], after an error what was typed.
    pub form: KeyForm<'a>,
    /// The key that was just created.
    pub new_secret: Option<NewSecret<'a>>,
}

/// A key in the list.
#[derive(Debug, Clone)]
pub struct KeyEntry<'a> {
    /// The key.
    pub key: &'a ApiKey,
    /// Who created it: a user's name, or `None` for an operator.
    pub created_by: Option<&'a str>,
}

/// What the form for a new key shows.
#[derive(Debug, Clone)]
pub struct KeyForm<'a> {
    /// Its name.
    pub name: &'a str,
    /// The chosen environment.
    pub environment: Environment,
    /// The checked scopes, by name.
    pub scopes: Vec<&'a str>,
}

impl Default for KeyForm<'_> {
    fn default() -> Self {
        Self { name: "", environment: Environment::Production, scopes: Vec::new() }
    }
}

/// A new key's secret, shown once.
#[derive(Debug, Clone, Copy)]
pub struct NewSecret<'a> {
    /// The key's id.
    pub id: &'a str,
    /// The key's name.
    pub name: &'a str,
    /// The secret itself.
    pub secret: &'a str,
}

impl Keys<'_> {
    /// The scopes that a new key may have.
    fn choices(&self) -> impl Iterator<Item = &'static ScopeEntry> {
        scopes::offered_to_keys()
    }
}
