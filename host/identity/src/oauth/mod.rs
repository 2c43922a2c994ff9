//! The authorization server: OAuth 2.1 with public clients, PKCE and rotating refresh tokens.
//!
//! The protocol is the library's (`oauth-as`); what it leaves to its host is here.
//!
//! - `server`: the library put together; `store`: what it keeps, in the database.
//! - `clients`, `registration`: who asks; `authorize`: the request and the person's answer; `token`: tokens and revocation.
//! - `apps`: what a person let in; `metadata`: what clients discover; `answer`, `form`: JSON and
//!   forms as OAuth has them.

pub(crate) mod answer;
pub(crate) mod apps;
pub(crate) mod authorize;
mod clients;
pub(crate) mod form;
pub(crate) mod metadata;
mod registration;
mod server;
mod store;
#[cfg(test)]
mod store_tests;
pub(crate) mod token;

pub(crate) use server::State;
