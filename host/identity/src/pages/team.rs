//! The page on which an admin manages the people of an organization.

use askama::Template;

use crate::pages::Frame;
use crate::{Role, User};

/// `GET /account/people`, and the response to its forms. Posts `email` and `role` to the same path, `id` and `role` to
/// `/account/people/role`, and `id` and `disabled` (`yes`, or `no` to enable the user again) to `/account/people/disable`.
#[derive(Debug, Clone, Template)]
#[template(path = "people.html")]
pub struct People<'a> {
    /// Frame of the page. Its user is marked in the list and cannot change or disable themselves.
    pub frame: Frame<'a>,
    /// All users of the organization, including disabled ones.
    pub people: &'a [User],
    /// Pending invitations.
    pub pending: Vec<Invite<'a>>,
    /// Values of the form: initially [`InviteForm::default`], after an error the submitted values.
    pub form: InviteForm<'a>,
    /// Link of the invitation that was just created.
    pub new_link: Option<NewLink<'a>>,
}

/// A pending invitation.
#[derive(Debug, Clone, Copy)]
pub struct Invite<'a> {
    /// Email address of the invited user.
    pub email: &'a str,
    /// Role that the user will have.
    pub role: Role,
    /// Time of expiry, ISO 8601.
    pub expires_at: &'a str,
}

/// The values of the form for an invitation.
#[derive(Debug, Clone, Copy)]
pub struct InviteForm<'a> {
    /// Email address of the user to invite.
    pub email: &'a str,
    /// Selected role.
    pub role: Role,
}

impl Default for InviteForm<'_> {
    fn default() -> Self {
        Self { email: "", role: Role::SUGGESTED }
    }
}

/// The link of a new invitation, shown once.
#[derive(Debug, Clone, Copy)]
pub struct NewLink<'a> {
    /// Email address of the invited user.
    pub email: &'a str,
    /// URL to send to the invited user.
    pub link: &'a str,
}
