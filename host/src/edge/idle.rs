//! Detection of HTTP/2 connections without an open stream.
//!
//! hyper closes an HTTP/1 connection that waits too long for its next request. An HTTP/2 connection stays open as long
//! as its client answers pings, so its streams are counted here.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// The open streams of an HTTP/2 connection.
#[derive(Default)]
pub(super) struct OpenStreams(Mutex<State>);

#[derive(Default)]
struct State {
    open: usize,
    /// The time since which no stream has been open; `None` before the first stream and while one is open.
    idle_since: Option<Instant>,
}

/// An open stream, which ends when this is dropped.
pub(super) struct OpenStream(Arc<OpenStreams>);

impl OpenStreams {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a new stream.
    pub(super) fn open(self: &Arc<Self>) -> OpenStream {
        let mut state = self.state();
        state.open += 1;
        state.idle_since = None;
        drop(state);
        OpenStream(Arc::clone(self))
    }

    /// Waits until no stream has been open for `limit`. May take up to twice as long. Pending before the first stream.
    pub(super) async fn idle(&self, limit: Duration) {
        loop {
            let elapsed = self.state().idle_since.map(|since| since.elapsed());
            if elapsed.is_some_and(|elapsed| elapsed >= limit) {
                return;
            }
            tokio::time::sleep(limit.saturating_sub(elapsed.unwrap_or_default())).await;
        }
    }

    /// Starts the idle time again.
    pub(super) fn restart(&self) {
        if let Some(since) = &mut self.state().idle_since {
            *since = Instant::now();
        }
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.open -= 1;
        state.idle_since = (state.open == 0).then(Instant::now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_millis(1);

    async fn is_idle(streams: &OpenStreams) -> bool {
        tokio::time::timeout(20 * LIMIT, streams.idle(LIMIT)).await.is_ok()
    }

    #[tokio::test]
    async fn a_connection_is_idle_after_the_end_of_its_last_stream() {
        let streams = Arc::new(OpenStreams::default());
        assert!(!is_idle(&streams).await, "before the first stream");
        let (first, second) = (streams.open(), streams.open());
        drop(first);
        assert!(!is_idle(&streams).await, "while a stream is open");
        drop(second);
        streams.idle(LIMIT).await;
        let _next = streams.open();
        assert!(!is_idle(&streams).await, "with another stream");
    }
}
