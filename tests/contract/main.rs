//! What the REST contract says, one file a group of endpoints.

mod documents;
mod exports;
mod http;
mod idempotency;
mod lists;
mod projects;
mod takeoffs;
