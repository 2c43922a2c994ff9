//! The host's metrics, and their Prometheus endpoint on the operators' listener.
//!
//! - `requests`, `connections`, `jobs`: counters of events. Counting takes no lock and allocates nothing.
//! - `histogram`: durations.
//! - `process`: the operating system's data about the process.
//! - `snapshot`: a snapshot of all metrics, and their families. `families`: their encoding.
//! - `scrape`: the response to `GET /metrics`.
//!
//! Labels have few values, all chosen by the host or an operator: operations, kinds of jobs and classes of components.
//! A label is never a tenant, path or id.

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

use smart_default::SmartDefault;

pub(crate) use connections::ConnectionCounts;
pub(crate) use jobs::JobCounts;
pub(crate) use requests::{Operation, RequestCounts};
pub(crate) use scrape::{PATH, Scraper};

/// The counters of this process, from now on. The engine and the storage have their own.
#[derive(SmartDefault)]
pub(crate) struct Counts {
    #[default(SystemTime::now())]
    started: SystemTime,
    pub(crate) requests: RequestCounts,
    /// Connections of the clients' listener.
    pub(crate) public: Arc<ConnectionCounts>,
    pub(crate) admin: Arc<ConnectionCounts>,
    pub(crate) jobs: JobCounts,
    scrape_errors: AtomicU64,
}
