//! A host with two tenants: a good one, whose calls must always work, and a bad one with the hostile endpoint.

use std::sync::Arc;

use plumbline_engine::{CallError, JobOutcome, JobRequest, Slot};
use plumbline_storage::{Connection, Environment, Scope};

use crate::common::{Host, request};

pub(crate) struct Stage {
    /// The host. Its own tenant is the good one.
    pub(crate) host: Host,
    pub(crate) bad: Scope,
}

impl Stage {
    /// Starts a host with the hostile endpoint bound for the bad tenant.
    pub(crate) async fn start() -> Arc<Self> {
        Self::start_with(r#"{"own":"setting"}"#).await
    }

    pub(crate) async fn start_with(settings: &str) -> Arc<Self> {
        let host = Host::start().await;
        let bad = host.storage.control.create_tenant("Bad").await.unwrap();
        let bad = Scope::new(bad.id, Environment::Production);
        host.bind(bad.tenant.as_str(), "endpoint:hostile", "hostile", settings).await;
        Arc::new(Self { host, bad })
    }

    /// Like [`Stage::start`], with the components that workers drive bound for all tenants.
    pub(crate) async fn start_with_workers() -> Arc<Self> {
        let stage = Self::start().await;
        stage.host.bind_workers().await;
        stage
    }

    /// Sends a request of the bad tenant. Returns status and body.
    pub(crate) async fn ask(&self, path: &str) -> Result<(u16, String), CallError> {
        self.ask_as(&self.bad, path, "", "").await
    }

    /// Like [`Stage::ask`], with a text for the guest.
    pub(crate) async fn ask_with(&self, path: &str, text: &str) -> Result<(u16, String), CallError> {
        self.ask_as(&self.bad, path, text, "").await
    }

    pub(crate) async fn ask_as(
        &self,
        scope: &Scope,
        path: &str,
        text: &str,
        purpose: &str,
    ) -> Result<(u16, String), CallError> {
        let slot: Slot = "endpoint:hostile".parse().unwrap();
        let loaded = self.host.engine.registry().resolve(&self.bad.tenant, &slot).unwrap();
        let mut request = request(path);
        request.headers_mut().insert("x-text", text.parse().unwrap());
        request.headers_mut().insert("x-purpose", purpose.parse().unwrap());
        let response = self.host.engine.http(scope, &loaded, request, &[]).await?;
        Ok((response.status().as_u16(), String::from_utf8(response.into_body().to_vec()).unwrap()))
    }

    /// Runs SQL in the bad tenant's component. Returns the first value or the error.
    pub(crate) async fn sql(&self, statements: &str) -> Result<String, String> {
        match self.ask_with("/sql", statements).await.unwrap() {
            (200, value) => Ok(value),
            (_, error) => Err(error),
        }
    }

    /// Runs a job of the test worker for the bad tenant. Returns the outcome and the contents of the blob `report`.
    pub(crate) async fn job(&self, payload: &str) -> Result<(JobOutcome, String), CallError> {
        let blobs = &self.host.storage.blobs;
        blobs.delete(&self.bad, "report").await.unwrap();
        let request = JobRequest { id: format!("job {payload}"), payload: payload.into(), attempt: 1, lease: None };
        let outcome = self.host.engine.job(&self.bad, "test", request).await?;
        let report = blobs.read_all(&self.bad, "report", 1 << 20).await.unwrap_or_default();
        Ok((outcome, String::from_utf8(report.to_vec()).unwrap()))
    }

    /// Opens a connection like that of the good tenant's components.
    pub(crate) async fn good_database(&self) -> Connection {
        self.host.storage.tenant(&self.host.scope).await.unwrap().connect()
    }

    /// Asserts that the good tenant is served.
    pub(crate) async fn others_are_served(&self, after: &str) {
        assert_eq!(self.host.get("/hello").await.unwrap(), (200, "hello".into()), "after {after}");
    }

    /// Asserts that the good tenant is served, and the bad one by a new instance.
    pub(crate) async fn assert_new_instance(&self, after: &str) {
        self.others_are_served(after).await;
        assert_eq!(self.ask("/served").await.unwrap(), (200, "1".into()), "after {after}");
    }
}
