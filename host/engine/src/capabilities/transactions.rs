//! The open transactions of a store's connections.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Whether each connection of a store has a transaction open, by the number of its handle.
#[derive(Clone, Default)]
pub(crate) struct Transactions(Arc<Mutex<HashMap<u32, bool>>>);

impl Transactions {
    pub(crate) fn set(&self, handle: u32, open: bool) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(handle, open);
    }

    pub(crate) fn forget(&self, handle: u32) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&handle);
    }

    pub(crate) fn count(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Returns whether any connection of the store has a transaction open.
    pub(crate) fn is_any_open(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).values().any(|&open| open)
    }

    /// Returns whether a write on this connection would wait for another connection of the store. A connection with an
    /// open transaction already has the write lock.
    pub(crate) fn waits_for_another(&self, handle: u32) -> bool {
        let connections = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        !connections.get(&handle).is_some_and(|&open| open) && connections.values().any(|&open| open)
    }
}
