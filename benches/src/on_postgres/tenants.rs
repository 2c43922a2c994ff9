//! Ten thousand tenants: the time of each one's first call, which opens its scope, and what a host remembers of them.

use std::time::{Duration, Instant};

use anyhow::Result;
use http::Method;
use plumbline_storage::{Environment, PostgresSettings, Storage, StorageConfig};
use plumbline_tests::{Server, ServerOptions, TestDatabase, program};

use crate::credentials::identity_service;
use crate::figures::{Figure, Goal, print_figures};
use crate::load::{Call, Connection};
use crate::{median, memory};

const TENANTS: usize = 10_000;
/// Time after which no instance is idle any more: longer than the engine's `idle_instance` and the interval of its sweep.
const IDLE: Duration = Duration::from_secs(15);
/// Memory that a host may keep for a tenant, in KiB.
const GOAL: f64 = 10.0;

pub(super) async fn run() -> Result<()> {
    let Some(database) = tokio::task::block_in_place(|| TestDatabase::start(&program()?))? else { return Ok(()) };
    let options = ServerOptions { database: Some(database.clone()), ..ServerOptions::default() };
    let server = tokio::task::block_in_place(|| Server::start_with(options))?;
    let secrets = create_tenants(&server, &database).await?;
    let address = server.url.trim_start_matches("http://");
    let call = Call { method: Method::GET, ..Call::get("/partner/v1/projects") };
    let before = memory::status_mib(&server, "VmRSS:")?;
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for secret in &secrets {
        let mut connection = Connection::open(address, secret).await?;
        for times in [&mut first, &mut second] {
            let begun = Instant::now();
            connection.call(&call).await?;
            times.push(begun.elapsed().as_secs_f64() * 1e3);
        }
    }
    let busy = memory::status_mib(&server, "VmRSS:")?;
    // What is measured is what stays.
    tokio::time::sleep(IDLE).await;
    let after = memory::status_mib(&server, "VmRSS:")?;
    let p99 = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() * 99 / 100]
    };
    println!(
        "postgresql-tenants: first call {:.1} ms (p99 {:.1} ms), second {:.1} ms; host {before:.0} MiB before, {busy:.0} MiB after \
         {TENANTS} tenants, {after:.0} MiB {} s later",
        median(first.clone()),
        p99(first.clone()),
        median(second.clone()),
        IDLE.as_secs(),
    );
    print_figures(&[
        Figure::new("first call of a tenant ÷ second", median(first) / median(second), Goal::AtMost(20.0)),
        Figure::new(
            "memory of a host for a tenant (KiB)",
            (after - before) * 1024.0 / TENANTS as f64,
            Goal::AtMost(GOAL),
        ),
    ]);
    Ok(())
}

/// Creates the tenants and a key of each, and returns the keys' secrets.
async fn create_tenants(server: &Server, database: &TestDatabase) -> Result<Vec<String>> {
    let postgres = PostgresSettings {
        url: database.url("plumbline_host"),
        components_url: database.url("plumbline_components"),
        ..PostgresSettings::default()
    };
    let config = StorageConfig { postgres: Some(postgres), ..StorageConfig::new(server.data_dir()) };
    let storage = Storage::open(&config).await?;
    let identity = identity_service(&storage, &server.url);
    let mut secrets = Vec::with_capacity(TENANTS);
    for number in 0..TENANTS {
        let tenant = storage.control.create_tenant(&format!("Tenant {number}")).await?;
        let scopes = identity.parse_scopes(&tenant.id, "all").await?;
        secrets.push(identity.create_key(&tenant.id, "bench", Environment::Sandbox, &scopes, None).await?.secret);
    }
    Ok(secrets)
}
