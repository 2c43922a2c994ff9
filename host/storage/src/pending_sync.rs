//! Commits that may not be on the disk yet.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag for commits that may not be on the disk yet.
#[derive(Debug, Clone, Default)]
pub struct PendingSync(Arc<AtomicBool>);

impl PendingSync {
    /// Sets the flag after a commit.
    pub(crate) fn mark(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns the flag and clears it.
    pub fn take(&self) -> bool {
        self.0.swap(false, Ordering::Relaxed)
    }
}
