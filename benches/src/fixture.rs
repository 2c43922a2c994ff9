//! A server with tenants that have projects and a takeoff, for load on the request path.

use anyhow::Result;
use http::Method;
use plumbline_tests::{Account, Server, ServerOptions};
use serde_json::json;
use sqlx::{Connection as _, SqliteConnection};

use crate::load::Call;
use crate::{sample_takeoff, tenant_file};

/// Projects of a tenant: more than a page of 50.
const PROJECTS: usize = 60;
/// Items of a tenant's takeoff: enough that concurrent calls review different ones.
pub(crate) const ITEMS: usize = 400;
/// The base of the API.
const BASE: &str = "/partner/v1";

/// A running server and its tenants.
pub(crate) struct Fixture {
    pub server: Server,
    /// The address it listens on: `127.0.0.1:PORT`.
    pub address: String,
    pub tenants: Vec<Tenant>,
}

/// A tenant with a key, and the records that its calls use.
pub(crate) struct Tenant {
    pub account: Account,
    project: String,
    takeoff: String,
}

impl Fixture {
    /// Starts a server and creates tenants.
    ///
    /// # Errors
    /// Returns an error if the server does not start or a call fails.
    pub(crate) async fn start(options: ServerOptions, tenants: usize) -> Result<Self> {
        let server = Server::start_with(options)?;
        let address = server.url.trim_start_matches("http://").to_owned();
        let mut fixture = Self { server, address, tenants: Vec::new() };
        for number in 0..tenants {
            let account = fixture.server.account(&format!("Bench {number}"))?;
            fixture.tenants.push(fixture.create_tenant(account).await?);
        }
        Ok(fixture)
    }

    async fn create_tenant(&self, account: Account) -> Result<Tenant> {
        let project = account.project("North School")?;
        for number in 1..PROJECTS {
            account.project(&format!("North School, phase {number}"))?;
        }
        let mut file = SqliteConnection::connect_with(&tenant_file::options(&self.server, &account)).await?;
        let takeoff = sample_takeoff::insert(&mut file, &project, 1, ITEMS).await?;
        file.close().await?;
        Ok(Tenant { account, project, takeoff })
    }
}

impl Tenant {
    /// Returns the call `GET /projects/{id}`.
    pub(crate) fn get(&self) -> Call {
        Call::get(format!("{BASE}/projects/{}", self.project))
    }

    /// Returns the call `GET /projects?limit=50`.
    pub(crate) fn list(&self) -> Call {
        Call::get(format!("{BASE}/projects?limit=50"))
    }

    /// Returns the call `POST /projects`.
    pub(crate) fn create(&self) -> Call {
        let new = json!({"name": "North School", "reference": "2026-114", "end_customer_ref": "acme",
                         "address": "1 School Lane", "metadata": {"phase": "2"}});
        Call::with_body(Method::POST, format!("{BASE}/projects"), &new, 201)
    }

    /// Returns the call `PATCH /takeoffs/{id}/items/{item}`.
    pub(crate) fn review(&self, number: usize) -> Call {
        let review = json!({"review_status": "modified", "quantity_override": 2.5, "note": "checked on site"});
        let item = sample_takeoff::item_id(1, number % ITEMS);
        Call::with_body(Method::PATCH, format!("{BASE}/takeoffs/{}/items/{item}", self.takeoff), &review, 200)
    }
}
