//! Completion of an upload, and download of the original file.

use plumbline_contract::{DocumentId, DocumentStatus, FailureCode, IdKind, Problem, ProblemCode, new_id, upload_types};
use plumbline_database::{Row, Transaction, outbox, params};
use plumbline_endpoint::validate::require_empty_body;
use plumbline_endpoint::{Context, OperationError, Outcome, Request, Response};
use serde_json::json;

use crate::rows;

/// The result of completing an upload. An expired slot both changes the document and is a problem.
enum Completion {
    Accepted,
    Expired,
}

/// Handles `POST /documents/{document_id}/complete`. Completing an upload again changes nothing.
pub(crate) fn complete(context: &Context<'_>, request: &Request) -> Outcome {
    require_empty_body(request)?;
    let id: DocumentId = context.id("document_id")?;
    // Asked for before the transaction: a file that was sent to a store of its own is put in its place now, which can take
    // a second, and meanwhile no other call could write.
    let waiting = rows::find(context.db, &id)?;
    let size = match waiting.name("status")? {
        DocumentStatus::AwaitingUpload => context.host.stat(&waiting.text("blob_key")?),
        _ => None,
    };
    match context.db.transaction(|tx| finish_upload(tx, context, &id, size))? {
        Completion::Accepted => {
            let row = rows::find(context.db, &id)?;
            let end_customer = row.opt_text("end_customer_ref")?;
            let document = rows::document_with_pages(context.db, row)?;
            let response = Response::accepted(context.url(&format!("/documents/{id}")), &document)?;
            Ok(response.end_customer(end_customer.as_deref()))
        }
        Completion::Expired => Err(upload_expired()),
    }
}

fn upload_expired() -> OperationError {
    OperationError::problem(
        ProblemCode::UploadExpired,
        "The file was not uploaded within 15 minutes. Create the document again.",
    )
}

fn upload_missing() -> OperationError {
    OperationError::problem(
        ProblemCode::UploadMissing,
        "The file is not uploaded yet. PUT it to upload.url with all headers of upload.headers, then complete the upload.",
    )
}

fn finish_upload(
    tx: &Transaction<'_>,
    context: &Context<'_>,
    id: &DocumentId,
    size: Option<u64>,
) -> Result<Completion, OperationError> {
    let row = rows::find(tx.db(), id)?;
    let expired = row.opt_text("upload_expires_at")?.is_some_and(|end| end.as_str() <= context.now());
    match row.name("status")? {
        DocumentStatus::AwaitingUpload => {}
        DocumentStatus::Failed if expired && row.opt_int("size_bytes")?.is_none() => return Ok(Completion::Expired),
        _ => return Ok(Completion::Accepted),
    }
    // The host accepts bytes only within the slot, so a late call still completes a file that exists.
    match size {
        Some(size) => accept_upload(tx, context, &row, size)?,
        None if expired => {
            fail(
                tx,
                id,
                FailureCode::DocumentUnreadable,
                "The file was not uploaded within 15 minutes. Create the document again.",
            )?;
            return Ok(Completion::Expired);
        }
        None => return Err(upload_missing()),
    }
    Ok(Completion::Accepted)
}

/// Accepts the uploaded bytes for ingestion. If their number differs from the declared size, the file is not the
/// intended one, so the document fails with a message. The same applies to a file that is larger than its address
/// allowed: the host refuses it, but a store takes it and keeps it out of its place.
fn accept_upload(tx: &Transaction<'_>, context: &Context<'_>, row: &Row, size: u64) -> Result<(), OperationError> {
    let id: DocumentId = row.id("id")?;
    let size = i64::try_from(size).map_err(|error| OperationError::Internal(error.to_string()))?;
    let declared = row.opt_int("declared_bytes")?;
    let limit = declared.or(row.opt_int("reserved_bytes")?).filter(|limit| size > *limit);
    tx.execute("UPDATE documents SET size_bytes = ? WHERE id = ?", params![limit.is_none().then_some(size), &id])?;
    match (declared, limit) {
        (Some(declared), _) if declared != size => fail(
            tx,
            &id,
            FailureCode::DocumentUnreadable,
            &format!("{size} bytes were uploaded, but source.size_bytes was {declared}. Create the document again."),
        ),
        (_, Some(limit)) => fail(
            tx,
            &id,
            FailureCode::Capacity,
            &format!(
                "{size} bytes were uploaded, but at most {limit} are allowed. Upload a smaller file as a new document."
            ),
        ),
        _ => {
            let ingesting = DocumentStatus::Ingesting.as_str();
            tx.execute("UPDATE documents SET status = ? WHERE id = ?", params![ingesting, &id])?;
            let job = json!({"document_id": id, "project_id": row.text("project_id")?});
            Ok(outbox::enqueue(tx, &new_id(IdKind::Job), "ingest", &job, context.now())?)
        }
    }
}

fn fail(tx: &Transaction<'_>, id: &DocumentId, code: FailureCode, message: &str) -> Result<(), OperationError> {
    tx.execute(
        "UPDATE documents SET status = ?, failure_code = ?, failure_message = ? WHERE id = ?",
        params![DocumentStatus::Failed.as_str(), code.as_str(), message, id],
    )?;
    Ok(())
}

/// Handles `GET /documents/{document_id}/download`: redirects to a signed address, valid for 10 minutes.
pub(crate) fn download(context: &Context<'_>, _: &Request) -> Outcome {
    let row = rows::find(context.db, &context.id("document_id")?)?;
    let key = row.text("blob_key")?;
    if context.host.stat(&key).is_none() {
        return Err(no_file(&row)?);
    }
    let content_type = row.opt_text("content_type")?;
    let signed = context.host.sign_download(
        &key,
        &row.text("filename")?,
        content_type.as_deref().unwrap_or("application/octet-stream"),
        upload_types::DOWNLOAD_SECONDS,
    );
    // The address is a credential for ten minutes, so caches must not keep it.
    let response = Response::empty(302).with_header("location", signed.url).with_header("cache-control", "no-store");
    Ok(response.end_customer(row.opt_text("end_customer_ref")?.as_deref()))
}

/// Returns the reason why a document has no file to download.
fn no_file(row: &Row) -> Result<OperationError, OperationError> {
    let uploaded = row.opt_text("source_url")?.is_none();
    Ok(match row.name("status")? {
        DocumentStatus::AwaitingUpload => upload_missing(),
        DocumentStatus::Failed if uploaded => upload_expired(),
        DocumentStatus::Failed => Problem::new(
            ProblemCode::DocumentNotReady,
            "The file of the document could not be fetched. `failure` of the document gives the reason. Create the document again from another address.",
        )
        .into(),
        _ => Problem::new(
            ProblemCode::DocumentNotReady,
            "The file of the document has not arrived yet. Poll GET /documents/{id} until its status is ready.",
        )
        .into(),
    })
}
