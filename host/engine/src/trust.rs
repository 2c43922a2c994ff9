//! Whether a loaded component may still run. A publisher can be revoked while its component serves.

use std::sync::atomic::{AtomicBool, Ordering};

use plumbline_storage::{Publication, TrustStore};

use crate::error::CallError;
use crate::slot::Slot;

/// By whom a loaded component was published, and whether that still counts. Shared by the component and its running
/// instances.
#[derive(Debug, Default)]
pub(crate) struct Trust {
    /// None for a component that is only inspected or tried.
    publication: Option<Publication>,
    is_revoked: AtomicBool,
}

impl Trust {
    /// The trust in a component that was loaded by a publication.
    pub(crate) fn of(publication: Publication) -> Self {
        Self { publication: Some(publication), is_revoked: AtomicBool::new(false) }
    }

    /// Whether it stands on the same publisher's word: the same component, bound for several tenants, is loaded once for
    /// each publisher.
    pub(crate) fn is_by(&self, publication: &Publication) -> bool {
        let own = self.publication.as_ref().map(|own| (&own.publisher, &own.signature));
        own == Some((&publication.publisher, &publication.signature))
    }

    /// Takes the component out of service if its publisher is not trusted any more.
    pub(crate) fn review(&self, store: &TrustStore) {
        if self.publication.as_ref().is_some_and(|own| store.check(own).is_err()) {
            self.revoke();
        }
    }

    /// Takes the component out of service: its next call is refused, also within a job that began before.
    pub(crate) fn revoke(&self) {
        self.is_revoked.store(true, Ordering::Release);
    }

    /// Whether it was taken out of service.
    pub(crate) fn is_revoked(&self) -> bool {
        self.is_revoked.load(Ordering::Acquire)
    }

    /// Refuses a call of a component that was taken out of service.
    ///
    /// # Errors
    /// [`CallError::Withdrawn`].
    pub(crate) fn check(&self, slot: &Slot) -> Result<(), CallError> {
        if !self.is_revoked() {
            return Ok(());
        }
        let publisher = self.publication.as_ref().map(|own| own.publisher.clone()).unwrap_or_default();
        Err(CallError::Withdrawn { slot: slot.clone(), publisher })
    }
}
