//! Capabilities: what the host offers to components. A capability has interfaces, with their functions, limits and
//! state. The program registers those it offers when it starts the engine. Some of them drive the components of a
//! class.
//!
//! The modules are those that concern no kind of content. A program adds its own. `capability` says what a capability
//! is. What an instance keeps for one is in a file below [`State`](crate::State): `model_runner`,
//! `provenance_record` and `transactions`.

mod blobs;
mod http_requests;
mod inference;
pub(crate) mod model_runner;
mod provenance;
pub(crate) mod provenance_record;
mod sealing;
mod signing;
mod sources;
mod sqlite;
pub(crate) mod transactions;

pub use blobs::{BlobAccess, BlobTotals};
pub use http_requests::HttpRequests;
pub use inference::ModelInference;
pub use provenance::JobProvenance;
pub use sealing::Sealing;
pub use signing::Signing;
pub use sources::Sources;
pub use sqlite::Sqlite;
