//! The response to `GET /metrics`.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use http::{HeaderValue, Method, Request, Response, StatusCode, header};
use plumbline_engine::Engine;
use plumbline_jobs::{Backlog, JobTable};
use plumbline_storage::{Blobs, Storage};
use prometheus_client::encoding::{prometheus_text, text};
use prometheus_client::registry::Registry;
use tokio::sync::Mutex;
use tracing::warn;

use super::Counts;
use super::snapshot::Snapshot;
use crate::edge::{Body, full, respond};

/// The path that Prometheus scrapes.
pub(crate) const PATH: &str = "/metrics";
/// Time limit for reading the queue from the database.
const QUEUE_TIME: Duration = Duration::from_secs(1);
/// The text format that a scraper may ask for.
const OPENMETRICS: &str = "application/openmetrics-text";
const OPENMETRICS_TYPE: HeaderValue =
    HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");
const TEXT_TYPE: HeaderValue = HeaderValue::from_static(prometheus_text::CONTENT_TYPE);

/// Handles scrapes.
pub(crate) struct Scraper {
    counts: Arc<Counts>,
    engine: Engine,
    queue: JobTable,
    blobs: Blobs,
    /// Locked while the queue is read, so that scrapes take at most one connection of the pool.
    reading: Arc<Mutex<()>>,
}

impl Scraper {
    pub(crate) fn new(counts: Arc<Counts>, engine: Engine, storage: &Storage) -> Self {
        let queue = JobTable::new(&storage.control);
        Self { counts, engine, queue, blobs: storage.blobs.clone(), reading: Arc::default() }
    }

    /// Handles a request to [`PATH`]. Responds in the OpenMetrics format if the client accepts it, otherwise in the
    /// Prometheus format.
    pub(crate) async fn answer<B>(&self, request: &Request<B>) -> Response<Body> {
        let is_head = request.method() == Method::HEAD;
        if !is_head && request.method() != Method::GET {
            let mut response = respond(StatusCode::METHOD_NOT_ALLOWED, "Use GET or HEAD.\n");
            response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
            return response;
        }
        let accepted = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
        let openmetrics = accepted.is_some_and(|accepted| accepted.contains(OPENMETRICS));
        let snapshot = Snapshot::take(&self.counts, &self.engine, &self.blobs, self.backlog().await);
        let mut registry = Registry::default();
        registry.register_collector(Box::new(snapshot));
        let mut written = String::new();
        let (done, content_type) = if openmetrics {
            (text::encode(&mut written, &registry), OPENMETRICS_TYPE)
        } else {
            (prometheus_text::encode(&mut written, &registry), TEXT_TYPE)
        };
        if let Err(error) = done {
            // A string accepts everything, so the format does not support this family.
            warn!(%error, "could not write the metrics");
            let detail = "The metrics are not available right now. Try again.\n";
            return respond(StatusCode::INTERNAL_SERVER_ERROR, detail);
        }
        let mut response = Response::new(if is_head { full("") } else { full(written) });
        response.headers_mut().insert(header::CONTENT_TYPE, content_type);
        response
    }

    /// Reads the queue. Returns `None`, and counts a scrape error, if the database does not respond in time.
    async fn backlog(&self) -> Option<Backlog> {
        let (reading, queue) = (Arc::clone(&self.reading), self.queue.clone());
        let read = async move {
            let turn = reading.lock_owned().await;
            // A statement continues in the database even if its caller stops waiting, so it must keep the lock.
            let task = tokio::spawn(async move {
                let backlog = queue.backlog().await;
                drop(turn);
                backlog
            });
            task.await
        };
        let error = match tokio::time::timeout(QUEUE_TIME, read).await {
            Ok(Ok(Ok(backlog))) => return Some(backlog),
            Ok(Ok(Err(error))) => error.to_string(),
            Ok(Err(error)) => error.to_string(),
            Err(_) => format!("it took more than {} s", QUEUE_TIME.as_secs()),
        };
        warn!(error, "could not read the queue for its metrics");
        self.counts.scrape_errors.fetch_add(1, Ordering::Relaxed);
        None
    }
}
