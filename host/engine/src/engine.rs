//! The engine: the state that is created once and shared by every call.

use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;

use ::http::Extensions;
use anyhow::Context as _;
use bytes::Bytes;
use plumbline_inference::Models;
use plumbline_storage::{Publication, Scope, Storage};
use tokio::runtime::Handle;
use tracing::Instrument as _;
use wasmtime::component::Component;

use crate::admission::ConcurrencyLimiters;
use crate::canary::CallKey;
use crate::capabilities::Capabilities;
use crate::capabilities::inference::Inference;
use crate::code::Code;
use crate::code_cache::digest;
use crate::compile::Compiler;
use crate::compiler_process::CompileError;
use crate::compute::{Compute, Task};
use crate::counts::Counters;
use crate::cpu_shares::CpuShares;
use crate::description::Description;
use crate::error::{CallError, Refusal};
use crate::http::Pools;
use crate::inspect::{self, Described, Linked};
use crate::limits::Limits;
use crate::linkers::Linkers;
use crate::log::ComponentLog;
use crate::registry::{Loaded, Registry};
use crate::settings::{EngineSettings, EpochTicker, engine_config};
use crate::slot::{Class, Slot};
use crate::state::Services;
use crate::{calls, http, spans};

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

/// The state that every call uses.
pub(crate) struct Shared {
    pub(crate) wasm: wasmtime::Engine,
    pub(crate) settings: EngineSettings,
    pub(crate) storage: Storage,
    pub(crate) registry: Registry,
    pub(crate) limiters: ConcurrencyLimiters,
    pub(crate) inference: Inference,
    pub(crate) cpu_shares: CpuShares,
    /// What capabilities share between calls, by type.
    extensions: Extensions,
    pub(crate) linkers: Linkers,
    pub(crate) compiler: Arc<Compiler>,
    pub(crate) counters: Arc<Counters>,
    compute: Compute,
    _ticker: EpochTicker,
}

impl Engine {
    /// Starts the engine with what the host offers to components, and loads every bound component. The bindings are
    /// read again at intervals, see [`EngineSettings::registry_poll`].
    ///
    /// # Errors
    /// Returns an error if the cache directory cannot be used, the system grants no address space, or the bindings
    /// cannot be read. A component that cannot be loaded is not an error: it is logged and its slot is empty.
    pub async fn start(storage: Storage, settings: EngineSettings, capabilities: Capabilities) -> anyhow::Result<Self> {
        let wasm = engine_config(&settings)
            .and_then(|config| wasmtime::Engine::new(&config))
            .map_err(|error| anyhow::anyhow!("{error:#}"))
            .context("starting the engine; with little address space, lower engine.instances")?;
        let shared = Arc::new(Shared {
            extensions: capabilities.start(&settings),
            linkers: Linkers::new(&wasm, capabilities).map_err(|error| anyhow::anyhow!("{error:#}"))?,
            compiler: Arc::new(Compiler::open(&wasm, &settings)?),
            counters: Arc::default(),
            compute: Compute::start()?,
            _ticker: EpochTicker::start(&wasm).context("starting the epoch's thread")?,
            limiters: ConcurrencyLimiters::new(|class| settings.limits.of(class).concurrent),
            inference: Inference::new(settings.models.as_ref().map(Models::in_folder).unwrap_or_default()),
            cpu_shares: CpuShares::new(Handle::current().metrics().num_workers()),
            registry: Registry::default(),
            wasm,
            settings,
            storage,
        });
        // The registry loads components through the engine that owns it.
        let _ = shared.registry.engine.set(Arc::downgrade(&shared));
        shared.registry.refresh().await?;
        keep_fresh(&shared);
        Ok(Self(shared))
    }

    /// Returns a handle of a running engine.
    pub(crate) const fn of(shared: Arc<Shared>) -> Self {
        Self(shared)
    }

    /// Returns the state that every call uses.
    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.0
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
        self.0.settings.limits.of(class)
    }

    /// Runs a future on the compute threads, so that guests that compute for seconds do not delay requests. Dropping
    /// the handle aborts it.
    pub fn spawn_compute<T: Send + 'static>(&self, future: impl Future<Output = T> + Send + 'static) -> Task<T> {
        self.0.compute.spawn(future)
    }

    /// Returns the services that jobs of a tenant get.
    ///
    /// # Errors
    /// Returns an error if the tenant's database cannot be opened.
    pub async fn services(&self, scope: &Scope, slot: &Slot) -> Result<Services, CallError> {
        self.0.services(scope, slot).await
    }

    /// Compiles, checks and describes a component, without storing or binding it.
    ///
    /// # Errors
    /// Returns the [`Refusal`] if the component does not fit.
    pub async fn load(&self, slot: &Slot, bytes: Bytes) -> Result<Loaded, Refusal> {
        self.0.load(slot, bytes, Vec::new()).await
    }

    /// Compiles a component and checks its imports and exports. Returns its own description too, if its class has one,
    /// which is not checked against the slot.
    ///
    /// # Errors
    /// Returns the [`Refusal`] if the component does not fit.
    pub async fn prepare(&self, slot: &Slot, bytes: Bytes) -> Result<(Loaded, Option<Described>), Refusal> {
        self.0.prepare(slot, bytes, Vec::new()).await
    }

    /// Loads the code of a component, if it is not loaded.
    ///
    /// # Errors
    /// Returns [`CallError::NotLoaded`] if it cannot be loaded.
    pub async fn load_code(&self, loaded: &Loaded) -> Result<(), CallError> {
        loaded.code.get(&self.0, &loaded.slot, &loaded.digest).await.map(drop)
    }

    /// Returns whether all models are in their folder.
    pub fn has_models(&self) -> bool {
        self.0.inference.models.is_complete()
    }

    /// Sends a request to an endpoint component and collects its response. `headers` are the internal headers, which
    /// identify the caller; see `wit/endpoint`. They take precedence over headers of the request with the same names.
    ///
    /// # Errors
    /// Returns an error if the component gave no response. [`CallError::code`] is the problem code for the caller.
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
                let answering = pin!(calls::call(&self.0, scope, loaded, calls, request, headers));
                answering.instrument(span.clone()).await
            }
            // On the heap, because it is rare and would be most of this future, which is moved with every call.
            (Ok(()), _) => {
                Box::pin(http::call(&self.0, scope, loaded, request, headers)).instrument(span.clone()).await
            }
        };
        spans::ended(&span, &answered);
        self.0.counters.record_outcome(Class::Endpoint, &answered);
        answered
    }

    /// Checks whether a component fits a slot, compiles it and asks for its description.
    ///
    /// # Errors
    /// Returns the [`Refusal`] if the component does not fit.
    pub async fn inspect(&self, slot: &Slot, bytes: impl Into<Bytes>) -> Result<Description, Refusal> {
        self.0.load(slot, bytes.into(), Vec::new()).await.map(|loaded| loaded.description)
    }

    /// Checks a component and stores it, ready to be bound.
    ///
    /// # Errors
    /// Returns a [`Refusal`] with its reason, or an error of the storage.
    pub async fn publish(
        &self,
        slot: &Slot,
        bytes: impl Into<Bytes>,
        publication: &Publication,
    ) -> anyhow::Result<Published> {
        let bytes = bytes.into();
        let digest = digest(&bytes);
        // Verified before any code of the component runs.
        self.0.storage.control.verify(&slot.to_string(), &digest, publication).await?;
        let description = self.inspect(slot, bytes.clone()).await?;
        let json = serde_json::to_string(&description)?;
        let control = &self.0.storage.control;
        control.publish(&digest, &slot.to_string(), &description.version, &json, publication, bytes).await?;
        Ok(Published { digest, description })
    }

    /// Compiles a component into the cache and returns the file's path. Takes up to a minute of all cores.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a component, or if compiling them exceeds a limit.
    pub async fn compile(&self, bytes: Bytes) -> anyhow::Result<PathBuf> {
        let path = self.0.compiler.path(&digest(&bytes));
        self.0.compile(bytes).await?;
        Ok(path)
    }
}

impl Shared {
    /// Returns the services for a tenant's endpoints and workers.
    pub(crate) async fn services(self: &Arc<Self>, scope: &Scope, slot: &Slot) -> Result<Services, CallError> {
        let database = self.storage.tenant(scope).await.map_err(|error| CallError::Unavailable {
            slot: slot.clone(),
            cause: format!("the tenant's database cannot be opened: {error:#}"),
        })?;
        Ok(Services {
            scope: scope.clone(),
            database,
            storage: self.storage.clone(),
            engine: Arc::clone(self),
            call: CallKey::default(),
        })
    }

    /// Returns the component of these bytes, from the cache or compiled.
    pub(crate) async fn compile(&self, bytes: Bytes) -> Result<Component, CompileError> {
        let compiler = Arc::clone(&self.compiler);
        let compiled = tokio::task::spawn_blocking(move || compiler.component(&bytes)).await;
        compiled.unwrap_or_else(|error| Err(CompileError::Process(format!("compiling it failed: {error}"))))
    }

    /// Compiles, checks and describes a component.
    pub(crate) async fn load(
        self: &Arc<Self>,
        slot: &Slot,
        bytes: Bytes,
        settings: Vec<(String, String)>,
    ) -> Result<Loaded, Refusal> {
        let (mut loaded, described) = self.prepare(slot, bytes, settings).await?;
        if let Some(described) = described {
            loaded.description = described.check(slot)?;
        }
        Ok(loaded)
    }

    /// Compiles a component, checks its imports and exports, and asks for its description if its class has one.
    pub(crate) async fn prepare(
        self: &Arc<Self>,
        slot: &Slot,
        bytes: Bytes,
        settings: Vec<(String, String)>,
    ) -> Result<(Loaded, Option<Described>), Refusal> {
        let digest = digest(&bytes);
        let component = self.compile(bytes.clone()).await.map_err(|error| match error {
            CompileError::NotAComponent(cause) => Refusal::NotAComponent(cause),
            other => Refusal::NotCompiled { slot: slot.clone(), digest: digest.clone(), cause: other.to_string() },
        })?;
        let linked = inspect::link(&self.wasm, &self.linkers, slot, &component)?;
        let driver = self.linkers.driver(slot.class);
        let section = driver.as_ref().and_then(|driver| driver.format_section());
        let log = ComponentLog::new(format!("{slot}@{}", digest.get(..12).unwrap_or(&digest)));
        let loaded = Loaded {
            slot: slot.clone(),
            description: inspect::describe_plain(slot, &bytes, &digest)?,
            settings,
            format: section.map(|name| inspect::format_in(slot, &bytes, name)).transpose()?.flatten(),
            trust: Arc::default(),
            log: Arc::new(log),
            code: Code::new(linked),
            pools: Pools::default(),
            warm: calls::Pools::default(),
            digest,
        };
        let failed = |error: CallError| Refusal::Call(error.to_string());
        let Some(driver) = driver else { return Ok((loaded, None)) };
        let described = driver.describe(&Engine(Arc::clone(self)), &loaded).await;
        Ok((loaded, Some(described.map_err(failed)?)))
    }
}

/// Reads the bindings at intervals until the engine is dropped.
fn keep_fresh(shared: &Arc<Shared>) {
    let (weak, pause) = (Arc::downgrade(shared), shared.settings.registry_poll);
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(pause).await;
            let Some(shared) = weak.upgrade() else { return };
            if let Err(error) = shared.registry.refresh().await {
                tracing::warn!("the bindings could not be read: {error:#}");
            }
            if let Err(error) = shared.registry.judge_stages().await {
                tracing::warn!("the stages could not be looked at: {error:#}");
            }
        }
    });
}
