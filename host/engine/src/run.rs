//! One instance of a component and calls into it, each within its class's limits. Requests over HTTP do not run here,
//! because they share instances (`http`). `start` makes instances.

use std::pin::pin;
use std::sync::Arc;

use plumbline_storage::TenantId;
use wasmtime::Store;

use crate::admission::{ConcurrencyLimiter, Permit};
use crate::error::CallError;
use crate::limits::Limits;
use crate::runtime::Runtime;
use crate::slot::{Class, Slot};
use crate::state::State;
use crate::trust::Trust;
use crate::watch::Watch;

/// A store and its instance. It holds its permit until it is dropped.
pub struct Running<I> {
    pub(crate) store: Store<State>,
    pub(crate) instance: I,
    pub(crate) slot: Slot,
    pub(crate) limits: Limits,
    pub(crate) watch: Arc<Watch>,
    /// The tenant it runs for, if any.
    pub(crate) tenant: Option<TenantId>,
    pub(crate) trust: Arc<Trust>,
    pub(crate) runtime: Arc<Runtime>,
    /// Released while a call runs [without it](Running::call_without_permit), and by [`Running::release_permit`].
    pub(crate) permit: Option<Permit>,
}

impl<I> Running<I> {
    /// Makes one call. After an error, the instance must not be called again; drop it.
    ///
    /// # Errors
    /// Returns the reason why the call gave no result.
    pub async fn call<T>(
        &mut self,
        call: impl AsyncFnOnce(&mut Store<State>, &I) -> wasmtime::Result<T>,
    ) -> Result<T, CallError> {
        self.trust.check(&self.slot)?;
        self.watch.restart();
        let done = {
            let call = pin!(call(&mut self.store, &self.instance));
            tokio::time::timeout(self.limits.deadline, self.watch.track(call)).await
        };
        let result = outcome(done, &self.watch, &self.slot, &self.limits);
        self.count(&result);
        result
    }

    /// Counts a call. Requests to endpoints are counted with their responses, see [`crate::Engine::http`].
    fn count<T>(&self, result: &Result<T, CallError>) {
        if self.slot.class != Class::Endpoint {
            self.runtime.counters.record_outcome(self.slot.class, result);
        }
    }

    /// Makes one call under other limits and without a permit of its class, so that a long call does not delay the
    /// others of the class. At most as many such calls run at once as `limiter` allows.
    ///
    /// # Errors
    /// Returns the errors of [`Running::call`].
    pub async fn call_without_permit<T>(
        &mut self,
        limiter: &ConcurrencyLimiter,
        limits: &Limits,
        call: impl AsyncFnOnce(&mut Store<State>, &I) -> wasmtime::Result<T>,
    ) -> Result<T, CallError> {
        self.trust.check(&self.slot)?;
        self.permit = None;
        let permit = limiter.acquire_for(&self.slot, limits, self.tenant.as_ref()).await?;
        self.watch.set_compute_limit(limits.compute);
        self.watch.restart();
        let done = {
            let call = pin!(call(&mut self.store, &self.instance));
            tokio::time::timeout(limits.deadline, self.watch.track(call)).await
        };
        let result = outcome(done, &self.watch, &self.slot, limits);
        self.count(&result);
        drop(permit);
        self.watch.set_compute_limit(self.limits.compute);
        self.resume().await?;
        result
    }

    /// Releases the permit and keeps everything else. No call may be made before [`Running::resume`].
    pub fn release_permit(&mut self) {
        self.permit = None;
    }

    /// Waits for a permit after [`Running::release_permit`].
    ///
    /// # Errors
    /// Returns [`CallError::Busy`] if the wait is over without a permit.
    pub async fn resume(&mut self) -> Result<(), CallError> {
        self.permit = Some(self.runtime.limiters.acquire(&self.slot, &self.limits, self.tenant.as_ref()).await?);
        Ok(())
    }

    /// Sets a permit that was already acquired, after [`Running::release_permit`].
    pub(crate) fn resume_with(&mut self, permit: Permit) {
        self.permit = Some(permit);
    }

    /// Returns the store's data, to pass arguments to a call and to read its results.
    pub fn state(&mut self) -> &mut State {
        self.store.data_mut()
    }
}

/// Converts what a call or an instantiation gave, or says why it gave nothing.
pub(crate) fn outcome<T>(
    done: Result<wasmtime::Result<T>, tokio::time::error::Elapsed>,
    watch: &Watch,
    slot: &Slot,
    limits: &Limits,
) -> Result<T, CallError> {
    match done {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => {
            let error = watch.classify(slot, limits, &error);
            tracing::warn!(%slot, "{error}");
            Err(error)
        }
        Err(_) => Err(CallError::Timeout { slot: slot.clone(), seconds: limits.deadline.as_secs() }),
    }
}
