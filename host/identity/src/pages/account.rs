//! The page of the user's own account, and the frame of a signed-in user's pages.

use askama::Template;
use plumbline_tenancy::Environment;

use crate::pages::words;
use crate::{Role, Scopes, User};

/// The frame of the pages of a signed-in user. Admins also see links to API keys and people.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    /// The signed-in user.
    pub user: &'a User,
    /// Name of the user's organization.
    pub organization: &'a str,
    /// CSRF token of every form on the page.
    pub csrf: &'a str,
    /// Message about a completed action.
    pub message: Option<&'a str>,
    /// Message about a failed action.
    pub error: Option<&'a str>,
}

impl Frame<'_> {
    /// Returns whether the user may see the credits. A role that may grant an app access to them may also read them.
    pub(crate) fn shows_credits(&self) -> bool {
        Scopes::built_in().may_grant(self.user.role, "billing:read")
    }
}

/// `GET /account`. Posts `current_password` and `new_password` to `/account/password`, and `client_id` and `environment` to
/// `/account/apps/revoke`.
#[derive(Debug, Clone, Template)]
#[template(path = "account.html")]
pub struct Account<'a> {
    /// Frame of the page.
    pub frame: Frame<'a>,
    /// Scopes of the organization.
    pub scopes: &'a Scopes,
    /// Whether the user has a password to change. Otherwise the user signs in with an upstream provider only.
    pub has_password: bool,
    /// Minimum length of a password in characters.
    pub password_min: usize,
    /// Apps that the user connected.
    pub apps: Vec<App<'a>>,
}

/// An app that a user connected.
#[derive(Debug, Clone)]
pub struct App<'a> {
    /// Id of the app.
    pub client_id: &'a str,
    /// Name that the app gives itself.
    pub client_name: &'a str,
    /// Environment that the app may access.
    pub environment: Environment,
    /// Names of the granted scopes.
    pub scopes: Vec<&'a str>,
    /// Time of the connection, ISO 8601.
    pub since: &'a str,
    /// Time at which the app last used its access, ISO 8601.
    pub last_used_at: Option<&'a str>,
}
