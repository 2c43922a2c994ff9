//! One instance of a component and calls into it, each within its class's limits. Requests over HTTP do not run here,
//! because they share instances (`http`).

use std::pin::pin;
use std::sync::Arc;

use plumbline_storage::TenantId;
use wasmtime::Store;

use crate::admission::{ConcurrencyLimiter, Permit};
use crate::counts::Counters;
use crate::engine::{Engine, Shared};
use crate::error::CallError;
use crate::inspect::Linked;
use crate::limits::Limits;
use crate::registry::Loaded;
use crate::slot::{Class, Slot};
use crate::state::{Services, State};
use crate::trust::Trust;
use crate::watch::Watch;

/// A store and its instance. It holds its permit until it is dropped.
pub struct Running<I> {
    store: Store<State>,
    instance: I,
    slot: Slot,
    limits: Limits,
    watch: Arc<Watch>,
    /// The tenant it runs for, if any.
    tenant: Option<TenantId>,
    trust: Arc<Trust>,
    counters: Arc<Counters>,
    /// Released while a call runs [without it](Running::call_without_permit), and by [`Running::release_permit`].
    permit: Option<Permit>,
}

impl Engine {
    /// Waits for a permit and instantiates a component that a capability drives, without services of a tenant. `P` is
    /// the form in which its driver prepared it. A call of `describe` runs for no tenant.
    ///
    /// # Errors
    /// Returns the reason why there is no instance.
    pub async fn start_driven<P: 'static, I>(
        &self,
        loaded: &Loaded,
        tenant: Option<&TenantId>,
        instantiate: impl AsyncFnOnce(&mut Store<State>, &P) -> wasmtime::Result<I>,
    ) -> Result<Running<I>, CallError> {
        let instantiate = async |store: &mut Store<State>, linked: &Linked| {
            let prepared = match linked {
                Linked::Driven(prepared) => prepared.instances.downcast_ref::<P>(),
                Linked::Endpoint(..) | Linked::Worker(_) => None,
            };
            let prepared = prepared.ok_or_else(|| wasmtime::format_err!("it is of another class"))?;
            instantiate(store, prepared).await
        };
        Running::start(self.shared(), loaded, tenant, None, instantiate).await
    }
}

impl<I> Running<I> {
    /// Waits for a permit and instantiates the component. A call of `describe` runs for no tenant.
    pub(crate) async fn start(
        engine: &Shared,
        loaded: &Loaded,
        tenant: Option<&TenantId>,
        services: Option<Services>,
        instantiate: impl AsyncFnOnce(&mut Store<State>, &Linked) -> wasmtime::Result<I>,
    ) -> Result<Self, CallError> {
        let limits = *engine.settings.limits.of(loaded.slot.class);
        let started = match engine.limiters.acquire(&loaded.slot, &limits, tenant).await {
            Ok(permit) => Self::begin(engine, loaded, tenant, services, permit, instantiate).await,
            Err(busy) => Err(busy),
        };
        // A call that could not start ends here. Otherwise its calls are counted.
        if started.is_err() && loaded.slot.class != Class::Endpoint {
            engine.counters.record_outcome(loaded.slot.class, &started);
        }
        started
    }

    /// Instantiates the component with a permit that was already acquired.
    pub(crate) async fn begin(
        engine: &Shared,
        loaded: &Loaded,
        tenant: Option<&TenantId>,
        services: Option<Services>,
        permit: Permit,
        instantiate: impl AsyncFnOnce(&mut Store<State>, &Linked) -> wasmtime::Result<I>,
    ) -> Result<Self, CallError> {
        let limits = *engine.settings.limits.of(loaded.slot.class);
        loaded.trust.check(&loaded.slot)?;
        let linked = loaded.code.get(engine, &loaded.slot, &loaded.digest).await?;
        let state = State::new(loaded, &limits, services, engine.inference.clone());
        let watch = Arc::clone(&state.watch);
        let mut store = Store::new(&engine.wasm, state);
        // Endpoints and workers run on the threads that serve requests. The components that workers drive do not.
        let served = matches!(loaded.slot.class, Class::Endpoint | Class::Worker);
        let share = served.then(|| engine.cpu_shares.of(tenant));
        store.limiter(|state| &mut state.limiter);
        watch.apply_limits(&mut store, &limits, share);
        let starting = Box::pin(instantiate(&mut store, linked));
        let started = tokio::time::timeout(limits.deadline, watch.track(starting)).await;
        let instance = outcome(started, &watch, &loaded.slot, &limits)?;
        engine.counters.made(loaded.slot.class);
        let (slot, tenant, trust) = (loaded.slot.clone(), tenant.cloned(), Arc::clone(&loaded.trust));
        let counters = Arc::clone(&engine.counters);
        Ok(Self { store, instance, slot, limits, watch, tenant, trust, counters, permit: Some(permit) })
    }

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
            self.counters.record_outcome(self.slot.class, result);
        }
    }

    /// Makes one call under other limits and without a permit of its class, so that a long call does not delay the
    /// others of the class. At most as many such calls run at once as `limiter` allows.
    ///
    /// # Errors
    /// Returns the errors of [`Running::call`].
    pub async fn call_without_permit<T>(
        &mut self,
        engine: &Engine,
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
        self.resume(engine).await?;
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
    pub async fn resume(&mut self, engine: &Engine) -> Result<(), CallError> {
        self.permit = Some(engine.shared().limiters.acquire(&self.slot, &self.limits, self.tenant.as_ref()).await?);
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

fn outcome<T>(
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
