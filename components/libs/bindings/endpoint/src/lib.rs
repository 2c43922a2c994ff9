//! Shared code of endpoint components: routing, validation, problems, cursors, idempotency.
//!
//! An endpoint crate writes its operations as [`Handler`]s, plain functions of a [`Context`] and a [`Request`], and
//! lists them with [`endpoint!`]. The macro creates the route table, the custom section from which the host reads it,
//! and the component. Natively, [`testing::Harness`] calls the same table over an in-memory SQLite.
//!
//! ```
//! use plumbline_endpoint::testing::Harness;
//! use plumbline_endpoint::{Context, Outcome, Request, Response};
//! use serde_json::json;
//!
//! fn greet(_: &Context<'_>, _: &Request) -> Outcome {
//!     Ok(Response::json(200, &json!({"greeting": "hello"}))?)
//! }
//!
//! plumbline_endpoint::endpoint! {
//!     GET "/greeting" any "greeting.get" => greet;
//! }
//!
//! # fn main() -> plumbline_database::DbResult<()> {
//! let harness = Harness::new(ROUTES)?;
//! let response = harness.call("GET", "/greeting", None, &[]);
//! assert_eq!(response.status, 200);
//! # Ok(())
//! # }
//! ```

pub mod describe;
pub mod etag;
#[cfg(not(target_family = "wasm"))]
pub mod example;
pub mod list;
#[cfg(not(target_family = "wasm"))]
pub mod operation;
pub mod picture;
pub mod quota;
pub mod resources;
pub mod scale;
pub mod validate;

mod account;
#[cfg(target_family = "wasm")]
pub mod component;
mod context;
mod cursor;
mod error;
mod idempotency;
mod query;
mod request;
mod response;
mod route;
mod routes;
mod rule;
mod shape;
mod source;
#[cfg(not(target_family = "wasm"))]
pub mod testing;

pub use account::{Account, RateLimit};
pub use context::{Caller, Context, Services, SignedDownload, SignedUpload};
pub use error::OperationError;
pub use idempotency::{idempotent, replay};
pub use query::Query;
pub use request::Request;
pub use response::{Outcome, Response};
pub use route::{Handler, Route, dispatch};
pub use validate::{Fields, validate};
