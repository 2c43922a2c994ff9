//! Complete an upload; download the original file.

use plumbline_contract::{DocumentStatus, FailureCode, IdKind, Problem, ProblemCode, new_id, upload_types};
use plumbline_db::{Transaction, outbox, params};
use plumbline_endpoint::validate::no_body;
use plumbline_endpoint::{Context, Failed, Outcome, Query, Request, Response};
use serde_json::json;

use crate::rows;

/// What completing found: an expired slot changes the document *and* is a problem.
enum Completed {
    Accepted,
    Expired,
}

/// `POST /documents/{document_id}/complete`. Completing again what is on its way, or done, changes nothing.
pub(crate) fn complete(context: &Context<'_>, request: &Request) -> Outcome {
    Query::none(request)?;
    no_body(request)?;
    let id = context.id("document_id", IdKind::Document)?;
    match context.db.transaction(|tx| finish_upload(tx, context, id))? {
        Completed::Accepted => {
            let document = rows::with_pages(context.db, id)?;
            Response::accepted(context.url(&format!("/documents/{id}")), &document)
        }
        Completed::Expired => Err(Failed::problem(
            ProblemCode::UploadExpired,
            "No bytes came within the 15 minutes of the upload slot. Create the document again.",
        )),
    }
}

fn finish_upload(tx: &Transaction<'_>, context: &Context<'_>, id: &str) -> Result<Completed, Failed> {
    let row = rows::find(tx.db(), id)?;
    let expired = row.opt_text("upload_expires_at")?.is_some_and(|end| end < context.now);
    let status: DocumentStatus = row.name("status")?;
    if status == DocumentStatus::Failed && expired && row.opt_int("size_bytes")?.is_none() {
        return Ok(Completed::Expired);
    }
    if status != DocumentStatus::AwaitingUpload {
        return Ok(Completed::Accepted);
    }
    // Bytes that are there came within the slot, the host takes none after it: a late call still completes them.
    match context.host.stat(&row.text("blob_key")?) {
        Some(size) => {
            let size = i64::try_from(size).map_err(|error| Failed::Internal(error.to_string()))?;
            tx.execute(
                "UPDATE documents SET status = ?, size_bytes = ? WHERE id = ?",
                params![DocumentStatus::Ingesting.as_str(), size, id],
            )?;
            outbox::enqueue(tx, &new_id(IdKind::Job), "ingest", &json!({"document_id": id}), &context.now)?;
            Ok(Completed::Accepted)
        }
        None if expired => {
            tx.execute(
                "UPDATE documents SET status = ?, failure_code = ?, failure_message = ? WHERE id = ?",
                params![
                    DocumentStatus::Failed.as_str(),
                    FailureCode::DocumentUnreadable.as_str(),
                    "No bytes were uploaded within 15 minutes.",
                    id,
                ],
            )?;
            Ok(Completed::Expired)
        }
        None => Err(Problem::new(
            ProblemCode::UploadMissing,
            "No bytes are there yet. PUT the file to upload.url with all of upload.headers, then complete again.",
        )
        .into()),
    }
}

/// `GET /documents/{document_id}/download`: on to a signed address, valid for 10 minutes.
pub(crate) fn download(context: &Context<'_>, request: &Request) -> Outcome {
    Query::none(request)?;
    let id = context.id("document_id", IdKind::Document)?;
    let row = rows::find(context.db, id)?;
    let key = row.text("blob_key")?;
    if context.host.stat(&key).is_none() {
        return Err(Failed::problem(
            ProblemCode::DocumentNotReady,
            "The document has no file yet. Poll GET /documents/{id} until its status is ready.",
        ));
    }
    let content_type = row.opt_text("content_type")?;
    let signed = context.host.sign_download(
        &key,
        &row.text("filename")?,
        content_type.as_deref().unwrap_or("application/octet-stream"),
        upload_types::DOWNLOAD_SECONDS,
    );
    // The address is a credential for ten minutes: no cache keeps it.
    Ok(Response::empty(302).with("location", signed.url).with("cache-control", "no-store"))
}
