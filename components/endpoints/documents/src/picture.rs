//! Pictures of a document's pages.

use plumbline_contract::{DocumentId, Problem, ProblemCode};
use plumbline_database::params;
use plumbline_endpoint::picture::{MEDIA_TYPE, Picture, read_area};
use plumbline_endpoint::{Context, OperationError, Outcome, Query, Request};

use crate::rows;

/// Handles `GET /documents/{document_id}/pages/{page_number}/picture`.
pub(crate) fn get(context: &Context<'_>, request: &Request) -> Outcome {
    request.require_accepts(MEDIA_TYPE)?;
    let mut query = Query::parse(request);
    let area = read_area(&mut query);
    query.finish()?;
    let id: DocumentId = context.id("document_id")?;
    let page_number = context.page_number("page_number")?;
    let row = rows::find(context.db, &id)?;
    let (key, media_type) = (row.text("blob_key")?, row.opt_text("content_type")?);
    let pages = row.opt_int("page_count")?;
    let (Some(pages), Some(media_type)) = (pages, media_type) else { return Err(not_ready()) };
    let has_page = context.db.query_opt(
        "SELECT number FROM document_pages WHERE document_id = ? AND number = ?",
        params![&id, i64::from(page_number)],
    )?;
    if has_page.is_none() {
        return Err(no_page(page_number, pages));
    }
    let picture = Picture { key, media_type, page_number, area, place: None };
    Ok(picture.respond(request)?.end_customer(row.opt_text("end_customer_ref")?.as_deref()))
}

fn not_ready() -> OperationError {
    let detail = "The document has no pages yet. Poll GET /documents/{id} until its status is ready.";
    OperationError::problem(ProblemCode::DocumentNotReady, detail)
}

fn no_page(page_number: u32, pages: i64) -> OperationError {
    let detail = format!("Page {page_number} does not exist. The document has pages 1 to {pages}.");
    Problem::new(ProblemCode::NotFound, detail).into()
}
