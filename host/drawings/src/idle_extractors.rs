//! Idle extractors between the survey of a page and its extraction. An instance that has read a page's lines need not
//! read them again, but holds memory meanwhile. So all idle instances together may hold only as much memory as one
//! extractor may use.

use std::sync::Arc;

use plumbline_engine::{CallError, Running};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::bindings::extractor::ExtractorComponent;

/// The least that an instance counts, in MiB, because each also takes one of the engine's instance slots.
const LEAST: u32 = 32;

/// The memory that idle instances may hold, over all tenants, in MiB.
#[derive(Clone)]
pub(crate) struct IdleExtractors(Arc<Semaphore>);

/// An idle instance that keeps its memory.
pub(crate) struct IdleExtractor {
    running: Running<ExtractorComponent>,
    _room: OwnedSemaphorePermit,
}

impl IdleExtractors {
    /// Creates a budget of this many bytes.
    pub(crate) fn new(bytes: usize) -> Self {
        Self(Arc::new(Semaphore::new((bytes >> 20).min(Semaphore::MAX_PERMITS))))
    }

    /// Releases the permit and keeps the instance. Drops the instance and returns `None` if its memory does not fit.
    pub(crate) fn keep(&self, mut running: Running<ExtractorComponent>) -> Option<IdleExtractor> {
        let needed = u32::try_from(running.state().memory_bytes() >> 20).ok()?.max(LEAST);
        let room = Arc::clone(&self.0).try_acquire_many_owned(needed).ok()?;
        running.release_permit();
        Some(IdleExtractor { running, _room: room })
    }
}

impl IdleExtractor {
    /// Waits for a permit.
    pub(crate) async fn resume(mut self) -> Result<Running<ExtractorComponent>, CallError> {
        self.running.resume().await?;
        Ok(self.running)
    }
}
