//! Documents as rows of the database.

use plumbline_contract::{Document, DocumentId, DocumentPage, DocumentStatus, PageSize, Problem};
use plumbline_database::{Db, Row, params};
use plumbline_endpoint::{OperationError, resources};

/// Columns of a document, with its project's customer for the usage record.
pub(crate) const SELECT: &str = "SELECT id, project_id, filename, kind, status, external_ref, page_count, size_bytes, failure_code, \
    failure_message, metadata, created_at, ready_at, retain_until, content_type, blob_key, source_url, \
    declared_bytes, reserved_bytes, upload_expires_at, \
    (SELECT end_customer_ref FROM projects WHERE projects.id = documents.project_id) AS end_customer_ref FROM documents";

/// Finds the row of a document.
pub(crate) fn find(db: &Db, id: &DocumentId) -> Result<Row, OperationError> {
    let row = db.query_opt(&format!("{SELECT} WHERE id = ?"), params![id])?;
    Ok(row.ok_or_else(Problem::not_found)?)
}

/// Converts a row to a document without pages.
pub(crate) fn document(row: Row) -> Result<Document, OperationError> {
    let failure = resources::failure(&row)?;
    Ok(Document { failure, ..row.read()? })
}

/// Converts a row to a document with its pages, which exist once it is ready.
pub(crate) fn document_with_pages(db: &Db, row: Row) -> Result<Document, OperationError> {
    let mut document = document(row)?;
    if document.status == DocumentStatus::Ready {
        let rows = db.query(
            "SELECT number, sheet_number, sheet_title, has_text, rotation, width_pt, height_pt, disciplines \
             FROM document_pages WHERE document_id = ? ORDER BY number",
            params![&document.id],
        )?;
        document.pages = Some(rows.iter().map(page).collect::<Result<_, _>>()?);
    }
    Ok(document)
}

fn page(row: &Row) -> Result<DocumentPage, OperationError> {
    Ok(DocumentPage {
        number: row.count("number")?,
        sheet_number: row.opt_text("sheet_number")?,
        sheet_title: row.opt_text("sheet_title")?,
        has_text: row.flag("has_text")?,
        rotation: row.count("rotation")?,
        size_pt: PageSize { width: row.real("width_pt")?, height: row.real("height_pt")? },
        disciplines_detected: row.opt_json("disciplines")?,
    })
}
