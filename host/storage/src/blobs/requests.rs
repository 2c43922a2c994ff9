//! Counts the requests to the store of blobs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use http::Method;
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpRequest, HttpResponse, HttpService, ReqwestConnector,
};

/// Methods that the store is called with.
const METHODS: [&str; 5] = ["get", "head", "put", "post", "delete"];
/// Outcomes of a request: the class of its status, or `none` without a response.
const STATUSES: [&str; 5] = ["2xx", "3xx", "4xx", "5xx", "none"];
/// Upper bounds of the histogram's buckets, in seconds.
const BOUNDS: [f64; 8] = [0.005, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0];

/// The counters of requests to the store. Retries count as requests of their own.
#[derive(Debug, Default)]
pub(super) struct StoreCounts([MethodCounts; METHODS.len()]);

#[derive(Debug, Default)]
struct MethodCounts {
    statuses: [AtomicU64; STATUSES.len()],
    /// The last one counts what is beyond the bounds.
    buckets: [AtomicU64; BOUNDS.len() + 1],
    micros: AtomicU64,
}

/// The requests of one method to the store of blobs.
#[derive(Debug, Clone, PartialEq)]
pub struct StoreRequests {
    /// `get`, `head`, `put`, `post` or `delete`.
    pub method: &'static str,
    /// Number of requests by class of status. `none` counts requests without a response.
    pub statuses: Vec<(&'static str, u64)>,
    /// Upper bounds in seconds of the time until the response's headers, each with its number of requests. The last
    /// bound is infinite.
    pub buckets: Vec<(f64, u64)>,
    /// Sum of these times.
    pub total: Duration,
}

impl StoreCounts {
    fn count(&self, method: &Method, status: Option<u16>, took: Duration) {
        let Some(index) = METHODS.iter().position(|name| method.as_str().eq_ignore_ascii_case(name)) else { return };
        let counts = &self.0[index];
        let status = match status {
            Some(200..300) => 0,
            Some(300..400) => 1,
            Some(400..500) => 2,
            Some(_) => 3,
            None => 4,
        };
        counts.statuses[status].fetch_add(1, Ordering::Relaxed);
        let seconds = took.as_secs_f64();
        let bucket = BOUNDS.iter().position(|bound| seconds <= *bound).unwrap_or(BOUNDS.len());
        counts.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        counts.micros.fetch_add(u64::try_from(took.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    pub(super) fn read(&self) -> Vec<StoreRequests> {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let bounds = || BOUNDS.into_iter().chain([f64::INFINITY]);
        METHODS
            .into_iter()
            .zip(&self.0)
            .map(|(method, counts)| StoreRequests {
                method,
                statuses: STATUSES.into_iter().zip(counts.statuses.iter().map(read)).collect(),
                buckets: bounds().zip(counts.buckets.iter().map(read)).collect(),
                total: Duration::from_micros(read(&counts.micros)),
            })
            .collect()
    }
}

/// Connects as `object_store` does, and counts.
#[derive(Debug)]
pub(super) struct CountingConnector(pub(super) Arc<StoreCounts>);

impl HttpConnector for CountingConnector {
    fn connect(&self, options: &ClientOptions) -> object_store::Result<HttpClient> {
        let client = ReqwestConnector::default().connect(options)?;
        Ok(HttpClient::new(CountedClient { client, counts: Arc::clone(&self.0) }))
    }
}

#[derive(Debug)]
struct CountedClient {
    client: HttpClient,
    counts: Arc<StoreCounts>,
}

#[async_trait::async_trait]
impl HttpService for CountedClient {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let (method, begun) = (request.method().clone(), Instant::now());
        let result = self.client.execute(request).await;
        let status = result.as_ref().ok().map(|response| response.status().as_u16());
        self.counts.count(&method, status, begun.elapsed());
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_counted_by_method_status_and_time() {
        let counts = StoreCounts::default();
        counts.count(&Method::GET, Some(206), Duration::from_millis(3));
        counts.count(&Method::GET, Some(503), Duration::from_millis(30));
        counts.count(&Method::GET, None, Duration::from_secs(60));
        counts.count(&Method::OPTIONS, Some(200), Duration::ZERO);
        let read = counts.read();
        assert_eq!(read[0].method, "get");
        assert_eq!(read[0].statuses, [("2xx", 1), ("3xx", 0), ("4xx", 0), ("5xx", 1), ("none", 1)]);
        assert_eq!((read[0].buckets[0], read[0].buckets[2]), ((0.005, 1), (0.05, 1)));
        assert_eq!(read[0].buckets.last(), Some(&(f64::INFINITY, 1)));
        assert_eq!(read[0].total, Duration::from_millis(60_033));
        assert!(read[1..].iter().all(|other| other.statuses.iter().all(|(_, number)| *number == 0)));
    }
}
