//! The pages that users see: one struct for each, rendered on the server. All of them work without scripts.
//!
//! A page holds the values it shows and makes no decisions. [`html`] renders it. All text is escaped. Every form posts and
//! includes the hidden field `csrf`. Pages link only to [`STYLE`], at `/assets/identity.css`, and, if they show a secret or a
//! link to copy, to [`COPY_SCRIPT`], at `/assets/copy.js`.
//!
//! - `entry`: sign-in, invitations, and short messages.
//! - `consent`: allowing an app to access an organization.
//! - `account`: the user's own account, and the frame of a signed-in user's pages. `credits`: balance and prices. `keys`, `team`:
//!   the pages for admins.
//! - `words`: times, numbers, roles, environments, scopes and ledger entries as text for users.

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

/// The stylesheet of the pages, which link to it at `/assets/identity.css`.
pub const STYLE: &str = include_str!("../../templates/identity.css");

/// The script that copies a secret or a link. Pages that show one load it from `/assets/copy.js`.
pub const COPY_SCRIPT: &str = include_str!("../../templates/copy.js");

/// The page shown instead of one that could not be rendered.
const BROKEN: &str = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Plumbline</title></head>\
    <body><h1>This page could not be displayed</h1><p>Go back and try again.</p></body></html>";

/// Renders a page as HTML. If a value cannot be formatted, returns a page that asks the user to try again.
pub fn html(page: &impl Template) -> String {
    page.render().unwrap_or_else(|error| {
        tracing::error!(%error, "a page could not be rendered");
        BROKEN.to_owned()
    })
}
