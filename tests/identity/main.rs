//! Identity: API keys, delegated and service tokens, and the pages behind them.
//!
//! - `support`: an organization with people, and a browser without scripts.
//! - `client`: an OAuth client.
//! - `metadata`, `registration`, `documents`: the server's metadata, and how it learns of clients.
//! - `redirects`, `codes`, `tokens`: the delegated flow and attacks on it.
//! - `forged`: forged tokens.
//! - `pages`, `sign_in`, `people`: forms, cookies, headers; password guessing; roles.
//! - `credits`: the credits page.
//! - `keys`, `service`, `issuer`: the two other credentials.
//! - `browser`: all of it in a real browser.
//! - `agents`: MCP clients that others wrote, in a real browser too.
#![allow(clippy::unwrap_used, reason = "in helpers of tests: what is missing in an answer fails the test")]

mod agents;
mod browser;
mod client;
mod codes;
mod credits;
mod documents;
mod forged;
mod issuer;
mod keys;
mod metadata;
mod pages;
mod people;
mod redirects;
mod registration;
mod service;
mod sign_in;
mod support;
mod tokens;
