//! Extractors between the survey of a page and its extraction: an instance that has read a page's lines need not read them
//! again, but holds memory meanwhile. So only so much may rest as one extractor may use.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::bindings::extractor::ExtractorComponent;
use crate::engine::Shared;
use crate::error::CallError;
use crate::run::Running;

/// What an instance counts at least, in MiB: each also takes one of the engine's places for instances.
const LEAST: u32 = 32;

/// How much memory rests, over all tenants, in MiB.
pub(crate) struct Resting(Arc<Semaphore>);

/// An instance that keeps its memory and runs nothing.
pub(crate) struct Rested {
    running: Running<ExtractorComponent>,
    _room: OwnedSemaphorePermit,
}

impl Resting {
    /// Room for this many bytes.
    pub(crate) fn new(bytes: usize) -> Self {
        Self(Arc::new(Semaphore::new((bytes >> 20).min(Semaphore::MAX_PERMITS))))
    }

    /// Releases the running slot and keeps the instance. Drops the instance and returns `None` when its memory does not fit.
    pub(crate) fn take_in(&self, mut running: Running<ExtractorComponent>) -> Option<Rested> {
        let needed = u32::try_from(running.state().limiter.memory_bytes() >> 20).ok()?.max(LEAST);
        let room = Arc::clone(&self.0).try_acquire_many_owned(needed).ok()?;
        running.rest();
        Some(Rested { running, _room: room })
    }
}

impl Rested {
    /// Waits for a turn.
    pub(crate) async fn resume(mut self, engine: &Shared) -> Result<Running<ExtractorComponent>, CallError> {
        self.running.resume(engine).await?;
        Ok(self.running)
    }
}
