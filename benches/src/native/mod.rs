//! The native peer: five calls of the API with axum and sqlx over the same file, no component between.
//!
//! It checks the credential as the host does (same code, same cache), asks the database the same questions, and gives the
//! same JSON with the same `ETag`. It has no rate limits, no usage log, no validation beyond serde's, and one tenant.

mod projects;
mod takeoffs;

use std::sync::Arc;

use anyhow::{Result, ensure};
use axum::Router;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use plumbline_identity::{Credential, Credentials};
use plumbline_storage::{ControlDatabase, Scope, Storage, StorageConfig};
use plumbline_tests::{Account, Server};
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use sqlx::sqlite::{SqlitePool, SqlitePoolOptions};
use sqlx::{Connection as _, SqliteConnection};
use tokio::sync::Mutex;

use crate::credentials::{self, Nobody};
use crate::tenant_file;

/// Connections that read at once; the server has as many for a tenant.
const READERS: u32 = 4;

/// An answer, or the bare status of what went wrong.
type Answer = Result<Response, StatusCode>;

struct Peer {
    storage: Storage,
    credentials: Credentials<ControlDatabase, Nobody>,
    readers: SqlitePool,
    /// Writers take turns here, as in the server, rather than in SQLite's busy loop.
    writer: Mutex<SqliteConnection>,
}

/// The list envelope.
#[derive(Serialize)]
struct Page<T> {
    data: Vec<T>,
    has_more: bool,
    next_cursor: Option<String>,
}

/// `limit` of a list.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct ListQuery {
    #[serde(default = "default_limit")]
    limit: usize,
}

/// Serves an account's data on a free port and returns the address.
///
/// # Errors
/// When the server's files cannot be opened.
pub(crate) async fn serve(server: &Server, account: &Account) -> Result<String> {
    let options = tenant_file::options(server, account);
    let storage = Storage::open(&StorageConfig::new(server.data_dir())).await?;
    let peer = Arc::new(Peer {
        credentials: Credentials::new(credentials::over(&storage, server)),
        storage,
        readers: SqlitePoolOptions::new()
            .max_connections(READERS)
            .test_before_acquire(false)
            .connect_with(options.clone())
            .await?,
        writer: Mutex::new(SqliteConnection::connect_with(&options).await?),
    });
    ensure!(peer.credentials.find(&account.secret).await?.is_ok(), "the key is not known");
    let router = Router::new()
        .route("/partner/v1/projects", get(projects::list).post(projects::create))
        .route("/partner/v1/projects/{id}", get(projects::get))
        .route("/partner/v1/takeoffs/{id}", get(takeoffs::get))
        .route("/partner/v1/takeoffs/{id}/items", get(takeoffs::items))
        .with_state(peer);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?.to_string();
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(address)
}

impl Peer {
    /// Who calls, when the credential has the scope.
    async fn authorize(&self, headers: &HeaderMap, scope: &str) -> Result<Arc<Credential>, StatusCode> {
        let token = headers
            .get(header::AUTHORIZATION)
            .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "))
            .ok_or(StatusCode::UNAUTHORIZED)?;
        let credential = self.credentials.find(token).await.map_err(broken)?;
        let credential = credential.map_err(|_| StatusCode::UNAUTHORIZED)?;
        let granted = credential.scopes.iter().any(|granted| granted == scope);
        if granted { Ok(credential) } else { Err(StatusCode::FORBIDDEN) }
    }

    /// The page of the rows of a query that asked for one more than `limit`.
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
        let seal = |last| self.storage.sealer.seal(scope, "cursor", &key(last)).map_err(broken);
        let next_cursor = last.map(seal).transpose()?;
        Ok(Page { data, has_more, next_cursor })
    }
}

fn default_limit() -> usize {
    50
}

/// The status of whatever went wrong behind a call.
fn broken<E>(_: E) -> StatusCode {
    StatusCode::INTERNAL_SERVER_ERROR
}

fn json(status: StatusCode, resource: &impl Serialize) -> Answer {
    let body = serde_json::to_vec(resource).map_err(broken)?;
    Ok((status, [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], body).into_response())
}

/// 200 with an `ETag` of the body.
fn tagged(resource: &impl Serialize) -> Answer {
    let body = serde_json::to_vec(resource).map_err(broken)?;
    let digest = Sha256::digest(&body);
    let hex: String = digest[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = HeaderValue::from_str(&format!("W/\"{hex}\"")).map_err(broken)?;
    let json = HeaderValue::from_static("application/json");
    Ok((StatusCode::OK, [(header::CONTENT_TYPE, json), (header::ETAG, tag)], body).into_response())
}
