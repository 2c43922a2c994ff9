//! Pages for users who are not signed in: sign-in, invitations, and short messages.

use askama::Template;

use crate::Role;

/// `GET /sign-in`, and the response to a failed sign-in. Posts `email`, `password` and `next`.
#[derive(Debug, Clone, Template)]
#[template(path = "sign_in.html")]
pub struct SignIn<'a> {
    /// CSRF token of the form.
    pub csrf: &'a str,
    /// Path and query to continue to after sign-in.
    pub next: &'a str,
    /// Email address typed before, initially empty.
    pub email: &'a str,
    /// Error of the last attempt.
    pub error: Option<&'a str>,
    /// Name of the provider that users can sign in with instead: "Sign in with …".
    pub upstream: Option<&'a str>,
    /// Name of the app that asks for access: "to continue to …".
    pub client_name: Option<&'a str>,
}

/// `GET /invitations/{secret}`. Posts `name` and `password` to the same path.
#[derive(Debug, Clone, Template)]
#[template(path = "invitation.html")]
pub struct Invitation<'a> {
    /// CSRF token of the form.
    pub csrf: &'a str,
    /// Last part of the path.
    pub secret: &'a str,
    /// Name of the organization to join.
    pub organization: &'a str,
    /// Email address of the invited user, which becomes that of the account.
    pub email: &'a str,
    /// Role that the user will have.
    pub role: Role,
    /// Name of the inviting user, or `None` for an operator.
    pub inviter: Option<&'a str>,
    /// Name typed before, initially empty.
    pub name: &'a str,
    /// Minimum length of a password in characters.
    pub password_min: usize,
    /// Error of the last attempt.
    pub error: Option<&'a str>,
    /// Name of the provider that the user can sign in with instead. Its link returns to this invitation.
    pub upstream: Option<&'a str>,
}

/// An invitation that was used, has expired or never existed. The page is the same for all three.
#[derive(Debug, Clone, Copy, Template)]
#[template(path = "invitation_gone.html")]
pub struct InvitationGone;

/// A short text with an optional link: refusals, errors and confirmations.
#[derive(Debug, Clone, Template)]
#[template(path = "message.html")]
pub struct Message<'a> {
    /// Heading.
    pub title: &'a str,
    /// Explanation and what to do next.
    pub text: &'a str,
    /// Target and text of the link. The target must be a path of this site.
    pub link: Option<(&'a str, &'a str)>,
}
