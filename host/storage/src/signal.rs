//! Tells the dispatcher which tenants have committed outbox entries, so that it need not poll.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use tokio::sync::Notify;

use plumbline_tenancy::Scope;

/// Scopes with new outbox entries, each once however often it was named since the last [`OutboxSignal::wait`].
///
/// It lives in this process only and is a hint: entries committed by another process, or before a crash, are found by
/// the dispatcher's sweep.
#[derive(Debug, Default)]
pub struct OutboxSignal {
    scopes: Mutex<BTreeSet<Scope>>,
    notify: Notify,
}

impl OutboxSignal {
    /// Names a scope and wakes who waits.
    pub fn fire(&self, scope: &Scope) {
        self.scopes.lock().unwrap_or_else(PoisonError::into_inner).insert(scope.clone());
        self.notify.notify_one();
    }

    /// Waits until at least one scope was named and takes all that were.
    pub async fn wait(&self) -> Vec<Scope> {
        loop {
            let taken = std::mem::take(&mut *self.scopes.lock().unwrap_or_else(PoisonError::into_inner));
            if !taken.is_empty() {
                return taken.into_iter().collect();
            }
            self.notify.notified().await;
        }
    }
}
