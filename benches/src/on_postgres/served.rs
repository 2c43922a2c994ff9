//! A host with a takeoff, which is measured.

use anyhow::Result;
use plumbline_tests::{Account, Server, ServerOptions, Takeoff, TestDatabase, program};

use crate::drawn_sheet;

/// A host, its database, and a tenant with the takeoff of a drawn sheet.
pub(super) struct Served {
    pub(super) server: Server,
    pub(super) database: TestDatabase,
    pub(super) account: Account,
    pub(super) takeoff: Takeoff,
    /// The ids of the takeoff's items.
    pub(super) items: Vec<String>,
}

impl Served {
    /// Starts a host and takes off a sheet with this number of paths. Returns `None` if PostgreSQL is not installed.
    pub(super) fn start(paths: usize) -> Result<Option<Self>> {
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
    pub(super) fn address(&self) -> &str {
        self.server.url.trim_start_matches("http://")
    }
}
