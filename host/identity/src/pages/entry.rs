//! Pages for those who are not signed in: sign-in, invitations, and short messages.

use askama::Template;

use crate::Role;
use crate::pages::words;

/// `GET /sign-in`, and the answer to a sign-in that failed. Posts `email`, `password` and `next`.
#[derive(Debug, Clone, Template)]
#[template(path = "sign_in.html")]
pub struct SignIn<'a> {
    /// The form's token.
    pub csrf: &'a str,
    /// Path and query to go on to.
    pub next: &'a str,
    /// What was typed before; empty at first.
    pub email: &'a str,
    /// Why the last try failed.
    pub error: Option<&'a str>,
    /// The name of the provider at which people may sign in instead: "Sign in with …".
    pub upstream: Option<&'a str>,
    /// The app that asks for access: "to continue to …".
    pub client_name: Option<&'a str>,
}

/// `GET /invitations/{secret}`. Posts `name` and `password` to the same address.
#[derive(Debug, Clone, Template)]
#[template(path = "invitation.html")]
pub struct Invitation<'a> {
    /// The form's token.
    pub csrf: &'a str,
    /// The last part of the address.
    pub secret: &'a str,
    /// Which organization one is to join.
    pub organization: &'a str,
    /// Who is invited; this will be the account's address.
    pub email: &'a str,
    /// What the person will be.
    pub role: Role,
    /// Who invites; none for an operator.
    pub inviter: Option<&'a str>,
    /// What was typed before; empty at first.
    pub name: &'a str,
    /// The least number of characters of a password.
    pub password_min: usize,
    /// Why the last try failed.
    pub error: Option<&'a str>,
    /// The name of the provider at which one may sign in instead; its link goes on to this invitation's address.
    pub upstream: Option<&'a str>,
}

/// An invitation that was used, ran out, or never was: one answer for all three.
#[derive(Debug, Clone, Copy, Template)]
#[template(path = "invitation_gone.html")]
pub struct InvitationGone;

/// A few words and perhaps a link: refusals, errors, and what is done.
#[derive(Debug, Clone, Template)]
#[template(path = "message.html")]
pub struct Message<'a> {
    /// The heading.
    pub title: &'a str,
    /// What is so, and the way out.
    pub text: &'a str,
    /// Where to go from here, and the words for it. It must be an address of ours.
    pub link: Option<(&'a str, &'a str)>,
}
