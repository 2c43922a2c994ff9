//! Pictures of an item's evidence.

use plumbline_contract::geometry::Evidence;
use plumbline_contract::{ItemId, Problem, ProblemCode, TakeoffId};
use plumbline_database::params;
use plumbline_endpoint::picture::{MEDIA_TYPE, Picture};
use plumbline_endpoint::{Context, OperationError, Outcome, Query, Request};

/// The largest number of an item's evidence that can be asked for.
const MAX_EVIDENCE: u32 = 1_000;

/// Handles `GET /takeoffs/{takeoff_id}/items/{item_id}/picture`.
pub(crate) fn get(context: &Context<'_>, request: &Request) -> Outcome {
    request.require_accepts(MEDIA_TYPE)?;
    let mut query = Query::parse(request);
    let number = read(&mut query).unwrap_or(1);
    query.finish()?;
    let (takeoff_id, item_id): (TakeoffId, ItemId) = (context.id("takeoff_id")?, context.id("item_id")?);
    let row = context.db.query_opt(
        "SELECT i.evidence AS evidence, d.blob_key AS blob_key, d.content_type AS content_type, \
         p.end_customer_ref AS end_customer_ref \
         FROM items i JOIN takeoffs t ON t.id = i.takeoff_id JOIN documents d ON d.id = t.document_id \
         JOIN projects p ON p.id = t.project_id WHERE i.id = ? AND i.takeoff_id = ?",
        params![&item_id, &takeoff_id],
    )?;
    let row = row.ok_or_else(Problem::not_found)?;
    let evidence: Vec<Evidence> = row.json("evidence")?;
    let found = evidence.get(number as usize - 1).ok_or_else(|| no_evidence(number, evidence.len()))?;
    let picture = Picture {
        key: row.text("blob_key")?,
        media_type: row.opt_text("content_type")?.unwrap_or_default(),
        page_number: found.page_number,
        area: None,
        place: Some(found.bbox),
    };
    Ok(picture.respond(request)?.end_customer(row.opt_text("end_customer_ref")?.as_deref()))
}

/// Reads which of the item's evidence to show, from 1.
pub(crate) fn read(query: &mut Query) -> Option<u32> {
    query.integer("evidence", 1, MAX_EVIDENCE)
}

fn no_evidence(number: u32, count: usize) -> OperationError {
    let detail = match count {
        0 => "The item has no evidence on a page.".to_owned(),
        _ => format!("Evidence {number} does not exist. The item has evidence 1 to {count}."),
    };
    Problem::new(ProblemCode::NotFound, detail).into()
}
