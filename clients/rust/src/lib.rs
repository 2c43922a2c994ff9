//! A client of the Plumbline takeoff API.
//!
//! ```no_run
//! use futures_util::TryStreamExt as _;
//! use plumbline_client::Client;
//! use plumbline_client::types::{Discipline, ListItemsQuery, ProjectCreate, TakeoffCreate};
//!
//! # async fn example() -> Result<(), plumbline_client::Error> {
//! let client = Client::new("https://plumbline.example.com", "plk_…");
//! let project = client.create_project(&ProjectCreate::new("North School")).await?;
//! let document = client.upload(&project.id, "E-101.pdf").await?;
//! let takeoff = client.create_takeoff(&TakeoffCreate::new(&document.id, Discipline::Electrical)).await?;
//! let takeoff = client.wait(&takeoff).await?;
//! let mut items = client.items(&takeoff.id, &ListItemsQuery::default());
//! while let Some(item) = items.try_next().await? {
//!     println!("{} {} {}", item.effective_quantity, item.unit, item.description);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! - [`Client`]: a method for each operation, [`upload`](Client::upload), [`wait`](Client::wait), [`download`](Client::download),
//!   and lists as streams, such as [`items`](Client::items).
//! - [`types`] and [`operations`]: generated from the service's OpenAPI document.
//! - [`Error`]: problems with their code, detail and request id.
//! - [`RetryPolicy`] and [`WaitPolicy`]: fields of the client.
//! - [`blocking`]: the same without async (feature `blocking`).

mod bodies;
mod call;
mod client;
mod error;
mod files;
mod open_enum;
mod pages;
mod retry;
mod wait;

#[cfg(feature = "blocking")]
pub mod blocking;

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
pub use wait::{Job, WaitPolicy};
