//! `GET /projects/{id}`, `GET /projects`, `POST /projects`.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use plumbline_storage::id;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sqlx::{ColumnIndex, Decode, FromRow, Row, Type};

use super::{
    Caller, HandlerResult, ListQuery, Operation, Peer, internal_error, json, json_with_etag, with_end_customer,
};

pub(super) const GET: Operation = Operation { name: "projects.get", scope: "projects:read", is_read: true };
const LIST: Operation = Operation { name: "projects.list", scope: "projects:read", is_read: true };
const CREATE: Operation = Operation { name: "projects.create", scope: "projects:write", is_read: false };

const SELECT: &str = "SELECT id, name, reference, end_customer_ref, external_ref, address, metadata, created_at, updated_at, \
    (SELECT COUNT(*) FROM documents WHERE project_id = projects.id) AS document_count FROM projects";

#[derive(Serialize)]
pub(super) struct Project {
    id: String,
    name: String,
    reference: Option<String>,
    pub(super) end_customer_ref: Option<String>,
    external_ref: Option<String>,
    address: Option<String>,
    metadata: Box<RawValue>,
    document_count: i64,
    created_at: String,
    updated_at: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewProject {
    name: String,
    reference: Option<String>,
    end_customer_ref: Option<String>,
    external_ref: Option<String>,
    address: Option<String>,
    #[serde(default)]
    metadata: BTreeMap<String, String>,
}

impl<'r, R: Row> FromRow<'r, R> for Project
where
    for<'c> &'c str: ColumnIndex<R>,
    String: Decode<'r, R::Database> + Type<R::Database>,
    Option<String>: Decode<'r, R::Database> + Type<R::Database>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
{
    fn from_row(row: &'r R) -> sqlx::Result<Self> {
        let metadata = RawValue::from_string(row.try_get("metadata")?);
        Ok(Self {
            id: row.try_get("id")?,
            name: row.try_get("name")?,
            reference: row.try_get("reference")?,
            end_customer_ref: row.try_get("end_customer_ref")?,
            external_ref: row.try_get("external_ref")?,
            address: row.try_get("address")?,
            metadata: metadata.map_err(|error| sqlx::Error::Decode(error.into()))?,
            document_count: row.try_get("document_count")?,
            created_at: row.try_get("created_at")?,
            updated_at: row.try_get("updated_at")?,
        })
    }
}

pub(super) async fn get(State(peer): State<Arc<Peer>>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    peer.handle(&GET, &headers, async |caller| find_project(&caller, &id).await).await
}

async fn find_project(caller: &Caller, id: &str) -> HandlerResult {
    let sql = select(" WHERE id = ?");
    let found = sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(id).fetch_optional(&caller.database.readers);
    let project: Project = found.await.map_err(internal_error)?.ok_or(StatusCode::NOT_FOUND)?;
    Ok(with_end_customer(json_with_etag(&project)?, project.end_customer_ref))
}

pub(super) async fn list(
    State(peer): State<Arc<Peer>>,
    Query(ListQuery { limit }): Query<ListQuery>,
    headers: HeaderMap,
) -> Response {
    peer.handle(&LIST, &headers, async |caller| list_newest(&peer, &caller, limit).await).await
}

async fn list_newest(peer: &Peer, caller: &Caller, limit: usize) -> HandlerResult {
    let sql = select(" ORDER BY created_at DESC, id DESC LIMIT ?");
    let fetch = i64::try_from(limit + 1).map_err(internal_error)?;
    let rows = sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(fetch).fetch_all(&caller.database.readers);
    let projects: Vec<Project> = rows.await.map_err(internal_error)?;
    let key = |project: &Project| format!("{} {}", project.created_at, project.id);
    json(StatusCode::OK, &peer.page(&caller.credential.scope(), projects, limit, key)?)
}

pub(super) async fn create(State(peer): State<Arc<Peer>>, headers: HeaderMap, Json(new): Json<NewProject>) -> Response {
    peer.handle(&CREATE, &headers, async |caller| create_project(&caller, new).await).await
}

async fn create_project(caller: &Caller, new: NewProject) -> HandlerResult {
    if new.name.is_empty() || new.name.chars().count() > 200 {
        return Err(StatusCode::UNPROCESSABLE_ENTITY);
    }
    let metadata = serde_json::value::to_raw_value(&new.metadata).map_err(internal_error)?;
    let project = Project {
        id: id::random("prj_"),
        name: new.name,
        reference: new.reference,
        end_customer_ref: new.end_customer_ref,
        external_ref: new.external_ref,
        address: new.address,
        metadata,
        document_count: 0,
        created_at: id::now(),
        updated_at: None,
    };
    let mut writer = caller.database.writer.lock().await;
    let mut tx = sqlx::Connection::begin_with(&mut *writer, "BEGIN IMMEDIATE").await.map_err(internal_error)?;
    if let Some(external_ref) = &project.external_ref {
        let taken = sqlx::query("SELECT id FROM projects WHERE external_ref = ?").bind(external_ref);
        if taken.fetch_optional(&mut *tx).await.map_err(internal_error)?.is_some() {
            return Err(StatusCode::CONFLICT);
        }
    }
    sqlx::query(
        "INSERT INTO projects (id, name, reference, end_customer_ref, external_ref, address, metadata, created_at) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(&project.id)
    .bind(&project.name)
    .bind(&project.reference)
    .bind(&project.end_customer_ref)
    .bind(&project.external_ref)
    .bind(&project.address)
    .bind(project.metadata.get())
    .bind(&project.created_at)
    .execute(&mut *tx)
    .await
    .map_err(internal_error)?;
    tx.commit().await.map_err(internal_error)?;
    drop(writer);
    let mut response = json(StatusCode::CREATED, &project)?;
    let location = HeaderValue::from_str(&format!("/partner/v1/projects/{}", project.id)).map_err(internal_error)?;
    response.headers_mut().insert(header::LOCATION, location);
    Ok(with_end_customer(response, project.end_customer_ref))
}

fn select(rest: &str) -> String {
    format!("{SELECT}{rest}")
}
