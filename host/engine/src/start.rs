//! Makes instances of loaded components.

use std::sync::Arc;

use plumbline_storage::TenantId;
use wasmtime::Store;

use crate::admission::Permit;
use crate::error::CallError;
use crate::linked::Linked;
use crate::loaded::Loaded;
use crate::run::{Running, outcome};
use crate::runtime::Runtime;
use crate::slot::Class;
use crate::state::{Services, State};

impl<I> Running<I> {
    /// Waits for a permit and instantiates the component. A call of `describe` runs for no tenant.
    pub(crate) async fn start(
        runtime: &Arc<Runtime>,
        loaded: &Loaded,
        tenant: Option<&TenantId>,
        services: Option<Services>,
        instantiate: impl AsyncFnOnce(&mut Store<State>, &Linked) -> wasmtime::Result<I>,
    ) -> Result<Self, CallError> {
        let limits = *runtime.limits(loaded.slot.class);
        let started = match runtime.limiters.acquire(&loaded.slot, &limits, tenant).await {
            Ok(permit) => Self::begin(runtime, loaded, tenant, services, permit, instantiate).await,
            Err(busy) => Err(busy),
        };
        // A call that could not start ends here. Otherwise its calls are counted.
        if started.is_err() && loaded.slot.class != Class::Endpoint {
            runtime.counters.record_outcome(loaded.slot.class, &started);
        }
        started
    }

    /// Instantiates the component with a permit that was already acquired.
    pub(crate) async fn begin(
        runtime: &Arc<Runtime>,
        loaded: &Loaded,
        tenant: Option<&TenantId>,
        services: Option<Services>,
        permit: Permit,
        instantiate: impl AsyncFnOnce(&mut Store<State>, &Linked) -> wasmtime::Result<I>,
    ) -> Result<Self, CallError> {
        let limits = *runtime.limits(loaded.slot.class);
        loaded.trust.check(&loaded.slot)?;
        let linked = loaded.code.get(runtime, &loaded.slot, &loaded.digest).await?;
        let state = State::new(&loaded.log, &loaded.settings, &limits, services, runtime.inference.clone());
        let watch = Arc::clone(&state.watch);
        let mut store = Store::new(&runtime.wasm, state);
        // Endpoints and workers run on the threads that serve requests. The components that workers drive do not.
        let served = matches!(loaded.slot.class, Class::Endpoint | Class::Worker);
        let share = served.then(|| runtime.cpu_shares.of(tenant));
        store.limiter(|state| &mut state.limiter);
        watch.apply_limits(&mut store, &limits, share);
        let starting = Box::pin(instantiate(&mut store, linked));
        let started = tokio::time::timeout(limits.deadline, watch.track(starting)).await;
        let instance = outcome(started, &watch, &loaded.slot, &limits)?;
        runtime.counters.made(loaded.slot.class);
        let (slot, tenant, trust) = (loaded.slot.clone(), tenant.cloned(), Arc::clone(&loaded.trust));
        let runtime = Arc::clone(runtime);
        Ok(Self { store, instance, slot, limits, watch, tenant, trust, runtime, permit: Some(permit) })
    }
}
