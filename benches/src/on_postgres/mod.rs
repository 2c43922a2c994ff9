//! A host on PostgreSQL.
//!
//! - `requests`: a read and a write, compared with axum + sqlx on the same database.
//! - `rows`: calls of a tenant with ten million items, compared with the same calls when it had ten thousand.
//! - `tenants`: the first call and the memory of ten thousand tenants, compared with their second call.

mod requests;
mod rows;
mod tenants;

use anyhow::Result;
use plumbline_tests::{Account, Server, ServerOptions, Takeoff, TestDatabase, program};

use crate::drawn_sheet;

/// Runs those whose name is wanted.
pub(crate) async fn run(wanted: impl Fn(&str) -> bool) -> Result<()> {
    if wanted("postgresql-requests") {
        requests::run().await?;
    }
    if wanted("postgresql-rows") {
        rows::run().await?;
    }
    if wanted("postgresql-tenants") {
        tenants::run().await?;
    }
    Ok(())
}

/// A host, its database, and a tenant with the takeoff of a drawn sheet.
struct Served {
    server: Server,
    database: TestDatabase,
    account: Account,
    takeoff: Takeoff,
    /// The ids of the takeoff's items.
    items: Vec<String>,
}

impl Served {
    /// Starts a host and takes off a sheet with this number of paths. Returns `None` if PostgreSQL is not installed.
    fn start(paths: usize) -> Result<Option<Self>> {
        let Some(database) = TestDatabase::start(&program()?)? else { return Ok(None) };
        let options = ServerOptions { database: Some(database.clone()), ..ServerOptions::default() };
        let server = Server::start_with(options)?;
        let account = server.account("Bench")?;
        let takeoff = account.start_takeoff("sheet.pdf", &drawn_sheet::sheet(paths))?;
        account.wait_for_takeoff(&takeoff.id)?;
        let items = account.list_all(&format!("/takeoffs/{}/items", takeoff.id))?;
        let items = items.iter().filter_map(|item| Some(item["id"].as_str()?.to_owned())).collect();
        Ok(Some(Self { server, database, account, takeoff, items }))
    }

    /// Returns the address that the host listens on: `127.0.0.1:PORT`.
    fn address(&self) -> &str {
        self.server.url.trim_start_matches("http://")
    }
}
