//! A thousand tenants, each with its own version of a component: the cost of binding them all, and each tenant's first
//! call, compared with one version that all share.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use plumbline_engine::{Class, DEFAULT_TENANT, Engine, EngineSettings, Loaded, Slot};
use plumbline_storage::{Change, Environment, Publication, Scope, Storage, StorageConfig, TenantId};

use crate::calls::http_call;
use crate::variants::{SMALLEST_PATH, Variant, smallest_endpoint};

const TENANTS: usize = 1_000;

pub(crate) async fn run() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let storage = Storage::open(&StorageConfig::new(folder.path())).await?;
    // The benchmark refreshes the bindings itself, so polling is practically off.
    let settings = EngineSettings {
        cache_dir: folder.path().join("compiled"),
        registry_poll: Duration::from_secs(3_600),
        ..EngineSettings::default()
    };
    let engine = Engine::start(storage.clone(), settings, plumbline_drawings::capabilities()).await?;
    let slot = Slot::new(Class::Endpoint, "bench");
    let component = smallest_endpoint()?;
    let tenants = open_tenants(&storage).await?;
    println!("tenants: {TENANTS} with a version each of an endpoint of {:.1} kB", component.len() as f64 / 1e3);

    // The peer is one version for all.
    let before = resident_mib()?;
    publish(&engine, &storage, &slot, &component, DEFAULT_TENANT).await?;
    engine.registry().refresh().await?;
    let one = resident_mib()? - before;
    let shared = first_calls(&engine, &slot, &tenants).await?;

    let before = resident_mib()?;
    let start = Instant::now();
    for tenant in &tenants {
        publish(&engine, &storage, &slot, &component, tenant.as_str()).await?;
    }
    let published = start.elapsed().as_secs_f64();
    let start = Instant::now();
    engine.registry().refresh().await?;
    let loaded = start.elapsed().as_secs_f64();
    let own = resident_mib()? - before;
    let each = first_calls(&engine, &slot, &tenants).await?;

    // One more change, with all of them bound.
    let tenant = tenants.first().context("no tenant")?;
    publish(&engine, &storage, &slot, &component, tenant.as_str()).await?;
    let start = Instant::now();
    engine.registry().refresh().await?;
    let swap = start.elapsed().as_secs_f64();

    println!(
        "  published and compiled in {published:.1} s ({:.1} ms each), all loaded in {loaded:.2} s; one more swap {:.1} ms",
        published * 1e3 / TENANTS as f64,
        swap * 1e3
    );
    println!(
        "  resident memory: all bound +{own:.0} MiB ({:.0} KiB each), one version +{one:.1} MiB",
        own * 1024.0 / TENANTS as f64
    );
    println!(
        "  a tenant's first call: own version p50 {:.2} ms, p99 {:.2} ms; shared p50 {:.2} ms, p99 {:.2} ms; ratios {:.2}, {:.2}",
        each.0,
        each.1,
        shared.0,
        shared.1,
        each.0 / shared.0,
        each.1 / shared.1
    );
    Ok(())
}

/// Creates tenants and opens their databases, because the time to open one does not depend on the version.
async fn open_tenants(storage: &Storage) -> Result<Vec<TenantId>> {
    let mut tenants = Vec::new();
    for number in 0..TENANTS {
        let tenant = storage.control.create_tenant(&format!("Bench {number}")).await?.id;
        storage.tenant(&scope(&tenant)).await?;
        tenants.push(tenant);
    }
    Ok(tenants)
}

fn scope(tenant: &TenantId) -> Scope {
    Scope::new(tenant.clone(), Environment::Sandbox)
}

/// Publishes and binds a version that no other tenant has.
async fn publish(engine: &Engine, storage: &Storage, slot: &Slot, component: &[u8], tenant: &str) -> Result<()> {
    let publication = Publication { tenant: tenant.to_owned(), ..Publication::by("bench") };
    let published = engine.publish(slot, Variant::new(component).bytes, &publication).await?;
    storage.control.bind(tenant, &slot.to_string(), &published.digest, "{}", &Change::by("bench")).await?;
    Ok(())
}

/// Returns the median and the 99th percentile of each tenant's first call, in milliseconds.
async fn first_calls(engine: &Engine, slot: &Slot, tenants: &[TenantId]) -> Result<(f64, f64)> {
    let mut times = Vec::new();
    for tenant in tenants {
        let scope = scope(tenant);
        let start = Instant::now();
        let loaded: Arc<Loaded> = engine.registry().resolve(tenant, slot).context("not bound")?;
        let answer = http_call(engine, &scope, &loaded, SMALLEST_PATH, "bench.smallest").await?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
        ensure!(answer.status() == 200, "{}", answer.status());
    }
    times.sort_by(f64::total_cmp);
    Ok((times[times.len() / 2], times[times.len() * 99 / 100]))
}

/// Returns the resident memory of this process, in MiB.
fn resident_mib() -> Result<f64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").trim().parse::<f64>()? / 1024.0)
}
