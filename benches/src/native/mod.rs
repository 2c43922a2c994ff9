//! The native peer: calls of the API with axum and sqlx over the same files, without components.
//!
//! It checks the credential as the host does (same code, same cache), makes the same queries, and returns the same JSON
//! with the same `ETag`. It counts the same rates and keeps the same usage record (`metering`). The bare peer omits both.
//! Neither validates beyond serde, keeps idempotency keys or reads `If-Match`.
//!
//! `postgres` is the peer of a server on PostgreSQL, for a read and a write.
//!
//! Like the server, it is a separate process (`process`): this program with the option `--native`.

mod compare;
mod metering;
mod postgres;
mod process;
mod projects;
mod takeoffs;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use axum::Router;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, patch};
use plumbline_identity::{Credential, Credentials};
use plumbline_storage::{ControlDatabase, Scope, Storage, StorageConfig, TenantId};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use sqlx::sqlite::{SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection as _, SqliteConnection};
use tokio::sync::Mutex;

use crate::credentials::{self, OfflinePlatform};
use crate::tenant_file;
use metering::Metering;

pub(crate) use compare::ensure_same_response;
pub(crate) use process::{Process, serve, serve_router};

/// Concurrent read connections of a tenant, as many as in the server.
const READERS: u32 = 4;

/// The settings of a peer.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Settings {
    /// The server's data directory.
    data_dir: PathBuf,
    /// The server's public address.
    public_url: String,
    /// The tenants whose sandboxes are served.
    tenants: Vec<TenantId>,
    /// Whether the peer counts rates and records usage.
    is_metered: bool,
    /// Where the server's PostgreSQL is, if its data is there.
    postgres: Option<postgres::Addresses>,
}

/// A response, or the bare status of a failure.
type HandlerResult = Result<Response, StatusCode>;

/// The customer of a call's project, for the usage record. It is an extension of the response.
#[derive(Clone)]
struct EndCustomer(Option<String>);

/// An operation as in the route table of a component.
struct Operation {
    name: &'static str,
    scope: &'static str,
    is_read: bool,
}

/// The credential of a call and the database of its tenant.
struct Caller<D = Database> {
    credential: Arc<Credential>,
    database: Arc<D>,
}

/// A tenant's database file.
struct Database {
    readers: SqlitePool,
    /// The writer. Writers queue here, as in the server, rather than in SQLite's busy loop.
    writer: Mutex<SqliteConnection>,
}

struct Peer<D = Database> {
    storage: Storage,
    credentials: Credentials<ControlDatabase, OfflinePlatform>,
    databases: HashMap<TenantId, Arc<D>>,
    metering: Option<Metering>,
}

/// The envelope of a list.
#[derive(Serialize)]
struct Page<T> {
    data: Vec<T>,
    has_more: bool,
    next_cursor: Option<String>,
}

/// The query of a list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListQuery {
    #[serde(default = "default_limit")]
    limit: usize,
}

impl Peer {
    /// Opens the database files of a server's tenants.
    ///
    /// # Errors
    /// Returns an error if a file cannot be opened.
    async fn open(settings: &Settings) -> Result<Self> {
        let storage = Storage::open(&StorageConfig::new(&settings.data_dir)).await?;
        let mut databases = HashMap::new();
        for tenant in &settings.tenants {
            let options = tenant_file::options_for_tenant(&settings.data_dir, tenant.as_str());
            let readers = SqlitePoolOptions::new().max_connections(READERS).test_before_acquire(false);
            let readers = readers.connect_with(options.clone()).await?;
            // As durable as the server, except in the bare peer.
            let synchronous = if settings.is_metered { SqliteSynchronous::Full } else { SqliteSynchronous::Normal };
            let writer = Mutex::new(SqliteConnection::connect_with(&options.synchronous(synchronous)).await?);
            databases.insert(tenant.clone(), Arc::new(Database { readers, writer }));
        }
        Ok(Self::new(settings, storage, databases))
    }

    fn router(self) -> Router {
        Router::new()
            .route("/partner/v1/projects", get(projects::list).post(projects::create))
            .route("/partner/v1/projects/{id}", get(projects::get))
            .route("/partner/v1/takeoffs/{id}", get(takeoffs::get))
            .route("/partner/v1/takeoffs/{id}/items", get(takeoffs::items))
            .route("/partner/v1/takeoffs/{id}/items/{item}", patch(takeoffs::review))
            .with_state(Arc::new(self))
    }
}

impl<D> Peer<D> {
    /// Creates a peer over open databases.
    fn new(settings: &Settings, storage: Storage, databases: HashMap<TenantId, Arc<D>>) -> Self {
        let metering = settings.is_metered.then(|| Metering::start(storage.clone()));
        let credentials = Credentials::new(credentials::identity_service(&storage, &settings.public_url));
        Self { storage, credentials, databases, metering }
    }

    /// Answers a call with `work`, and with the host's steps before and after a component.
    async fn handle<F: Future<Output = HandlerResult>>(
        &self,
        operation: &Operation,
        headers: &HeaderMap,
        work: impl FnOnce(Caller<D>) -> F,
    ) -> Response {
        let caller = match self.authenticate(headers).await {
            Ok(caller) => caller,
            Err(status) => return status.into_response(),
        };
        let is_granted = caller.credential.scopes.iter().any(|granted| granted == operation.scope);
        let work = async |caller| {
            let result = if is_granted { work(caller).await } else { Err(StatusCode::FORBIDDEN) };
            result.unwrap_or_else(|status| status.into_response())
        };
        let Some(metering) = &self.metering else { return work(caller).await };
        let credential = Arc::clone(&caller.credential);
        let call = metering.begin(operation, &credential);
        let response =
            if call.is_refused() { StatusCode::TOO_MANY_REQUESTS.into_response() } else { work(caller).await };
        metering.end(call, operation, &credential, response)
    }

    async fn authenticate(&self, headers: &HeaderMap) -> Result<Caller<D>, StatusCode> {
        let token = headers
            .get(header::AUTHORIZATION)
            .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "))
            .ok_or(StatusCode::UNAUTHORIZED)?;
        let credential = self.credentials.find(token).await.map_err(internal_error)?;
        let credential = credential.map_err(|_| StatusCode::UNAUTHORIZED)?;
        let database = self.databases.get(&credential.tenant).ok_or(StatusCode::UNAUTHORIZED)?;
        Ok(Caller { database: Arc::clone(database), credential })
    }

    /// Builds a page from the rows of a query that fetched one more than `limit`.
    fn page<T>(
        &self,
        scope: &Scope,
        mut data: Vec<T>,
        limit: usize,
        key: impl Fn(&T) -> String,
    ) -> Result<Page<T>, StatusCode> {
        let has_more = data.len() > limit;
        data.truncate(limit);
        let last = data.last().filter(|_| has_more);
        let seal = |last| self.storage.sealer.seal(scope, "cursor", &key(last)).map_err(internal_error);
        let next_cursor = last.map(seal).transpose()?;
        Ok(Page { data, has_more, next_cursor })
    }
}

fn default_limit() -> usize {
    50
}

/// Returns the status of any failure behind a call.
fn internal_error<E>(_: E) -> StatusCode {
    StatusCode::INTERNAL_SERVER_ERROR
}

fn json(status: StatusCode, resource: &impl Serialize) -> HandlerResult {
    let body = serde_json::to_vec(resource).map_err(internal_error)?;
    Ok((status, [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], body).into_response())
}

/// Returns a 200 response with an `ETag` of the body.
fn json_with_etag(resource: &impl Serialize) -> HandlerResult {
    let body = serde_json::to_vec(resource).map_err(internal_error)?;
    let digest = Sha256::digest(&body);
    let hex: String = digest[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = HeaderValue::from_str(&format!("W/\"{hex}\"")).map_err(internal_error)?;
    let json = HeaderValue::from_static("application/json");
    Ok((StatusCode::OK, [(header::CONTENT_TYPE, json), (header::ETAG, tag)], body).into_response())
}

/// Adds the customer for the usage record to a response.
fn with_end_customer(mut response: Response, end_customer: Option<String>) -> Response {
    response.extensions_mut().insert(EndCustomer(end_customer));
    response
}
