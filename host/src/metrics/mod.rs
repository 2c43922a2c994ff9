//! What the host counts, and how it is shown to Prometheus on the operators' listener.
//!
//! - `requests`, `connections`, `jobs`: what is counted as it happens. To count takes no lock and no memory.
//! - `histogram`: durations.
//! - `process`: what the operating system says of the process.
//! - `snapshot`: everything at one moment, and its families; `families`: how they are written.
//! - `scrape`: the answer to `GET /metrics`.
//!
//! Labels take few values, all of the host's or an operator's choosing: operations, kinds of jobs and classes of components. No tenant, path or
//! id is ever one.

mod connections;
mod families;
mod histogram;
mod jobs;
mod process;
mod requests;
mod scrape;
mod snapshot;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::SystemTime;

pub(crate) use connections::ConnectionCounts;
pub(crate) use jobs::JobCounts;
pub(crate) use requests::{Operation, RequestCounts};
pub(crate) use scrape::{PATH, Scraper};

/// Everything that this process counts itself. The engine and the storage have counts of their own.
pub(crate) struct Counts {
    started: SystemTime,
    pub(crate) requests: RequestCounts,
    /// Of the listener of clients, and of the operators'.
    pub(crate) public: Arc<ConnectionCounts>,
    pub(crate) admin: Arc<ConnectionCounts>,
    pub(crate) jobs: JobCounts,
    scrape_errors: AtomicU64,
}

impl Counts {
    /// Counts that begin now.
    pub(crate) fn begin() -> Self {
        Self {
            started: SystemTime::now(),
            requests: RequestCounts::default(),
            public: Arc::default(),
            admin: Arc::default(),
            jobs: JobCounts::default(),
            scrape_errors: AtomicU64::new(0),
        }
    }
}
