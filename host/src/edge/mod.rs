//! The HTTP edge, which clients connect to. It handles credentials, routes and limits, and is independent of
//! construction.
//!
//! - `server`: listening, connections, graceful shutdown. `connections`: their limits. `stalls`: clients that stop
//!   reading. `idle`: HTTP/2 connections without an open stream.
//! - `lingering`: the rest of an unwanted body.
//! - `state`: what requests use. `service`: one request: id, dispatch, common headers. `peer`: a client's address.
//! - `backend`: the host's implementation of what `plumbline-pipeline` needs for calls of the REST API.
//!   `route_tables`: which component serves each operation for a tenant.
//! - `agents`: the surface for agents, the Model Context Protocol. `agent_operations`: what it calls.
//! - `unauthenticated`: the rate limit of calls without a credential. `refusals`: the delay of refusals for a
//!   credential that calls too often.
//! - `docs`: the API's documentation.
//! - `identity`: pages, OAuth endpoints and discovery, handled by the module `plumbline-identity`.
//! - `blobs`: bytes to and from signed addresses. `sources`, `pictures`: requests of Spin applications. `draw`: pictures of
//!   pages.
//! - `starting`: responses until the host is ready.
//! - `pages`: health, and the page for each problem type.

mod agent_operations;
mod agents;
mod backend;
pub(crate) mod blobs;
mod connections;
mod docs;
mod draw;
mod identity;
mod idle;
mod lingering;
pub(crate) mod pages;
mod peer;
mod pictures;
mod refusals;
mod route_tables;
pub(crate) mod server;
mod service;
mod sources;
mod stalls;
pub(crate) mod starting;
pub(crate) mod state;
mod unauthenticated;
mod uploads;

pub(crate) use lingering::LingeringBody;

use bytes::Bytes;
use http::{Response, StatusCode};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt as _, Full};

/// An error of a streamed body.
pub(crate) type BodyError = Box<dyn std::error::Error + Send + Sync>;
/// The body of a response.
pub(crate) type Body = UnsyncBoxBody<Bytes, BodyError>;

/// Returns a response with a status and a body in memory.
pub(crate) fn respond(status: StatusCode, bytes: impl Into<Bytes>) -> Response<Body> {
    let mut response = Response::new(full(bytes));
    *response.status_mut() = status;
    response
}

/// Returns a body from bytes in memory.
pub(crate) fn full(bytes: impl Into<Bytes>) -> Body {
    Full::new(bytes.into()).map_err(|never| match never {}).boxed_unsync()
}
