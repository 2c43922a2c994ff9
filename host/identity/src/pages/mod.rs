//! The pages that people see: one struct for each, rendered on the server. All of them work without a script.
//!
//! A page holds what it shows and decides nothing; [`html`] renders it. Text is escaped wherever it comes from. Every form
//! posts and carries the hidden field `csrf`; pages link only to [`STYLE`], at `/assets/identity.css`, and, where a
//! secret or a link is shown to be copied, to [`COPY_SCRIPT`], at `/assets/copy.js`.
//!
//! - `entry`: sign-in, invitations, and short messages.
//! - `consent`: allowing an app to access an organization.
//! - `account`: the user's own account, and the frame of a signed-in user's pages. `credits`: balance and prices. `keys`, `team`:
//!   what admins manage.
//! - `words`: times, numbers, roles, environments, scopes and ledger entries as people read them.

mod account;
mod consent;
mod credits;
mod entry;
mod keys;
mod team;
#[cfg(test)]
mod tests;
mod words;

use askama::Template;

pub use account::{Account, App, Frame};
pub use consent::{Consent, Origin};
pub use credits::{Credits, EnvironmentCredits};
pub use entry::{Invitation, InvitationGone, Message, SignIn};
pub use keys::{KeyEntry, KeyForm, Keys, NewSecret};
pub use team::{Invite, InviteForm, NewLink, People};

/// The pages' stylesheet; they link to it at `/assets/identity.css`.
pub const STYLE: &str = include_str!("../../templates/identity.css");

/// The script that copies a secret or a link; pages that show one load it from `/assets/copy.js`.
pub const COPY_SCRIPT: &str = include_str!("../../templates/copy.js");

/// What stands in for a page that could not be rendered.
const BROKEN: &str = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Plumbline</title></head>\
    <body><h1>This page could not be displayed</h1><p>Go back and try again.</p></body></html>";

/// A page as HTML. Rendering fails only if a value cannot be written as text; then the reader is told to try again.
pub fn html(page: &impl Template) -> String {
    page.render().unwrap_or_else(|error| {
        tracing::error!(%error, "a page could not be rendered");
        BROKEN.to_owned()
    })
}
