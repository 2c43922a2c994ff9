//! Uploads in progress: one per file, each with time limits.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use futures::{Stream, TryStream, TryStreamExt as _};
use plumbline_storage::Scope;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::BodyError;

/// The uploads in progress on this host. Other hosts' uploads are not known here. Between hosts, the first complete
/// upload is kept.
#[derive(Default)]
pub(super) struct Uploads {
    running: Arc<Mutex<Running>>,
    next: AtomicU64,
}

/// The number of each file's upload, and a sender that ends the upload when dropped.
type Running = HashMap<(Scope, String), (u64, oneshot::Sender<Infallible>)>;

/// The reason an upload ended before its file was complete. The client gets the text.
#[derive(Debug, thiserror::Error)]
pub(super) enum UploadError {
    #[error("no data was received for {0} seconds")]
    Idle(u64),
    #[error("it took longer than {0} seconds")]
    Slow(u64),
    #[error("another upload of the same file started")]
    Superseded,
    #[error("{0}")]
    Broken(BodyError),
}

/// An upload in progress. Dropping it ends it.
pub(super) struct Upload {
    running: Arc<Mutex<Running>>,
    file: (Scope, String),
    number: u64,
    superseded: oneshot::Receiver<Infallible>,
}

impl Uploads {
    /// Starts an upload of a file. Ends one of the same file that is in progress: its client has most likely given up
    /// and is trying again.
    pub(super) fn begin(&self, scope: &Scope, key: &str) -> Upload {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let (sender, superseded) = oneshot::channel();
        let file = (scope.clone(), key.to_owned());
        lock(&self.running).insert(file.clone(), (number, sender));
        Upload { running: Arc::clone(&self.running), file, number, superseded }
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        let mut running = lock(&self.running);
        if running.get(&self.file).is_some_and(|(number, _)| *number == self.number) {
            running.remove(&self.file);
        }
    }
}

impl Upload {
    /// Limits a body: it may pause for `idle`, may take `total` in all, and ends if another upload of the same file
    /// starts. The upload ends with the stream.
    pub(super) fn bound<B>(
        self,
        body: B,
        idle: Duration,
        total: Duration,
    ) -> impl Stream<Item = Result<Bytes, UploadError>> + Send
    where
        B: TryStream<Ok = Bytes, Error = BodyError> + Send + 'static,
    {
        let end = Instant::now() + total;
        let body = Box::pin(body.into_stream());
        futures::stream::try_unfold((self, body), move |(mut upload, mut body)| async move {
            let idle_end = Instant::now() + idle;
            let next = tokio::select! {
                biased;
                _ = &mut upload.superseded => return Err(UploadError::Superseded),
                next = tokio::time::timeout_at(idle_end.min(end), body.try_next()) => next,
            };
            match next {
                Ok(Ok(bytes)) => Ok(bytes.map(|bytes| (bytes, (upload, body)))),
                Ok(Err(error)) => Err(UploadError::Broken(error)),
                Err(_) if idle_end < end => Err(UploadError::Idle(idle.as_secs())),
                Err(_) => Err(UploadError::Slow(total.as_secs())),
            }
        })
    }
}

fn lock(running: &Mutex<Running>) -> MutexGuard<'_, Running> {
    running.lock().unwrap_or_else(PoisonError::into_inner)
}
