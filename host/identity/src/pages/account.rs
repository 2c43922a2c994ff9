//! The user's own account, and the frame of a signed-in user's pages.

use askama::Template;
use plumbline_tenancy::Environment;

use crate::pages::words;
use crate::{Role, User, scopes};

/// The frame of the pages of a signed-in user. Admins also see the way to API keys and people.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    /// Who is signed in.
    pub user: &'a User,
    /// The name of the user's organization.
    pub organization: &'a str,
    /// The token of every form on the page.
    pub csrf: &'a str,
    /// What was just done.
    pub message: Option<&'a str>,
    /// Why it was not done.
    pub error: Option<&'a str>,
}

impl Frame<'_> {
    /// Returns whether the user may see the credits. A role that may let an app read them may read them itself.
    pub(crate) fn shows_credits(&self) -> bool {
        scopes::may_grant(self.user.role, "billing:read")
    }
}

/// `GET /account`. Posts `current_password` and `new_password` to `/account/password`, `client_id` and `environment` to
/// `/account/apps/revoke`.
#[derive(Debug, Clone, Template)]
#[template(path = "account.html")]
pub struct Account<'a> {
    /// What surrounds it.
    pub frame: Frame<'a>,
    /// Whether there is a password to change; otherwise one signs in upstream only.
    pub has_password: bool,
    /// The least number of characters of a password.
    pub password_min: usize,
    /// The apps that the user connected.
    pub apps: Vec<App<'a>>,
}

/// An app that a user connected.
#[derive(Debug, Clone)]
pub struct App<'a> {
    /// Its id.
    pub client_id: &'a str,
    /// What it calls itself.
    pub client_name: &'a str,
    /// Where it may work.
    pub environment: Environment,
    /// What it may do, by name.
    pub scopes: Vec<&'a str>,
    /// When it was connected, ISO 8601.
    pub since: &'a str,
    /// When it last used that, ISO 8601.
    pub last_used_at: Option<&'a str>,
}
