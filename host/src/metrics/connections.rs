//! Counters of a listener's connections.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// Counters of a listener's connections.
#[derive(Debug, Default)]
pub(crate) struct ConnectionCounts {
    pub(super) open: AtomicI64,
    pub(super) accepted: AtomicU64,
    /// Refused because their address had reached its limit.
    pub(super) refused_address: AtomicU64,
    /// Refused because all connections were in use.
    pub(super) refused_full: AtomicU64,
    /// Evicted before their first request.
    pub(super) evicted: AtomicU64,
}

impl ConnectionCounts {
    /// Counts a connection that was admitted.
    pub(crate) fn opened(&self) {
        self.open.fetch_add(1, Ordering::Relaxed);
        self.accepted.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts the end of an admitted connection.
    pub(crate) fn closed(&self) {
        self.open.fetch_sub(1, Ordering::Relaxed);
    }

    /// Counts a connection that was refused because of its address.
    pub(crate) fn refused_address(&self) {
        self.refused_address.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a connection that was refused because all were in use.
    pub(crate) fn refused_full(&self) {
        self.refused_full.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a connection that was evicted by another.
    pub(crate) fn evicted(&self) {
        self.evicted.fetch_add(1, Ordering::Relaxed);
    }
}
