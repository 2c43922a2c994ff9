//! The authorization server: OAuth 2.1 with public clients, PKCE and rotating refresh tokens.
//!
//! The library `oauth-as` implements the protocol. This module contains the parts that it leaves to its host.
//!
//! - `server`: the configured library; `state`: what is cached of it; `store`: its records, in the database.
//! - `clients`, `registration`: clients; `authorize`: the request and the user's decision; `token`: tokens and revocation.
//! - `apps`: the apps a user connected; `metadata`: the discovery documents; `response`, `form`: JSON and forms in the
//!   formats of OAuth.

pub(crate) mod apps;
pub(crate) mod authorize;
mod clients;
pub(crate) mod form;
pub(crate) mod metadata;
mod registration;
pub(crate) mod response;
mod server;
mod state;
mod store;
#[cfg(test)]
mod store_tests;
pub(crate) mod token;

pub(crate) use state::State;
