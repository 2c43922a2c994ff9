//! The job queue: from outbox to queue to workers, at least once.
//!
//! A component writes an outbox entry in the transaction that makes the work necessary. The dispatcher copies committed
//! entries to the queue, a table of the host's own database, under their own ids. Hosts take jobs on lease, renew the
//! leases while they run them, and take over the jobs of a dead host. A job that keeps failing is passed to
//! [`Runner::abandon`], so that what it held is released. A job that no worker can take waits for one, which is not a
//! failure.
//!
//! ```no_run
//! use async_trait::async_trait;
//! use plumbline_jobs::{JobFailure, JobRequest, Jobs, JobsConfig, JobsError, Runner};
//! use plumbline_storage::{Scope, Storage};
//! use std::sync::Arc;
//! use std::time::Duration;
//!
//! /// Prints its jobs.
//! struct Printer;
//!
//! #[async_trait]
//! impl Runner for Printer {
//!     async fn run(&self, scope: &Scope, kind: &str, request: JobRequest) -> Result<(), JobFailure> {
//!         println!("{scope}: {kind} {}", request.payload);
//!         Ok(())
//!     }
//!
//!     async fn abandon(&self, _: &Scope, _: &str, _: JobRequest, _: &str) -> Result<(), JobFailure> {
//!         Ok(())
//!     }
//!
//!     fn is_served(&self, _: &Scope, _: &str) -> bool {
//!         true
//!     }
//! }
//!
//! # async fn example(storage: Storage) -> Result<(), JobsError> {
//! let jobs = Jobs::start(storage, Arc::new(Printer), JobsConfig::default()).await?;
//! println!("{:?}", jobs.counts().await?);
//! // Running jobs get five seconds to finish.
//! jobs.stop(Duration::from_secs(5)).await;
//! # Ok(())
//! # }
//! ```

mod claim;
mod config;
mod dispatcher;
mod error;
mod holds;
mod host;
mod jobs;
mod lane;
mod queue;
mod runner;
mod share;
mod stranded;
mod table;
mod upkeep;
mod work;

pub use config::JobsConfig;
pub use error::JobsError;
pub use jobs::Jobs;
pub use lane::Lanes;
pub use queue::{Counts, Unserved};
pub use runner::{JobFailure, JobRequest, Runner};
pub use table::{Backlog, Job, JobFilter, JobState, JobTable};
