//! The runtime: what all calls use and no binding changes. It knows nothing of the components that are bound, so it is
//! below them, and a pool of instances can hold it.

use std::sync::Arc;

use anyhow::Context as _;
use async_recursion::async_recursion as boxed;
use plumbline_inference::Models;
use plumbline_storage::{ComponentBytes, Scope, Storage};
use tokio::runtime::Handle;
use wasmtime::component::Component;

use crate::admission::ConcurrencyLimiters;
use crate::capabilities::model_runner::Inference;
use crate::capability::Capabilities;
use crate::compile::Compiler;
use crate::compiler_process::CompileError;
use crate::counts::Counters;
use crate::cpu_shares::CpuShares;
use crate::error::{CallError, Refusal};
use crate::limits::Limits;
use crate::linked::{self, Linked};
use crate::linkers::Linkers;
use crate::settings::{EngineSettings, EpochTicker, engine_config};
use crate::slot::{Class, Slot};
use crate::state::Services;

/// Wasmtime, the storage, the limits and the models.
pub(crate) struct Runtime {
    pub(crate) wasm: wasmtime::Engine,
    pub(crate) settings: Arc<EngineSettings>,
    pub(crate) storage: Storage,
    pub(crate) limiters: ConcurrencyLimiters,
    pub(crate) inference: Inference,
    pub(crate) cpu_shares: CpuShares,
    pub(crate) linkers: Linkers,
    pub(crate) compiler: Arc<Compiler>,
    pub(crate) counters: Counters,
    _ticker: EpochTicker,
}

impl Runtime {
    /// Starts the runtime with what the host offers to components.
    ///
    /// # Errors
    /// Returns an error if the cache directory cannot be used or the system grants no address space.
    pub(crate) fn start(
        storage: Storage,
        settings: EngineSettings,
        capabilities: Capabilities,
    ) -> anyhow::Result<Self> {
        let wasm = engine_config(&settings)
            .and_then(|config| wasmtime::Engine::new(&config))
            .map_err(|error| anyhow::anyhow!("{error:#}"))
            .context("starting the engine; with little address space, lower engine.instances")?;
        Ok(Self {
            linkers: Linkers::new(&wasm, capabilities).map_err(|error| anyhow::anyhow!("{error:#}"))?,
            compiler: Arc::new(Compiler::open(&wasm, &settings, storage.shared_code.clone())?),
            counters: Counters::default(),
            _ticker: EpochTicker::start(&wasm).context("starting the epoch's thread")?,
            limiters: ConcurrencyLimiters::new(|class| settings.limits.of(class).concurrent),
            inference: Inference::new(settings.models.as_ref().map(Models::in_folder).unwrap_or_default()),
            cpu_shares: CpuShares::new(Handle::current().metrics().num_workers()),
            wasm,
            settings: Arc::new(settings),
            storage,
        })
    }

    /// Returns the limits of a class.
    pub(crate) fn limits(&self, class: Class) -> &Limits {
        self.settings.limits.of(class)
    }

    /// Returns the services for a tenant's endpoints and workers.
    ///
    /// # Errors
    /// Returns an error if the tenant's database cannot be opened.
    pub(crate) async fn services(&self, scope: &Scope, slot: &Slot) -> Result<Services, CallError> {
        let database = self.storage.tenant(scope).await.map_err(|error| CallError::Unavailable {
            slot: slot.clone(),
            cause: format!("the tenant's database cannot be opened: {error:#}"),
        })?;
        Ok(Services {
            scope: scope.clone(),
            database,
            storage: self.storage.clone(),
            settings: Arc::clone(&self.settings),
            fence: None,
        })
    }

    /// Returns the component of these bytes, from the cache or compiled.
    #[boxed]
    pub(crate) async fn compile(&self, bytes: ComponentBytes) -> Result<Component, CompileError> {
        let compiler = Arc::clone(&self.compiler);
        let compiled = tokio::task::spawn_blocking(move || compiler.component(&bytes)).await;
        compiled.unwrap_or_else(|error| Err(CompileError::Process(format!("compiling it failed: {error}"))))
    }

    /// Checks a component's imports and exports, and links it.
    pub(crate) fn link(&self, slot: &Slot, component: &Component) -> Result<Linked, Refusal> {
        linked::link(&self.wasm, &self.linkers, slot, component)
    }
}
