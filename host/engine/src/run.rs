//! One instance of a component and calls into it, each within its class's limits. Requests by HTTP are not run here: they
//! share instances (`http`).

use std::pin::pin;
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use wasmtime::Store;

use crate::engine::Shared;
use crate::error::CallError;
use crate::inspect::Linked;
use crate::limits::Limits;
use crate::registry::Loaded;
use crate::slot::{Class, Slot};
use crate::state::{Services, State};
use crate::trust::Trust;
use crate::watch::Watch;

/// How many calls of each class may run, over all tenants. First come, first served.
pub(crate) struct Turns([Arc<Semaphore>; Class::ALL.len()]);

impl Turns {
    pub(crate) fn new(limits: impl Fn(Class) -> usize) -> Self {
        Self(Class::ALL.map(|class| Arc::new(Semaphore::new(limits(class).min(Semaphore::MAX_PERMITS)))))
    }

    fn of(&self, class: Class) -> &Arc<Semaphore> {
        &self.0[class as usize]
    }

    /// Waits for a turn, at most as long as the class waits.
    pub(crate) async fn take(&self, slot: &Slot, limits: &Limits) -> Result<OwnedSemaphorePermit, CallError> {
        let turns = Arc::clone(self.of(slot.class));
        // The common case costs no timer.
        if let Ok(permit) = Arc::clone(&turns).try_acquire_owned() {
            return Ok(permit);
        }
        match tokio::time::timeout(limits.wait, turns.acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(CallError::Busy { slot: slot.clone() }),
        }
    }
}

/// A store and the instance in it. It holds its turn until it is dropped.
pub(crate) struct Running<I> {
    store: Store<State>,
    instance: I,
    slot: Slot,
    limits: Limits,
    watch: Arc<Watch>,
    trust: Arc<Trust>,
    /// Given back while a call runs [aside](Running::call_aside), and at [rest](Running::rest).
    turn: Option<OwnedSemaphorePermit>,
}

impl<I> Running<I> {
    /// Waits for a turn and instantiates.
    pub(crate) async fn start(
        engine: &Shared,
        loaded: &Loaded,
        services: Option<Services>,
        instantiate: impl AsyncFnOnce(&mut Store<State>, &Linked) -> wasmtime::Result<I>,
    ) -> Result<Self, CallError> {
        let limits = *engine.settings.limits.of(loaded.slot.class);
        let turn = engine.turns.take(&loaded.slot, &limits).await?;
        Self::begin(engine, loaded, services, turn, instantiate).await
    }

    /// Instantiates, in a turn that was waited for.
    pub(crate) async fn begin(
        engine: &Shared,
        loaded: &Loaded,
        services: Option<Services>,
        turn: OwnedSemaphorePermit,
        instantiate: impl AsyncFnOnce(&mut Store<State>, &Linked) -> wasmtime::Result<I>,
    ) -> Result<Self, CallError> {
        let limits = *engine.settings.limits.of(loaded.slot.class);
        loaded.trust.check(&loaded.slot)?;
        let linked = loaded.code.get(engine, &loaded.slot, &loaded.digest).await?;
        let state = State::new(loaded, &limits, services, engine.inference.clone());
        let watch = Arc::clone(&state.watch);
        let mut store = Store::new(&engine.wasm, state);
        // Endpoints and workers run where requests are served; what workers drive does not.
        let served = matches!(loaded.slot.class, Class::Endpoint | Class::Worker);
        let slices = served.then(|| Arc::clone(&engine.slices));
        watch.guard(&mut store, &limits, slices);
        let starting = Box::pin(instantiate(&mut store, linked));
        let started = tokio::time::timeout(limits.deadline, watch.watched(starting)).await;
        let instance = outcome(started, &watch, &loaded.slot, &limits)?;
        let trust = Arc::clone(&loaded.trust);
        Ok(Self { store, instance, slot: loaded.slot.clone(), limits, watch, trust, turn: Some(turn) })
    }

    /// One call. After an error the instance must not be called again; drop it.
    pub(crate) async fn call<T>(
        &mut self,
        call: impl AsyncFnOnce(&mut Store<State>, &I) -> wasmtime::Result<T>,
    ) -> Result<T, CallError> {
        self.trust.check(&self.slot)?;
        self.watch.restart();
        let call = pin!(call(&mut self.store, &self.instance));
        let done = tokio::time::timeout(self.limits.deadline, self.watch.watched(call)).await;
        outcome(done, &self.watch, &self.slot, &self.limits)
    }

    /// One call under other limits and outside the turns of its class, which goes on meanwhile: for what takes so long
    /// that it must not keep the others waiting. At most as many such calls run at once as `turns` has.
    pub(crate) async fn call_aside<T>(
        &mut self,
        engine: &Shared,
        turns: &Arc<Semaphore>,
        limits: &Limits,
        call: impl AsyncFnOnce(&mut Store<State>, &I) -> wasmtime::Result<T>,
    ) -> Result<T, CallError> {
        self.trust.check(&self.slot)?;
        self.turn = None;
        let waited = tokio::time::timeout(limits.wait, Arc::clone(turns).acquire_owned()).await;
        let Ok(Ok(place)) = waited else { return Err(CallError::Busy { slot: self.slot.clone() }) };
        self.watch.allow(limits.compute);
        self.watch.restart();
        let call = pin!(call(&mut self.store, &self.instance));
        let done = tokio::time::timeout(limits.deadline, self.watch.watched(call)).await;
        let result = outcome(done, &self.watch, &self.slot, limits);
        drop(place);
        self.watch.allow(self.limits.compute);
        self.turn = Some(engine.turns.take(&self.slot, &self.limits).await?);
        result
    }

    /// Gives the turn back, and everything else is kept. Nothing may be called before [`Running::resume`].
    pub(crate) fn rest(&mut self) {
        self.turn = None;
    }

    /// Waits for a turn after a [`Running::rest`].
    pub(crate) async fn resume(&mut self, engine: &Shared) -> Result<(), CallError> {
        self.turn = Some(engine.turns.take(&self.slot, &self.limits).await?);
        Ok(())
    }

    /// Takes a turn that was waited for, after a [`Running::rest`].
    pub(crate) fn go_on(&mut self, turn: OwnedSemaphorePermit) {
        self.turn = Some(turn);
    }

    /// The store's data, to give a call its arguments and to take what it left.
    pub(crate) fn state(&mut self) -> &mut State {
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
