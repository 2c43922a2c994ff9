//! Client metadata documents. Anyone can supply their addresses, so the rate and the concurrency of fetches are
//! limited, and each address is fetched at most once a minute.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use plumbline_identity::FetchError;
use plumbline_storage::Blobs;
use tokio::sync::Semaphore;

/// Concurrent fetches. Each takes a few seconds at most.
const MAX_CONCURRENT: usize = 16;
/// How long a response or a failure is cached.
const TIME_TO_LIVE: Duration = Duration::from_secs(60);
/// Number of cached responses. A document has at most 5 KiB.
const ANSWERS: u64 = 1_000;

/// Media type and bytes of a document, or the reason it could not be fetched.
type Answer = Result<(String, Bytes), FetchError>;

/// Fetches client documents and caches the responses for a short time.
pub(super) struct ClientDocuments {
    blobs: Blobs,
    answers: moka::future::Cache<String, Answer>,
    rate: DefaultDirectRateLimiter,
    permits: Semaphore,
}

impl ClientDocuments {
    /// Creates a fetcher that uses the client of `blobs` for at most `per_minute` documents a minute.
    pub(super) fn new(blobs: Blobs, per_minute: NonZeroU32) -> Self {
        Self {
            blobs,
            answers: moka::future::Cache::builder().max_capacity(ANSWERS).time_to_live(TIME_TO_LIVE).build(),
            rate: RateLimiter::direct(Quota::per_minute(per_minute)),
            permits: Semaphore::new(MAX_CONCURRENT),
        }
    }

    /// Returns the response of the last minute from the cache, or fetches the address. Calls for the same address share
    /// one fetch.
    ///
    /// # Errors
    /// See [`FetchError`]. [`FetchError::Busy`] is not cached.
    pub(super) async fn fetch(&self, url: &str, limit: usize) -> Answer {
        let asked = self.answers.try_get_with_by_ref(url, async {
            let _permit = self.permits.try_acquire().map_err(|_| FetchError::Busy)?;
            self.rate.check().map_err(|_| FetchError::Busy)?;
            let fetched = self.blobs.fetch_small(url, limit).await;
            Ok(fetched.map_err(|error| FetchError::Failed(error.to_string())))
        });
        asked.await.unwrap_or_else(|busy: Arc<FetchError>| Err((*busy).clone()))
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;
    use futures::stream::{FuturesUnordered, StreamExt as _};
    use plumbline_storage::{Storage, StorageConfig};
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn fetches_at_once_are_bounded_and_shared() {
        let folder = tempfile::tempdir().unwrap();
        let config = StorageConfig { fetch_loopback: true, ..StorageConfig::new(folder.path()) };
        let storage = Storage::open(&config).await.unwrap();
        let documents = ClientDocuments::new(storage.blobs, NonZeroU32::MAX);
        let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = silent.local_addr().unwrap();
        let urls: Vec<_> = (0..MAX_CONCURRENT).map(|number| format!("http://{address}/{number}.json")).collect();
        let mut pending: FuturesUnordered<_> = urls.iter().map(|url| documents.fetch(url, 5120)).collect();
        let mut connections = Vec::new();
        while connections.len() < MAX_CONCURRENT {
            tokio::select! {
                answer = pending.next() => panic!("answered: {answer:?}"),
                accepted = silent.accept() => connections.push(accepted.unwrap()),
            }
        }
        let other = format!("http://{address}/other.json");
        assert_eq!(documents.fetch(&other, 5120).await, Err(FetchError::Busy));
        let mut same = Box::pin(documents.fetch(&urls[0], 5120));
        assert!((&mut same).now_or_never().is_none(), "the fetch under way is waited for");
        // The addresses do not respond, so the fetches fail and the failures are cached. The refused fetch is tried
        // again.
        drop(silent);
        drop(connections);
        while let Some(answer) = pending.next().await {
            assert!(matches!(answer, Err(FetchError::Failed(_))), "{answer:?}");
        }
        let kept = same.await;
        assert!(matches!(kept, Err(FetchError::Failed(_))), "{kept:?}");
        let tried = documents.fetch(&other, 5120).await;
        assert!(matches!(tried, Err(FetchError::Failed(_))), "{tried:?}");
    }
}
