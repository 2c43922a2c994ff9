//! Cold and warm calls into a component with all our imports linked, compared with a bare instantiation.

use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, Result};
use plumbline_engine::{Class, DEFAULT_TENANT, Engine, EngineSettings, Loaded, Slot, engine_config};
use plumbline_storage::{Change, Environment, Publication, Scope, Storage, StorageConfig};

use crate::variants::read_component;

/// Calls of each kind.
const CALLS: u32 = 2_000;
/// The smallest possible component: only the preamble.
const EMPTY_COMPONENT: &[u8] = b"\0asm\x0d\0\x01\0";

pub(crate) async fn run() -> Result<()> {
    println!("calls: one after the other, mean of {CALLS}");
    let bare = bare_instantiation().await?;
    println!("  bare instantiation of an empty component {bare:7.1} µs");
    let cold = projects_call(1).await?;
    println!("  cold call (a fresh instance each)        {cold:7.1} µs, {:.1} × bare", cold / bare);
    let warm = projects_call(1_000_000).await?;
    println!("  warm call                                {warm:7.1} µs, {:.2} × cold", warm / cold);
    Ok(())
}

async fn bare_instantiation() -> Result<f64> {
    let engine = engine_config(&EngineSettings::default())
        .and_then(|config| wasmtime::Engine::new(&config))
        .map_err(|error| anyhow::anyhow!("{error:#}"))?;
    let component =
        wasmtime::component::Component::new(&engine, EMPTY_COMPONENT).map_err(|error| anyhow::anyhow!("{error:#}"))?;
    let linker = wasmtime::component::Linker::<()>::new(&engine);
    let pre = linker.instantiate_pre(&component).map_err(|error| anyhow::anyhow!("{error:#}"))?;
    let start = Instant::now();
    for _ in 0..CALLS {
        let mut store = wasmtime::Store::new(&engine, ());
        store.set_epoch_deadline(1);
        pre.instantiate_async(&mut store).await.map_err(|error| anyhow::anyhow!("{error:#}"))?;
    }
    Ok(start.elapsed().as_secs_f64() * 1e6 / f64::from(CALLS))
}

/// Returns the mean time of a call.
async fn projects_call(requests_per_instance: usize) -> Result<f64> {
    let projects = Projects::start(requests_per_instance).await?;
    for _ in 0..CALLS / 10 {
        projects.call().await?;
    }
    let start = Instant::now();
    for _ in 0..CALLS {
        projects.call().await?;
    }
    Ok(start.elapsed().as_secs_f64() * 1e6 / f64::from(CALLS))
}

/// A tenant's projects endpoint in its own engine.
pub(crate) struct Projects {
    engine: Engine,
    scope: Scope,
    loaded: Arc<Loaded>,
    _folder: tempfile::TempDir,
}

impl Projects {
    /// Publishes and binds the endpoint.
    ///
    /// # Errors
    /// Returns an error if the component was not built.
    pub(crate) async fn start(requests_per_instance: usize) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let storage = Storage::open(&StorageConfig::new(folder.path())).await?;
        let settings = EngineSettings {
            cache_dir: plumbline_tests::components()?,
            requests_per_instance,
            ..EngineSettings::default()
        };
        let engine = Engine::start(storage.clone(), settings, plumbline_drawings::capabilities()).await?;
        let slot = Slot::new(Class::Endpoint, "projects");
        let published = engine.publish(&slot, read_component("endpoint-projects")?, &Publication::by("bench")).await?;
        let by = Change::by("bench");
        storage.control.bind(DEFAULT_TENANT, &slot.to_string(), &published.digest, "{}", &by).await?;
        engine.registry().refresh().await?;
        let tenant = storage.control.create_tenant("Bench").await?;
        let loaded = engine.registry().resolve(&tenant.id, &slot).context("not bound")?;
        Ok(Self { engine, scope: Scope::new(tenant.id, Environment::Sandbox), loaded, _folder: folder })
    }

    /// Makes a call that the component answers without the database: the id cannot exist.
    ///
    /// # Errors
    /// Returns an error if the status is not 404.
    pub(crate) async fn call(&self) -> Result<()> {
        let response = http_call(&self.engine, &self.scope, &self.loaded, "/projects/none", "projects.get").await?;
        anyhow::ensure!(response.status() == 404, "{}", response.status());
        Ok(())
    }
}

/// Sends a `GET` request for a path, with the headers that the host's HTTP layer adds.
///
/// # Errors
/// Returns an error if the component does not answer.
pub(crate) async fn http_call(
    engine: &Engine,
    scope: &Scope,
    loaded: &Arc<Loaded>,
    path: &str,
    operation: &str,
) -> Result<http::Response<bytes::Bytes>> {
    let request = http::Request::get(format!("http://localhost{path}"))
        .header("x-plumbline-client", "pc_0000000000000000000000")
        .header("x-plumbline-request-id", "req_0000000000000000000000")
        .header("x-plumbline-operation", operation)
        .header("x-plumbline-base-url", "http://localhost/partner/v1")
        .body(bytes::Bytes::new())?;
    engine.http(scope, loaded, request, &[]).await.map_err(|error| anyhow::anyhow!("{error}"))
}
