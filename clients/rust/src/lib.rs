#![doc = include_str!("../README.md")]
//!
//! # Modules and types
//!
//! - [`Client`]: a method for each operation, [`upload`](Client::upload), [`wait`](Client::wait), [`download`](Client::download),
//!   and lists as streams, such as [`items`](Client::items).
//! - [`types`] and [`operations`]: generated from the service's OpenAPI document.
//! - [`Error`]: problems with their code, detail and request id.
//! - [`RetryPolicy`] and [`WaitPolicy`]: fields of the client.
//! - [`blocking`]: the same without async (feature `blocking`).
//! - [`webhook`]: verification of events that the service sends (feature `webhooks`).

mod bodies;
mod call;
mod client;
mod error;
mod files;
mod open_enum;
mod pages;
mod retry;
mod wait;
mod wait_policy;

#[cfg(feature = "blocking")]
pub mod blocking;
#[cfg(feature = "webhooks")]
pub mod webhook;

/// Modules that `cargo xtask clients` generates.
#[allow(missing_docs, clippy::all, unreachable_pub, reason = "generated; what the document describes is described")]
mod generated {
    #[cfg(feature = "blocking")]
    #[rustfmt::skip]
    mod blocking;
    #[rustfmt::skip]
    pub mod enums;
    #[rustfmt::skip]
    mod methods;
    #[rustfmt::skip]
    pub mod operations;
    #[rustfmt::skip]
    pub mod types;
}

/// Schemas of the document: request bodies, responses, queries.
pub mod types {
    pub use crate::generated::enums::*;
    pub use crate::generated::types::*;
}

/// Operations of the document, each a [`Call`] that [`Client::call`] sends.
pub use generated::operations;

pub use call::{Call, Page};
pub use client::Client;
pub use error::Error;
pub use pages::Records;
pub use retry::RetryPolicy;
pub use wait::Job;
pub use wait_policy::WaitPolicy;
