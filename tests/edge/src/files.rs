//! The composed files, each served by instances as in Spin: up to 128 requests per instance, 16 at a time.

use std::collections::BTreeMap;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use plumbline_engine::FunctionCache;
use routefinder::Router;
use sha2::{Digest as _, Sha256};
use wasmtime::component::{Component, GuestTaskId, HasSelf, Linker};
use wasmtime::{Config, Engine, Store, StoreContextMut};
use wasmtime_wasi_http::WasiHttpView as _;
use wasmtime_wasi_http::handler::{
    HandlerState, Instance, ProxyHandler, ProxyPre, ShouldAccept, WorkerExpiration, WorkerState, WorkerStatus,
};
use wasmtime_wasi_http::p3::bindings::ServicePre;

use crate::manifest::{Manifest, RuntimeOptions};
use crate::sqlite::{self, DATABASE};
use crate::state::{ComponentSettings, State};
use crate::{postgres, variables};

/// Spin's defaults.
const MAX_REQUESTS: usize = 128;
const MAX_CONCURRENT_REQUESTS: usize = 16;
/// How long an idle instance waits for a request, and how long a request waits for its response.
const IDLE_TIMEOUT: Duration = Duration::from_secs(1);
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// All files of an application, and their routes.
pub(crate) struct Files {
    handlers: BTreeMap<String, ProxyHandler<File>>,
    routes: Router<String>,
}

impl Files {
    /// Compiles and links the files of a manifest. A file that imports an interface that Spin lacks is refused here.
    /// Machine code is cached in the folder `cache_dir`.
    pub(crate) fn open(path: &Path, options: &RuntimeOptions, cache_dir: &Path) -> Result<Self> {
        let engine = Engine::new(&config()).map_err(to_anyhow)?;
        let linker = linker(&engine).map_err(to_anyhow)?;
        let manifest = Manifest::read(path)?;
        let variables = manifest.variables(&options.variables)?;
        let pools = Arc::default();
        std::fs::create_dir_all(cache_dir).with_context(|| format!("cannot make {}", cache_dir.display()))?;
        // Tests start one after the other or at once. The first compiles for all.
        let lock_file = std::fs::File::create(cache_dir.join("turn"))?;
        lock_file.lock()?;
        let compiler = compiler().map_err(to_anyhow)?;
        let mut handlers = BTreeMap::new();
        for (name, component) in &manifest.component {
            let file = component.file(path);
            let code = load_component(&engine, &compiler, &file, cache_dir)?;
            let pre = linker.instantiate_pre(&code).and_then(ServicePre::new);
            let pre = pre.map_err(to_anyhow).with_context(|| file.display().to_string())?;
            let settings = ComponentSettings {
                variables: Arc::new(component.variables(&variables)?),
                environment: Arc::new(component.environment.clone()),
                database: component
                    .sqlite_databases
                    .contains(&DATABASE.to_owned())
                    .then(|| options.database.clone())
                    .flatten(),
                pools: Arc::clone(&pools),
                allowed_hosts: Arc::new(component.servers(&variables)?),
            };
            let file = File { engine: engine.clone(), pre: Arc::new(ProxyPre::P3(pre)), settings };
            handlers.insert(name.clone(), ProxyHandler::new(file));
        }
        let mut routes = Router::new();
        for trigger in manifest.routes() {
            // Spin names the rest of a path this way.
            let route =
                trigger.route.strip_suffix("...").map_or_else(|| trigger.route.clone(), |start| format!("{start}*"));
            let added = routes.add(&*route, trigger.component.clone());
            added.map_err(|error| anyhow::anyhow!("route {}: {error}", trigger.route))?;
        }
        Ok(Self { handlers, routes })
    }

    /// Returns the file that serves a path.
    pub(crate) fn handler(&self, path: &str) -> Option<&ProxyHandler<File>> {
        self.handlers.get(&**self.routes.best_match(path)?)
    }
}

/// What code is compiled for.
fn config() -> Config {
    let mut config = Config::new();
    config.wasm_component_model(true).wasm_component_model_async(true);
    config
}

/// Returns an engine that compiles a function of several files once. All contain the gateway and the adapters.
fn compiler() -> wasmtime::Result<Engine> {
    let mut config = config();
    config.enable_incremental_compilation(Arc::new(FunctionCache::default()))?;
    Engine::new(&config)
}

/// Returns a file as machine code, cached under its digest, because nine files take some twenty seconds to compile.
fn load_component(engine: &Engine, compiler: &Engine, path: &Path, cache_dir: &Path) -> Result<Component> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let digest: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    let code = cache_dir.join(format!("{digest}.cwasm"));
    if !code.is_file() {
        let partial = code.with_extension("part");
        std::fs::write(&partial, compiler.precompile_component(&bytes).map_err(to_anyhow)?)?;
        std::fs::rename(partial, &code)?;
    }
    #[expect(unsafe_code, reason = "written by this program, in a folder of the build")]
    // SAFETY: only this program writes to the folder, and Wasmtime refuses code from another version of itself.
    let component = unsafe { Component::deserialize_file(engine, &code) };
    component.map_err(to_anyhow)
}

fn to_anyhow(error: wasmtime::Error) -> anyhow::Error {
    anyhow::anyhow!("{error:#}")
}

/// Creates a linker with the interfaces of stock Spin that our files may import.
fn linker(engine: &Engine) -> wasmtime::Result<Linker<State>> {
    let mut linker = Linker::new(engine);
    wasmtime_wasi::p2::add_to_linker_async(&mut linker)?;
    wasmtime_wasi::p3::add_to_linker(&mut linker)?;
    wasmtime_wasi_http::p2::add_only_http_to_linker_async(&mut linker)?;
    wasmtime_wasi_http::p3::add_to_linker(&mut linker)?;
    sqlite::api::add_to_linker::<_, HasSelf<State>>(&mut linker, |state| state)?;
    postgres::api::add_to_linker::<_, HasSelf<State>>(&mut linker, |state| state)?;
    variables::api::add_to_linker::<_, HasSelf<State>>(&mut linker, |state| state)?;
    Ok(linker)
}

/// One composed file.
pub(crate) struct File {
    engine: Engine,
    pre: Arc<ProxyPre<State>>,
    settings: ComponentSettings,
}

impl HandlerState for File {
    type StoreData = State;
    type WorkerExpiration = Expiration;
    type WorkerState = Worker;

    async fn instantiate(&self) -> wasmtime::Result<Instance<State, Expiration, Worker>> {
        let mut store = Store::new(&self.engine, State::new(self.settings.clone()));
        let proxy = self.pre.instantiate_async(&mut store).await?;
        Ok(Instance {
            store,
            proxy,
            view: State::http,
            expiration: Expiration(Box::pin(tokio::time::sleep(IDLE_TIMEOUT))),
            state: Worker,
        })
    }
}

/// Ends an idle instance after [`IDLE_TIMEOUT`] and a busy one after [`REQUEST_TIMEOUT`].
pub(crate) struct Expiration(Pin<Box<tokio::time::Sleep>>);

impl WorkerExpiration for Expiration {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>, status: WorkerStatus, start: Instant) -> Poll<()> {
        let allowed = if matches!(status, WorkerStatus::Idle) { IDLE_TIMEOUT } else { REQUEST_TIMEOUT };
        let deadline = tokio::time::Instant::from_std(start + allowed);
        if deadline != self.0.deadline() {
            self.0.as_mut().reset(deadline);
        }
        self.0.as_mut().poll(cx)
    }
}

/// Limits the number of requests of an instance.
pub(crate) struct Worker;

impl WorkerState for Worker {
    type StoreData = State;
    type RequestData = ();

    fn should_accept_request(&self, concurrent: usize, total: usize) -> ShouldAccept {
        if total >= MAX_REQUESTS {
            ShouldAccept::Never
        } else if concurrent >= MAX_CONCURRENT_REQUESTS {
            ShouldAccept::No
        } else {
            ShouldAccept::Yes
        }
    }

    fn on_request_start(
        &self,
        _: StoreContextMut<'_, State>,
        (): (),
        _: GuestTaskId,
    ) -> Pin<Box<dyn Future<Output = ()> + 'static + Send + Sync>> {
        Box::pin(tokio::time::sleep(REQUEST_TIMEOUT))
    }

    fn drop(&self, _: Store<State>, result: Result<(), wasmtime::Error>) {
        if let Err(error) = result {
            eprintln!("an instance ended: {error:?}");
        }
    }
}
