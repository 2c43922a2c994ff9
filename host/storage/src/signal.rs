//! Notifies the dispatcher of tenants with committed outbox entries, so that it does not have to poll.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use async_recursion::async_recursion as boxed;
use tokio::sync::Notify;

use plumbline_tenancy::Scope;

/// The set of scopes with new outbox entries since the last [`OutboxSignal::wait`].
///
/// It exists only in this process and is a hint: the dispatcher's sweep finds entries that another process committed,
/// or that were committed before a crash.
#[derive(Debug, Default)]
pub struct OutboxSignal {
    scopes: Mutex<BTreeSet<Scope>>,
    notify: Notify,
}

impl OutboxSignal {
    /// Adds a scope and wakes the waiting task.
    pub fn fire(&self, scope: &Scope) {
        self.scopes.lock().unwrap_or_else(PoisonError::into_inner).insert(scope.clone());
        self.notify.notify_one();
    }

    /// Waits until the set has at least one scope, then returns all and clears the set.
    #[boxed]
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
