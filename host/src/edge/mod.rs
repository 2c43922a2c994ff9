//! The HTTP edge: what a client talks to. It knows credentials, routes and limits, and nothing of construction.
//!
//! - `server`: listening, connections, graceful shutdown; `connections`: how many; `stalls`: clients that stop reading.
//! - `lingering`: the rest of a body that is not wanted.
//! - `service`: one request: id, dispatch, common headers.
//! - `world`: what calls of the REST surface stand on here; what happens to them is `plumbline-pipeline`.
//! - `unauthenticated`: how often a network may call what needs no credential; `refusals`: how fast a credential is told that it called too often.
//! - `docs`: the API described.
//! - `identity`: pages, OAuth endpoints and discovery, answered by the module `plumbline-identity`.
//! - `blobs`: bytes to and from signed addresses; `sources`: what Spin applications ask.
//! - `starting`: answers until the host is ready.
//! - `pages`: health, and the page behind each problem type.

pub(crate) mod blobs;
mod connections;
mod docs;
mod identity;
mod lingering;
pub(crate) mod pages;
mod refusals;
pub(crate) mod server;
pub(crate) mod service;
mod sources;
mod stalls;
pub(crate) mod starting;
mod unauthenticated;
mod uploads;
mod world;

pub(crate) use lingering::Lingering;

use bytes::Bytes;
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt as _, Full};

/// An error of a body that is being streamed.
pub(crate) type BodyError = Box<dyn std::error::Error + Send + Sync>;
/// The body of an answer.
pub(crate) type Body = UnsyncBoxBody<Bytes, BodyError>;

/// A body that is there as a whole.
pub(crate) fn full(bytes: impl Into<Bytes>) -> Body {
    Full::new(bytes.into()).map_err(|never| match never {}).boxed_unsync()
}
