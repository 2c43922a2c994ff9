//! The disk space of a call's usage record: the growth of a tenant's database over many calls that change nothing.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use plumbline_tests::ServerOptions;
use sqlx::{Connection as _, SqliteConnection};

use crate::figures::{Figure, Goal, print_figures};
use crate::fixture::Fixture;
use crate::tenant_file;
use crate::wire::{self, PreparedRequest};

const CONNECTIONS: usize = 64;
/// The minimum number of calls, large enough that a half-empty page counts little.
const CALLS: usize = 20_000;

pub(crate) async fn run() -> Result<()> {
    let mut fixture = Fixture::start(ServerOptions::default(), 1).await?;
    let before = stop_and_measure_bytes(&mut fixture).await?;
    fixture.server.restart()?;
    let address = fixture.server.url.trim_start_matches("http://").to_owned();
    let tenant = &fixture.tenants[0];
    let requests: Arc<[PreparedRequest]> = [PreparedRequest::new(&tenant.get(), &tenant.account.secret)].into();
    let mut calls = 0;
    while calls < CALLS {
        calls += wire::run(&address, &requests, CONNECTIONS, Duration::from_secs(1)).await?.calls;
    }
    let grown = stop_and_measure_bytes(&mut fixture).await? - before;
    println!("usage: {calls} calls of GET /projects/{{id}} made the tenant's database {grown} bytes larger");
    print_figures(&[Figure::new(
        "usage, bytes on disk for each call",
        grown as f64 / calls as f64,
        Goal::Below(100.0),
    )]);
    Ok(())
}

/// Stops the server, which writes its pending records first, and returns the bytes of the tenant's database.
async fn stop_and_measure_bytes(fixture: &mut Fixture) -> Result<i64> {
    fixture.server.stop()?;
    let options = tenant_file::options(&fixture.server, &fixture.tenants[0].account);
    let mut file = SqliteConnection::connect_with(&options).await?;
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut file).await?;
    let pages: i64 = sqlx::query_scalar("PRAGMA page_count").fetch_one(&mut file).await?;
    let size: i64 = sqlx::query_scalar("PRAGMA page_size").fetch_one(&mut file).await?;
    file.close().await?;
    Ok(pages * size)
}
