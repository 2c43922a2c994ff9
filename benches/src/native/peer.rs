//! The steps of a call before and after its work, as the host takes them.

use std::collections::HashMap;
use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use plumbline_identity::{Credential, Credentials};
use plumbline_storage::{ControlDatabase, Scope, Storage, TenantId};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use sqlx::SqliteConnection;
use sqlx::sqlite::SqlitePool;
use tokio::sync::Mutex;

use super::metering::Metering;
use super::operation::{EndCustomer, Operation};
use super::settings::Settings;
use crate::credentials::{self, OfflinePlatform};

/// A response, or the bare status of a failure.
pub(super) type HandlerResult = Result<Response, StatusCode>;

/// The credential of a call and the database of its tenant.
pub(super) struct Caller<D = Database> {
    pub(super) credential: Arc<Credential>,
    pub(super) database: Arc<D>,
}

/// A tenant's database file.
pub(super) struct Database {
    pub(super) readers: SqlitePool,
    /// The writer. Writers queue here, as in the server, rather than in SQLite's busy loop.
    pub(super) writer: Mutex<SqliteConnection>,
}

pub(super) struct Peer<D = Database> {
    pub(super) storage: Storage,
    pub(super) credentials: Credentials<ControlDatabase, OfflinePlatform>,
    pub(super) databases: HashMap<TenantId, Arc<D>>,
    pub(super) metering: Option<Metering>,
}

/// The envelope of a list.
#[derive(Serialize)]
pub(super) struct Page<T> {
    pub(super) data: Vec<T>,
    pub(super) has_more: bool,
    pub(super) next_cursor: Option<String>,
}

/// The query of a list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ListQuery {
    #[serde(default = "default_limit")]
    pub(super) limit: usize,
}

impl<D> Peer<D> {
    /// Creates a peer over open databases.
    pub(super) fn new(settings: &Settings, storage: Storage, databases: HashMap<TenantId, Arc<D>>) -> Self {
        let metering = settings.is_metered.then(|| Metering::start(storage.clone()));
        let credentials = Credentials::new(credentials::identity_service(&storage, &settings.public_url));
        Self { storage, credentials, databases, metering }
    }

    /// Answers a call with `work`, and with the host's steps before and after a component.
    pub(super) async fn handle<F: Future<Output = HandlerResult>>(
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
    pub(super) fn page<T>(
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
pub(super) fn internal_error<E>(_: E) -> StatusCode {
    StatusCode::INTERNAL_SERVER_ERROR
}

pub(super) fn json(status: StatusCode, resource: &impl Serialize) -> HandlerResult {
    let body = serde_json::to_vec(resource).map_err(internal_error)?;
    Ok((status, [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], body).into_response())
}

/// Returns a 200 response with an `ETag` of the body.
pub(super) fn json_with_etag(resource: &impl Serialize) -> HandlerResult {
    let body = serde_json::to_vec(resource).map_err(internal_error)?;
    let digest = Sha256::digest(&body);
    let hex: String = digest[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = HeaderValue::from_str(&format!("W/\"{hex}\"")).map_err(internal_error)?;
    let json = HeaderValue::from_static("application/json");
    Ok((StatusCode::OK, [(header::CONTENT_TYPE, json), (header::ETAG, tag)], body).into_response())
}

/// Adds the customer for the usage record to a response.
pub(super) fn with_end_customer(mut response: Response, end_customer: Option<String>) -> Response {
    response.extensions_mut().insert(EndCustomer(end_customer));
    response
}
