//! Decides whether a loaded component may still run. A publisher can be revoked while its component serves calls.

use std::sync::atomic::{AtomicBool, Ordering};

use plumbline_storage::{Publication, TrustStore};

use crate::error::CallError;
use crate::slot::Slot;

/// The publication of a loaded component, and whether it is still trusted. Shared by the component and its running
/// instances.
#[derive(Debug, Default)]
pub(crate) struct Trust {
    /// `None` for a component that is only inspected or tried.
    publication: Option<Publication>,
    is_revoked: AtomicBool,
}

impl Trust {
    /// Creates the trust state of a component that was loaded under a publication.
    pub(crate) fn of(publication: Publication) -> Self {
        Self { publication: Some(publication), is_revoked: AtomicBool::new(false) }
    }

    /// Returns whether the publisher and signature are the same. The same component, bound for several tenants, is loaded once
    /// for each publisher.
    pub(crate) fn is_by(&self, publication: &Publication) -> bool {
        let own = self.publication.as_ref().map(|own| (&own.publisher, &own.signature));
        own == Some((&publication.publisher, &publication.signature))
    }

    /// Takes the component out of service if its publisher is no longer trusted.
    pub(crate) fn review(&self, store: &TrustStore) {
        if self.publication.as_ref().is_some_and(|own| store.check(own).is_err()) {
            self.revoke();
        }
    }

    /// Takes the component out of service. Its next call is refused, even within a job that started before.
    pub(crate) fn revoke(&self) {
        self.is_revoked.store(true, Ordering::Release);
    }

    /// Returns whether the component was taken out of service.
    pub(crate) fn is_revoked(&self) -> bool {
        self.is_revoked.load(Ordering::Acquire)
    }

    /// Refuses a call of a component if it was taken out of service.
    ///
    /// # Errors
    /// [`CallError::Withdrawn`] if it was taken out of service.
    pub(crate) fn check(&self, slot: &Slot) -> Result<(), CallError> {
        if !self.is_revoked() {
            return Ok(());
        }
        let publisher = self.publication.as_ref().map(|own| own.publisher.clone()).unwrap_or_default();
        Err(CallError::Withdrawn { slot: slot.clone(), publisher })
    }
}
