//! Outbox to queue to workers, at least once.
//!
//! A component writes an outbox entry in the transaction that makes the work necessary. The dispatcher copies committed
//! entries to the queue, a table of the host's own database, under their own ids. Hosts take jobs on lease, renew the
//! leases while they run them, and take over what a dead host left. A job that keeps failing is handed to
//! [`Runner::abandon`], so that what it held is released.

mod config;
mod dispatcher;
mod error;
mod host;
mod jobs;
mod queue;
mod runner;
mod upkeep;

pub use config::JobsConfig;
pub use error::JobsError;
pub use jobs::Jobs;
pub use queue::Counts;
pub use runner::{JobFailure, JobRequest, Runner};
