//! Sends events to webhook endpoints, as Standard Webhooks 1.0.0 says (<https://www.standardwebhooks.com>).
//!
//! Triggers write a delivery for each event and endpoint, and an outbox entry for each endpoint with deliveries, in the
//! transaction of the event (`migrations/tenant/sqlite/0020_webhooks.sql`). The entry becomes a job of the kind
//! [`JOB_KIND`], in a lane of its own, which [`WithWebhooks`] runs here and not in a component: components cannot connect to
//! other machines. One job at a time sends an endpoint's deliveries.
//!
//! - `runner`: the jobs;
//! - `sending`: the deliveries of one endpoint;
//! - `message`: a body and its signatures;
//! - `schedule`: what follows an attempt.
//!
//! ```
//! use std::time::Duration;
//!
//! use plumbline_webhooks::{Schedule, WebhookSettings};
//!
//! // Two more attempts, after five seconds and after five minutes.
//! let settings = WebhookSettings {
//!     schedule: Schedule::new([5, 300].map(Duration::from_secs).to_vec()),
//!     timeout: Duration::from_secs(15),
//!     allow_loopback: false,
//! };
//! # drop(settings);
//! ```

mod message;
mod runner;
mod schedule;
mod sending;

pub use runner::{JOB_KIND, WithWebhooks};
pub use schedule::{Schedule, WebhookSettings};
