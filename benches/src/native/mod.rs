//! The native peer: calls of the API with axum and sqlx over the same files, without components.
//!
//! It checks the credential as the host does (same code, same cache), makes the same queries, and returns the same JSON
//! with the same `ETag`. It counts the same rates and keeps the same usage record (`metering`). The bare peer omits both.
//! Neither validates beyond serde, keeps idempotency keys or reads `If-Match`.
//!
//! - `peer`: the steps of a call. `operation`, `settings`: what they take.
//! - `sqlite`: the peer of a server on files. `postgres`: that of a server on PostgreSQL, for a read and a write.
//! - `projects`, `takeoffs`: the calls.
//!
//! Like the server, it is a separate process (`process`): this program with the option `--native`.

mod compare;
mod metering;
mod operation;
mod peer;
mod postgres;
mod process;
mod projects;
mod settings;
mod sqlite;
mod takeoffs;

use operation::{EndCustomer, Operation};
use peer::{
    Caller, Database, HandlerResult, ListQuery, Page, Peer, internal_error, json, json_with_etag, with_end_customer,
};
use settings::{Addresses, Settings};

pub(crate) use compare::ensure_same_response;
pub(crate) use postgres::WITHOUT_EVENT;
pub(crate) use process::{Process, serve, serve_router};
