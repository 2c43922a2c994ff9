//! Outbox to queue to workers, at least once.
//!
//! A component writes an outbox entry in the transaction that makes the work necessary. The dispatcher copies committed
//! entries to the queue, a table of the host's own database, under their own ids. Hosts take jobs on lease, renew the
//! leases while they run them, and take over what a dead host left. A job that keeps failing is handed to
//! [`Runner::abandon`], so that what it held is released. One that no worker can take waits for one, and that is not a failure.

mod config;
mod dispatcher;
mod error;
mod holds;
mod host;
mod jobs;
mod lane;
mod queue;
mod room;
mod runner;
mod table;
mod upkeep;

pub use config::JobsConfig;
pub use error::JobsError;
pub use jobs::Jobs;
pub use queue::{Counts, Unserved};
pub use runner::{JobFailure, JobRequest, Runner};
pub use table::{Backlog, Job, JobFilter, JobState, JobTable};
