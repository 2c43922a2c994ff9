//! How one proves who one is: API keys, delegated and service tokens, and the pages behind them.
//!
//! - `support`: an organization with people, and a browser without scripts; `client`: an OAuth client.
//! - `metadata`, `registration`, `documents`: what is said of the server, and how it comes to know a client.
//! - `redirects`, `codes`, `tokens`: the delegated flow and the tricks against it; `forged`: tokens nobody issued.
//! - `pages`, `sign_in`, `people`: forms, cookies, headers; guessing passwords; roles.
//! - `credits`: the page of credits.
//! - `keys`, `service`, `issuer`: the two other credentials; `browser`: everything in a real browser.
#![allow(clippy::unwrap_used, reason = "in helpers of tests: what is missing in an answer fails the test")]

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
