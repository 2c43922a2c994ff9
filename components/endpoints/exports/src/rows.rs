//! Exports as rows of the database, and the operation that reads one.

use plumbline_contract::{Download, Export, ExportId, JobStatus, Problem};
use plumbline_database::{Db, Row, params};
use plumbline_endpoint::{Context, OperationError, Outcome, Request, etag, resources};

/// How long the signed address of an exported file is valid, in seconds.
const DOWNLOAD_SECONDS: u32 = 3600;

/// Handles `GET /exports/{export_id}`. The tag does not cover the download, because its URL is signed again each time.
pub(crate) fn get(context: &Context<'_>, request: &Request) -> Outcome {
    let row = find(context.db, &context.id("export_id")?)?;
    let mut export = export(row.clone())?;
    let tag = etag::of(&export)?;
    if export.status == JobStatus::Completed {
        let filename = row.text("filename")?;
        let media_type = row.text("media_type")?;
        let signed = context.host.sign_download(&row.text("blob_key")?, &filename, &media_type, DOWNLOAD_SECONDS);
        export.download = Some(Download { url: signed.url, filename, expires_at: signed.expires_at });
    }
    let response = etag::respond_tagged(request, tag, &export)?;
    Ok(response.end_customer(row.opt_text("end_customer_ref")?.as_deref()))
}

/// Finds the row of an export, with its project's customer.
pub(crate) fn find(db: &Db, id: &ExportId) -> Result<Row, OperationError> {
    let row = db.query_opt(
        "SELECT id, takeoff_id, format, status, external_ref, credits_charged, blob_key, filename, media_type, failure_code, \
         failure_message, created_at, completed_at, \
         (SELECT p.end_customer_ref FROM takeoffs t JOIN projects p ON p.id = t.project_id WHERE t.id = exports.takeoff_id) \
         AS end_customer_ref FROM exports WHERE id = ?",
        params![id],
    )?;
    Ok(row.ok_or_else(Problem::not_found)?)
}

/// Converts a row to an export without its download.
pub(crate) fn export(row: Row) -> Result<Export, OperationError> {
    let failure = resources::failure(&row)?;
    Ok(Export { failure, ..row.read()? })
}
