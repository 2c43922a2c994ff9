//! Cold and warm calls into a component with all our imports linked, beside a bare instantiation.

use std::time::Instant;

use anyhow::{Context as _, Result};
use http_body_util::{BodyExt as _, Empty};
use plumbline_engine::{Class, DEFAULT_TENANT, Engine, EngineSettings, Slot, engine_config};
use plumbline_storage::{Change, Environment, Publication, Scope, Storage, StorageConfig};

/// Calls of each kind.
const CALLS: u32 = 2_000;
/// The smallest component there is: its preamble alone.
const EMPTY_COMPONENT: &[u8] = b"\0asm\x0d\0\x01\0";

pub async fn run() -> Result<()> {
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
    let engine = wasmtime::Engine::new(&engine_config(&EngineSettings::default()))
        .map_err(|error| anyhow::anyhow!("{error:#}"))?;
    let component =
        wasmtime::component::Component::new(&engine, EMPTY_COMPONENT).map_err(|error| anyhow::anyhow!("{error:#}"))?;
    let linker = wasmtime::component::Linker::<()>::new(&engine);
    let pre = linker.instantiate_pre(&component).map_err(|error| anyhow::anyhow!("{error:#}"))?;
    let begun = Instant::now();
    for _ in 0..CALLS {
        let mut store = wasmtime::Store::new(&engine, ());
        store.set_epoch_deadline(1);
        pre.instantiate_async(&mut store).await.map_err(|error| anyhow::anyhow!("{error:#}"))?;
    }
    Ok(begun.elapsed().as_secs_f64() * 1e6 / f64::from(CALLS))
}

/// Mean of a call that the component answers without the database: an id that cannot be one.
async fn projects_call(requests_per_instance: usize) -> Result<f64> {
    let folder = tempfile::tempdir()?;
    let storage = Storage::open(&StorageConfig::new(folder.path())).await?;
    let components = plumbline_tests::components()?;
    let settings = EngineSettings { cache_dir: components.clone(), requests_per_instance, ..EngineSettings::default() };
    let engine = Engine::start(storage.clone(), settings).await?;
    let slot = Slot::new(Class::Endpoint, "projects");
    let bytes = std::fs::read(components.join("endpoint-projects.wasm"))?;
    let published = engine.publish(&slot, bytes, &Publication::by("bench")).await?;
    let by = Change::by("bench");
    storage.control.bind(DEFAULT_TENANT, &slot.to_string(), &published.digest, "{}", &by).await?;
    engine.registry().refresh().await?;
    let tenant = storage.control.create_tenant("Bench").await?;
    let loaded = engine.registry().resolve(&tenant.id, &slot).context("not bound")?;
    let scope = Scope::new(tenant.id, Environment::Sandbox);
    let call = || async {
        let request = http::Request::get("http://localhost/projects/none")
            .header("x-plumbline-client", "pc_0000000000000000000000")
            .header("x-plumbline-request-id", "req_0000000000000000000000")
            .header("x-plumbline-operation", "projects.get")
            .header("x-plumbline-base-url", "http://localhost/partner/v1")
            .body(Empty::new().map_err(|never: std::convert::Infallible| match never {}).boxed_unsync())?;
        let response = engine.http(&scope, &loaded, request).await.map_err(|error| anyhow::anyhow!("{error}"))?;
        anyhow::ensure!(response.status() == 404, "{}", response.status());
        Ok(())
    };
    for _ in 0..CALLS / 10 {
        call().await?;
    }
    let begun = Instant::now();
    for _ in 0..CALLS {
        call().await?;
    }
    Ok(begun.elapsed().as_secs_f64() * 1e6 / f64::from(CALLS))
}
