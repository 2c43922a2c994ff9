//! The engine: it runs components for all tenants, by the bindings of its registry.

use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;

use ::http::Extensions;
use async_recursion::async_recursion as boxed;
use bytes::Bytes;
use plumbline_storage::{ComponentBytes, Publication, Scope, Storage, TenantId};
use tracing::Instrument as _;
use wasmtime::Store;

use crate::capability::Capabilities;
use crate::compute::{Compute, Task};
use crate::description::Description;
use crate::error::{CallError, Refusal};
use crate::inspect::Described;
use crate::limits::Limits;
use crate::linked::Linked;
use crate::loaded::Loaded;
use crate::registry::Registry;
use crate::run::Running;
use crate::runtime::Runtime;
use crate::settings::EngineSettings;
use crate::slot::{Class, Slot};
use crate::state::State;
use crate::{calls, http, loading, spans};

/// Runs components for all tenants. It is cheap to clone. Dropping the last clone stops it.
#[derive(Clone)]
pub struct Engine(Arc<Shared>);

/// A published component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    /// The hexadecimal SHA-256 of its bytes, which a binding refers to.
    pub digest: String,
    /// The component's description.
    pub description: Description,
}

/// What the clones of an engine share.
struct Shared {
    runtime: Arc<Runtime>,
    registry: Registry,
    /// What capabilities share between calls, by type.
    extensions: Extensions,
    compute: Compute,
}

impl Engine {
    /// Starts the engine with what the host offers to components, and loads every bound component. The bindings are
    /// read again at intervals, see [`EngineSettings::registry_poll`].
    ///
    /// # Errors
    /// Returns an error if the cache directory cannot be used, the system grants no address space, or the bindings
    /// cannot be read. A component that cannot be loaded is not an error: it is logged and its slot is empty.
    #[boxed]
    pub async fn start(storage: Storage, settings: EngineSettings, capabilities: Capabilities) -> anyhow::Result<Self> {
        let extensions = capabilities.start(&settings);
        let runtime = Arc::new(Runtime::start(storage, settings, capabilities)?);
        let registry = Registry::new(Arc::clone(&runtime));
        let shared = Arc::new(Shared { runtime, registry, extensions, compute: Compute::start()? });
        shared.registry.refresh().await?;
        keep_fresh(&shared);
        Ok(Self(shared))
    }

    /// Returns what all calls use.
    pub(crate) fn runtime(&self) -> &Arc<Runtime> {
        &self.0.runtime
    }

    /// Returns the registry: which component serves which slot.
    pub fn registry(&self) -> &Registry {
        &self.0.registry
    }

    /// Returns the state of a capability that calls of all tenants share, as it was when the engine started.
    pub fn extension<T: Clone + Send + Sync + 'static>(&self) -> Option<&T> {
        self.0.extensions.get()
    }

    /// Returns the limits of a class.
    pub fn limits(&self, class: Class) -> &Limits {
        self.0.runtime.limits(class)
    }

    /// Runs a future on the compute threads, so that guests that compute for seconds do not delay requests. Dropping
    /// the handle aborts it.
    pub fn spawn_compute<T: Send + 'static>(&self, future: impl Future<Output = T> + Send + 'static) -> Task<T> {
        self.0.compute.spawn(future)
    }

    /// Compiles, checks and describes a component, without storing or binding it.
    ///
    /// # Errors
    /// Returns the [`Refusal`] if the component does not fit.
    pub async fn load(&self, slot: &Slot, component: impl Into<ComponentBytes>) -> Result<Loaded, Refusal> {
        loading::load(&self.0.runtime, slot, component.into(), Vec::new()).await
    }

    /// Compiles a component and checks its imports and exports. Returns its own description too, if its class has one,
    /// which is not checked against the slot.
    ///
    /// # Errors
    /// Returns the [`Refusal`] if the component does not fit.
    pub async fn prepare(
        &self,
        slot: &Slot,
        component: impl Into<ComponentBytes>,
    ) -> Result<(Loaded, Option<Described>), Refusal> {
        loading::prepare(&self.0.runtime, slot, component.into(), Vec::new()).await
    }

    /// Loads the code of a component, if it is not loaded.
    ///
    /// # Errors
    /// Returns [`CallError::NotLoaded`] if it cannot be loaded.
    #[boxed]
    pub async fn load_code(&self, loaded: &Loaded) -> Result<(), CallError> {
        loaded.code.get(&self.0.runtime, &loaded.slot, &loaded.digest).await.map(drop)
    }

    /// Returns whether all models are in their folder.
    pub fn has_models(&self) -> bool {
        self.0.runtime.inference.models.is_complete()
    }

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
                Linked::Driven(_, prepared) => prepared.instances.downcast_ref::<P>(),
                Linked::Endpoint(..) | Linked::Worker(_) => None,
            };
            let prepared = prepared.ok_or_else(|| wasmtime::format_err!("it is of another class"))?;
            instantiate(store, prepared).await
        };
        Running::start(self.runtime(), loaded, tenant, None, instantiate).await
    }

    /// Sends a request to an endpoint component and collects its response. `headers` are the internal headers, which
    /// identify the caller; see `wit/endpoint`. They take precedence over headers of the request with the same names.
    ///
    /// # Errors
    /// Returns an error if the component gave no response. [`CallError::code`] is the problem code for the caller.
    #[boxed]
    pub async fn http(
        &self,
        scope: &Scope,
        loaded: &Arc<Loaded>,
        request: ::http::Request<Bytes>,
        headers: &[(&str, &[u8])],
    ) -> Result<::http::Response<Bytes>, CallError> {
        let span = spans::component(&loaded.slot);
        let answered = match (loaded.trust.check(&loaded.slot), loaded.code.present()) {
            (Err(withdrawn), _) => Err(withdrawn),
            (Ok(()), Some(Linked::Endpoint(_, Some(calls)))) => {
                // Pinned in place, because instrumenting a future moves it.
                let answering = pin!(calls::call(&self.0.runtime, scope, loaded, calls, request, headers));
                answering.instrument(span.clone()).await
            }
            // On the heap, because it is rare and would be most of this future, which is moved with every call.
            (Ok(()), _) => {
                Box::pin(http::call(&self.0.runtime, scope, loaded, request, headers)).instrument(span.clone()).await
            }
        };
        spans::ended(&span, &answered);
        self.0.runtime.counters.record_outcome(Class::Endpoint, &answered);
        answered
    }

    /// Checks whether a component fits a slot, compiles it and asks for its description.
    ///
    /// # Errors
    /// Returns the [`Refusal`] if the component does not fit.
    pub async fn inspect(&self, slot: &Slot, component: impl Into<ComponentBytes>) -> Result<Description, Refusal> {
        self.load(slot, component.into()).await.map(|loaded| loaded.description)
    }

    /// Checks a component and stores it, ready to be bound.
    ///
    /// # Errors
    /// Returns a [`Refusal`] with its reason, or an error of the storage.
    pub async fn publish(
        &self,
        slot: &Slot,
        component: impl Into<ComponentBytes>,
        publication: &Publication,
    ) -> anyhow::Result<Published> {
        self.publish_component(slot, component.into(), publication).await
    }

    #[boxed]
    async fn publish_component(
        &self,
        slot: &Slot,
        component: ComponentBytes,
        publication: &Publication,
    ) -> anyhow::Result<Published> {
        // Verified before any code of the component runs.
        let control = &self.0.runtime.storage.control;
        control.verify(&slot.to_string(), component.digest(), publication).await?;
        let description = self.inspect(slot, component.clone()).await?;
        let json = serde_json::to_string(&description)?;
        control.publish(&slot.to_string(), &description.version, &json, publication, &component).await?;
        Ok(Published { digest: component.digest().to_owned(), description })
    }

    /// Compiles a component into the cache and returns the file's path. Takes up to a minute of all cores.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a component, or if compiling them exceeds a limit.
    pub async fn compile(&self, component: impl Into<ComponentBytes>) -> anyhow::Result<PathBuf> {
        let component = component.into();
        let path = self.0.runtime.compiler.path(component.digest());
        self.0.runtime.compile(component).await?;
        Ok(path)
    }
}

/// Reads the bindings at intervals until the engine is dropped.
fn keep_fresh(shared: &Arc<Shared>) {
    let (weak, pause) = (Arc::downgrade(shared), shared.runtime.settings.registry_poll);
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(pause).await;
            let Some(shared) = weak.upgrade() else { return };
            if let Err(error) = shared.registry.refresh().await {
                tracing::warn!("the bindings could not be read: {error:#}");
            }
            if let Err(error) = shared.registry.judge_stages().await {
                tracing::warn!("the stages could not be judged: {error:#}");
            }
        }
    });
}
