//! The REST contract, one file per group of endpoints.
#![allow(clippy::unwrap_used, reason = "in helpers of tests: what is missing in an answer fails the test")]

mod account;
mod clients;
mod collection;
mod documents;
mod exports;
mod http;
mod idempotency;
mod limits;
mod lists;
mod pictures;
mod problems;
mod projects;
mod reviews;
mod takeoffs;
mod versions;
