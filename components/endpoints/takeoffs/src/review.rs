//! Review of an item: accept, reject, adjust, note. What was extracted never changes.

use plumbline_contract::{IdKind, Problem, ReviewDecision, UnitSystem};
use plumbline_db::{Db, Row, Transaction, params};
use plumbline_endpoint::{Context, Failed, Fields, Outcome, Query, Request, Response, etag, validate};

use crate::{items, rows};

/// Body of a review: the outer `None` leaves a field as it is, the inner one clears it.
pub(crate) struct Review {
    decision: Option<ReviewDecision>,
    quantity_override: Option<Option<f64>>,
    note: Option<Option<String>>,
}

/// Reads the body.
pub(crate) fn read(fields: &mut Fields<'_>) -> Review {
    Review {
        decision: fields.has("review_status").then(|| fields.required_name("review_status")).flatten(),
        quantity_override: fields.has("quantity_override").then(|| fields.number("quantity_override", 0.0)),
        note: fields.has("note").then(|| fields.text("note", 0, 500)),
    }
}

/// `PATCH /takeoffs/{takeoff_id}/items/{item_id}`. Its `ETag` is the item's revision; `If-Match` with another is refused.
pub(crate) fn update(context: &Context<'_>, request: &Request) -> Outcome {
    Query::none(request)?;
    let takeoff_id = context.id("takeoff_id", IdKind::Takeoff)?;
    let item_id = context.id("item_id", IdKind::Item)?;
    let review = validate(request, read)?;
    let row = context.db.transaction(|tx| apply(tx, request, takeoff_id, item_id, &review))?;
    let (tag, end_customer) = (tag(&row)?, row.opt_text("end_customer_ref")?);
    let item = items::placed(takeoff_id, row, UnitSystem::AsDrawn)?.item;
    Ok(Response::json(200, &item)?.with("etag", tag).end_customer(end_customer.as_deref()))
}

fn apply(
    tx: &Transaction<'_>,
    request: &Request,
    takeoff_id: &str,
    item_id: &str,
    review: &Review,
) -> Result<Row, Failed> {
    let takeoff = tx.one("SELECT origin FROM takeoffs WHERE id = ?", params![takeoff_id])?;
    rows::require_changeable(&takeoff.ok_or_else(Problem::not_found)?)?;
    let row = find(tx.db(), takeoff_id, item_id)?;
    etag::require_match(request, &tag(&row)?)?;
    if review.decision.is_none() && review.quantity_override.is_none() && review.note.is_none() {
        return Ok(row);
    }
    let quantity_override = match review.quantity_override {
        Some(quantity) => quantity,
        None => row.opt_real("quantity_override")?,
    };
    let note = match &review.note {
        Some(note) => note.clone(),
        None => row.opt_text("note")?,
    };
    let status = match (review.decision, review.quantity_override) {
        (Some(decision), _) => decision.as_str().to_owned(),
        (None, Some(Some(_))) => ReviewDecision::Modified.as_str().to_owned(),
        (None, _) => row.text("review_status")?,
    };
    tx.execute(
        "UPDATE items SET review_status = ?, quantity_override = ?, note = ?, revision = revision + 1 WHERE id = ?",
        params![status, quantity_override, note, item_id],
    )?;
    find(tx.db(), takeoff_id, item_id)
}

fn find(db: &Db, takeoff_id: &str, item_id: &str) -> Result<Row, Failed> {
    let sql = format!(
        "SELECT {}, revision, (SELECT p.end_customer_ref FROM takeoffs t JOIN projects p ON p.id = t.project_id \
         WHERE t.id = items.takeoff_id) AS end_customer_ref FROM items WHERE id = ? AND takeoff_id = ?",
        items::COLUMNS
    );
    Ok(db.one(&sql, params![item_id, takeoff_id])?.ok_or_else(Problem::not_found)?)
}

fn tag(row: &Row) -> Result<String, Failed> {
    Ok(format!("\"{}\"", row.int("revision")?))
}
