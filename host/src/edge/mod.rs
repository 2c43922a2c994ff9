//! The HTTP edge: what a client talks to. It knows credentials, routes and limits, and nothing of construction.
//!
//! - `server`: listening, connections, graceful shutdown.
//! - `lingering`: the rest of a body that is not wanted.
//! - `service`: one request: id, dispatch, common headers.
//! - `api`: calls of the REST surface: credential, route, scope, component.
//! - `caller`: what a component is told of who calls, and tells in return.
//! - `doors`: how often a network may call what needs no credential; `limits`: how often a credential may call; `running`: idempotency keys whose request still runs.
//! - `usage`: what the usage record says of a call.
//! - `version`: the announced end of this version; `docs`: the API described.
//! - `routes`: which component serves which operation for a tenant.
//! - `identity`: pages, OAuth endpoints and discovery, answered by the module `plumbline-identity`.
//! - `blobs`: bytes to and from signed addresses.
//! - `pages`: health, and the page behind each problem type.
//! - `problem`: the answers the host gives itself.

pub(crate) mod api;
pub(crate) mod blobs;
mod caller;
mod docs;
mod doors;
mod identity;
mod limits;
mod lingering;
pub(crate) mod pages;
pub(crate) mod problem;
pub(crate) mod routes;
mod running;
pub(crate) mod server;
pub(crate) mod service;
mod usage;
mod version;

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
