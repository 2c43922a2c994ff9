//! Creation of a document, from an address or by an upload.

use plumbline_contract::{
    Discipline, Document, DocumentId, DocumentKind, DocumentStatus, DocumentWithUpload, IdKind, Metadata, Problem,
    ProjectId, TypedId as _, Upload, new_id, timestamp, upload_types,
};
use plumbline_database::{Transaction, columns, json, outbox, params};
use plumbline_endpoint::quota;
use plumbline_endpoint::resources::{self, Table};
use plumbline_endpoint::{
    Context, Fields, OperationError, Outcome, Request, Response, SignedUpload, idempotent, replay, scale, validate,
};
use serde_json::json;

use crate::source::{self, Source};

/// Seconds in a day of retention.
const DAY_SECONDS: i64 = 86_400;

/// Seconds in which the host finishes a file after its last byte arrived.
const WRITE_SECONDS: i64 = 60;

/// Body of a create request.
pub(crate) struct NewDocument {
    project_id: ProjectId,
    filename: String,
    source: Option<Source>,
    kind: DocumentKind,
    discipline_hint: Option<Discipline>,
    external_ref: Option<String>,
    metadata: Metadata,
}

/// Handles `POST /documents`.
pub(crate) fn create(context: &Context<'_>, request: &Request) -> Outcome {
    let new = validate(request, read)?;
    let Some(source) = &new.source else {
        return Err(OperationError::Internal("a source passed validation".to_owned()));
    };
    // A repeated request gets the first response, even if the name no longer resolves.
    if let Some(first) = replay(context, request)? {
        return Ok(first);
    }
    source.require_reachable(context)?;
    idempotent(context, request, |tx| insert(tx, context, &new, source))
}

/// Reads the body.
pub(crate) fn read(fields: &mut Fields<'_>) -> NewDocument {
    NewDocument {
        project_id: fields.required_id("project_id"),
        filename: fields.required_text("filename", 1, 255),
        source: fields.required_object("source", source::read).flatten(),
        kind: fields.name_or("kind", DocumentKind::Drawing),
        discipline_hint: fields.name("discipline_hint"),
        external_ref: fields.text("external_ref", 1, 128),
        metadata: scale::metadata(fields),
    }
}

fn insert(tx: &Transaction<'_>, context: &Context<'_>, new: &NewDocument, source: &Source) -> Outcome {
    let project = tx.query_opt("SELECT end_customer_ref FROM projects WHERE id = ?", params![&new.project_id])?;
    let end_customer = project.ok_or_else(Problem::not_found)?.opt_text("end_customer_ref")?;
    let id = DocumentId::random();
    release_external_ref(tx, context, new.external_ref.as_deref())?;
    resources::ensure_unique_external_ref(tx, Table::Documents, &id, new.external_ref.as_deref())?;
    let (source_url, content_type, declared) = match source {
        Source::Url(url) => (Some(url), None, None),
        Source::Upload { content_type, size_bytes } => (None, content_type.as_deref(), *size_bytes),
    };
    let max_bytes = quota::check_document(tx, context, declared, upload_types::MAX_BYTES.cast_signed())?;
    let blob_key = format!("documents/{id}/original");
    let upload = source_url.is_none().then(|| sign_upload(context, &blob_key, content_type, max_bytes));
    let document = Document {
        id,
        project_id: new.project_id.clone(),
        filename: new.filename.clone(),
        kind: new.kind,
        status: if upload.is_some() { DocumentStatus::AwaitingUpload } else { DocumentStatus::Ingesting },
        external_ref: new.external_ref.clone(),
        page_count: None,
        pages: None,
        size_bytes: None,
        failure: None,
        metadata: new.metadata.clone(),
        created_at: context.now().to_owned(),
        ready_at: None,
        retain_until: retain_until(context),
    };
    tx.insert(
        "documents",
        columns! {
            id: &document.id,
            project_id: &document.project_id,
            filename: &document.filename,
            kind: document.kind.as_str(),
            status: document.status.as_str(),
            discipline_hint: new.discipline_hint.map(Discipline::as_str),
            external_ref: document.external_ref.as_ref(),
            content_type: content_type,
            source_url: source_url,
            blob_key: &blob_key,
            declared_bytes: declared,
            reserved_bytes: declared.is_none().then_some(max_bytes),
            metadata: json(&document.metadata)?,
            upload_expires_at: upload.as_ref().map(|upload| &upload.expires_at),
            created_at: &document.created_at,
            retain_until: document.retain_until.as_ref(),
        },
    )?;
    enqueue(tx, context, &document, upload.as_ref())?;
    let location = context.url(&format!("/documents/{}", document.id));
    let response = match upload {
        Some(upload) => {
            let upload = Upload {
                url: upload.url,
                method: "PUT",
                headers: upload.headers.into_iter().collect(),
                expires_at: upload.expires_at,
            };
            Response::created(location, &DocumentWithUpload { document, upload })?
        }
        None => Response::accepted(location, &document)?,
    };
    Ok(response.units(1.0).end_customer(end_customer.as_deref()))
}

/// Removes the `external_ref` from a document that failed or whose upload is missing, because its error says to create it
/// again.
fn release_external_ref(
    tx: &Transaction<'_>,
    context: &Context<'_>,
    external_ref: Option<&str>,
) -> Result<(), OperationError> {
    let Some(external_ref) = external_ref else { return Ok(()) };
    let failed = tx.query_opt(
        "SELECT id, status, blob_key FROM documents WHERE external_ref = ? \
         AND (status = 'failed' OR (status = 'awaiting_upload' AND upload_expires_at <= ?))",
        params![external_ref, context.now()],
    )?;
    let Some(row) = failed else { return Ok(()) };
    // A file that arrived in time can still be completed.
    let awaits_upload = row.name::<DocumentStatus>("status")? == DocumentStatus::AwaitingUpload;
    if awaits_upload && context.host.stat(&row.text("blob_key")?).is_some() {
        return Ok(());
    }
    tx.execute("UPDATE documents SET external_ref = NULL WHERE id = ?", params![row.text("id")?])?;
    Ok(())
}

/// Signs an upload of at most `limit` bytes.
fn sign_upload(context: &Context<'_>, blob_key: &str, content_type: Option<&str>, limit: i64) -> SignedUpload {
    let max_bytes = limit.unsigned_abs().min(upload_types::MAX_BYTES);
    context.host.sign_upload(blob_key, content_type, max_bytes, upload_types::SLOT_SECONDS)
}

/// Returns the end of the document's retention, or `None` if it is kept until it is deleted. A retention of 0 days counts
/// as none, because it would delete documents before they are read.
fn retain_until(context: &Context<'_>) -> Option<String> {
    let days = context.caller.account().retention_days.filter(|days| *days > 0)?;
    timestamp::after(context.now(), i64::from(days) * DAY_SECONDS)
}

/// Enqueues the document's jobs: ingestion, or a check of the upload slot after it expires, and deletion after its retention.
fn enqueue(
    tx: &Transaction<'_>,
    context: &Context<'_>,
    document: &Document,
    upload: Option<&SignedUpload>,
) -> Result<(), OperationError> {
    let id = &document.id;
    let job = || new_id(IdKind::Job);
    match upload {
        None => outbox::enqueue(
            tx,
            &job(),
            "ingest",
            &json!({"document_id": id, "project_id": document.project_id}),
            context.now(),
        )?,
        Some(upload) => {
            // A PUT that started at the end of the slot may send for this long.
            let delay = i64::from(upload_types::UPLOAD_SECONDS_MAX) + WRITE_SECONDS;
            let due_at = timestamp::after(&upload.expires_at, delay)
                .ok_or_else(|| OperationError::Internal(format!("the time {} cannot be read", upload.expires_at)))?;
            outbox::enqueue_at(tx, &job(), "cleanup", &json!({"expire_upload": id}), context.now(), &due_at)?;
        }
    }
    if let Some(end) = &document.retain_until {
        outbox::enqueue_at(tx, &job(), "cleanup", &json!({"expire_document": id}), context.now(), end)?;
    }
    Ok(())
}
