//! An item by its id, and its review: accept, reject, adjust, note. Extracted values never change.

use plumbline_contract::{GroupId, ItemId, Problem, ReviewDecision, ReviewStatus, TakeoffId, UnitSystem};
use plumbline_database::{Db, Row, Transaction, params};
use plumbline_endpoint::{Context, Fields, OperationError, Outcome, Query, Request, Response, etag, validate};

use crate::group::Ids;
use crate::items::Selection;
use crate::{group, items, rows};

/// Body of a review: the outer `None` leaves a field unchanged, the inner one clears it.
pub(crate) struct Review {
    decision: Option<ReviewDecision>,
    pub(crate) quantity_override: Option<Option<f64>>,
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

/// Handles `GET /takeoffs/{takeoff_id}/items/{item_id}`: an item, or a line of a consolidated list. The query is the filter
/// of that list. An item that it does not select is not found.
pub(crate) fn get(context: &Context<'_>, request: &Request) -> Outcome {
    let selection = read_selection(request)?;
    let takeoff_id: TakeoffId = context.id("takeoff_id")?;
    if let Ok(group_id) = context.id::<GroupId>("item_id") {
        return group::get(context, request, Ids { takeoff: &takeoff_id, group: &group_id }, &selection);
    }
    let row = find(context.db, &takeoff_id, &context.id("item_id")?)?;
    require_selected(&selection, &row)?;
    let (tag, end_customer) = (tag(&row)?, row.opt_text("end_customer_ref")?);
    let item = items::positioned_item(&takeoff_id, row, UnitSystem::AsDrawn)?.item;
    Ok(etag::respond_tagged(request, tag, &item)?.end_customer(end_customer.as_deref()))
}

/// Handles `PATCH /takeoffs/{takeoff_id}/items/{item_id}`. The `ETag` is the item's revision, and `If-Match` with another
/// revision is refused. With the id of a group, either all its items that the query selects are reviewed or none.
pub(crate) fn update(context: &Context<'_>, request: &Request) -> Outcome {
    let selection = read_selection(request)?;
    let takeoff_id: TakeoffId = context.id("takeoff_id")?;
    if let Ok(group_id) = context.id::<GroupId>("item_id") {
        return group::update(context, request, Ids { takeoff: &takeoff_id, group: &group_id }, &selection);
    }
    let item_id: ItemId = context.id("item_id")?;
    let review = validate(request, read)?;
    let row = context.db.transaction(|tx| apply(tx, request, (&takeoff_id, &item_id), &selection, &review))?;
    let (tag, end_customer) = (tag(&row)?, row.opt_text("end_customer_ref")?);
    let item = items::positioned_item(&takeoff_id, row, UnitSystem::AsDrawn)?.item;
    Ok(Response::json(200, &item)?.with_header("etag", tag).end_customer(end_customer.as_deref()))
}

fn read_selection(request: &Request) -> Result<Selection, OperationError> {
    let mut query = Query::parse(request);
    let selection = Selection::read(&mut query);
    query.finish()?;
    Ok(selection)
}

fn require_selected(selection: &Selection, row: &Row) -> Result<(), OperationError> {
    if selection.matches(row)? { Ok(()) } else { Err(Problem::not_found().into()) }
}

impl Review {
    /// Returns the decision, which becomes the status of every item.
    pub(crate) fn decision(&self) -> Option<&'static str> {
        self.decision.map(ReviewDecision::as_str)
    }

    /// Returns the note for every item. `Some(None)` removes notes.
    pub(crate) fn note(&self) -> Option<Option<&str>> {
        self.note.as_ref().map(Option::as_deref)
    }

    /// Returns whether the review is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.decision.is_none() && self.quantity_override.is_none() && self.note.is_none()
    }

    /// Returns the new status of an item.
    pub(crate) fn status(&self, before: ReviewStatus) -> ReviewStatus {
        match (self.decision, self.quantity_override) {
            (Some(ReviewDecision::Accepted), _) => ReviewStatus::Accepted,
            (Some(ReviewDecision::Rejected), _) => ReviewStatus::Rejected,
            (Some(ReviewDecision::Modified), _) | (None, Some(Some(_))) => ReviewStatus::Modified,
            // The override that made it modified is removed.
            (None, Some(None)) if before == ReviewStatus::Modified => ReviewStatus::Extracted,
            (None, _) => before,
        }
    }
}

/// Refuses a takeoff that does not exist or cannot be changed.
pub(crate) fn require_changeable(tx: &Transaction<'_>, takeoff_id: &TakeoffId) -> Result<(), OperationError> {
    let takeoff = tx.query_opt("SELECT origin FROM takeoffs WHERE id = ?", params![takeoff_id])?;
    rows::require_changeable(&takeoff.ok_or_else(Problem::not_found)?)
}

fn apply(
    tx: &Transaction<'_>,
    request: &Request,
    (takeoff_id, item_id): (&TakeoffId, &ItemId),
    selection: &Selection,
    review: &Review,
) -> Result<Row, OperationError> {
    require_changeable(tx, takeoff_id)?;
    let row = find(tx.db(), takeoff_id, item_id)?;
    require_selected(selection, &row)?;
    etag::require_match(request, &tag(&row)?)?;
    if review.is_empty() {
        return Ok(row);
    }
    apply_review(tx, Reviewable::Items, &row, review)?;
    find(tx.db(), takeoff_id, item_id)
}

/// The kind of row that is reviewed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reviewable {
    Items,
    Routes,
}

/// Writes the review of a row, which must have the columns id, status, override and note.
pub(crate) fn apply_review(
    tx: &Transaction<'_>,
    kind: Reviewable,
    row: &Row,
    review: &Review,
) -> Result<(), OperationError> {
    let quantity_override = match review.quantity_override {
        Some(quantity) => quantity,
        None => row.opt_real("quantity_override")?,
    };
    let note = match &review.note {
        Some(note) => note.clone(),
        None => row.opt_text("note")?,
    };
    let status = review.status(row.name("review_status")?);
    let table = match kind {
        Reviewable::Items => "items",
        Reviewable::Routes => "routes",
    };
    tx.execute(
        &format!(
            "UPDATE {table} SET review_status = ?, quantity_override = ?, note = ?, revision = revision + 1 WHERE id = ?"
        ),
        params![status.as_str(), quantity_override, note, row.text("id")?],
    )?;
    Ok(())
}

fn find(db: &Db, takeoff_id: &TakeoffId, item_id: &ItemId) -> Result<Row, OperationError> {
    let sql = format!(
        "SELECT {}, (SELECT p.end_customer_ref FROM takeoffs t JOIN projects p ON p.id = t.project_id \
         WHERE t.id = items.takeoff_id) AS end_customer_ref FROM items WHERE id = ? AND takeoff_id = ?",
        items::COLUMNS
    );
    Ok(db.query_opt(&sql, params![item_id, takeoff_id])?.ok_or_else(Problem::not_found)?)
}

pub(crate) fn tag(row: &Row) -> Result<String, OperationError> {
    Ok(format!("\"{}\"", row.int("revision")?))
}
