//! The people of an organization, as an admin manages them.

use askama::Template;

use crate::pages::{Frame, words};
use crate::{Role, User};

/// `GET /account/people`, and the answer to its forms. Posts `email` and `role` to the same address, `id` and `role` to
/// `/account/people/role`, `id` and `disabled` (`yes`, or `no` to enable the user again) to `/account/people/disable`.
#[derive(Debug, Clone, Template)]
#[template(path = "people.html")]
pub struct People<'a> {
    /// What surrounds it; its user is marked in the list and cannot change or disable themselves.
    pub frame: Frame<'a>,
    /// All users of the organization, disabled ones too.
    pub people: &'a [User],
    /// Invitations that are not accepted yet.
    pub pending: Vec<Invite<'a>>,
    /// What the form shows: at first [`InviteForm::default`], after an error what was typed.
    pub form: InviteForm<'a>,
    /// The invitation that was just created.
    pub new_link: Option<NewLink<'a>>,
}

/// An invitation that is not accepted yet.
#[derive(Debug, Clone, Copy)]
pub struct Invite<'a> {
    /// Who is invited.
    pub email: &'a str,
    /// What the person will be.
    pub role: Role,
    /// When it runs out, ISO 8601.
    pub expires_at: &'a str,
}

/// What the form for an invitation shows.
#[derive(Debug, Clone, Copy)]
pub struct InviteForm<'a> {
    /// Who is to be invited.
    pub email: &'a str,
    /// The chosen role.
    pub role: Role,
}

impl Default for InviteForm<'_> {
    fn default() -> Self {
        Self { email: "", role: Role::Estimator }
    }
}

/// A new invitation's link, shown once.
#[derive(Debug, Clone, Copy)]
pub struct NewLink<'a> {
    /// Who is invited.
    pub email: &'a str,
    /// The address to send them.
    pub link: &'a str,
}
