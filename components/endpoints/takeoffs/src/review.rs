//! The review of an item or a route: accept, reject, adjust, note. Extracted values never change.

use plumbline_contract::{Problem, ReviewDecision, ReviewStatus, TakeoffId};
use plumbline_database::{Db, Row, Transaction, Value, params};
use plumbline_endpoint::{Caller, Fields, OperationError};

use crate::rows;

/// Body of a review: the outer `None` leaves a field unchanged, the inner one clears it.
pub(crate) struct Review {
    decision: Option<ReviewDecision>,
    pub(crate) quantity_override: Option<Option<f64>>,
    note: Option<Option<String>>,
    /// An agent enters it, so it is proposed until a person reviews the item.
    pub(crate) proposed: bool,
}

/// Reads the body.
pub(crate) fn read(fields: &mut Fields<'_>) -> Review {
    Review {
        decision: fields.has("review_status").then(|| fields.required_name("review_status")).flatten(),
        quantity_override: fields.has("quantity_override").then(|| fields.number("quantity_override", 0.0)),
        note: fields.has("note").then(|| fields.text("note", 0, 500)),
        proposed: false,
    }
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

    /// Returns the review as this caller enters it.
    pub(crate) fn entered_by(self, caller: &Caller) -> Self {
        Self { proposed: caller.is_agent(), ..self }
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

/// Records that an operation reviewed items or routes of a takeoff, which is an event. Call it once per operation, but not
/// with [`apply_to_item`].
pub(crate) fn record(tx: &Transaction<'_>, takeoff_id: &TakeoffId) -> Result<(), OperationError> {
    tx.execute("UPDATE takeoffs SET reviews = reviews + 1 WHERE id = ?", params![takeoff_id])?;
    Ok(())
}

/// The kind of row that is reviewed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reviewable {
    Items,
    Routes,
}

const UPDATE_ITEM: &str = "UPDATE items SET review_status = ?, quantity_override = ?, note = ?, proposed = ?, \
    revision = revision + 1 WHERE id = ?";

/// Writes the review of an item alone, whose trigger writes the event. The worker changes attributes without a new revision
/// when it joins schedules, so the statement compares them too.
const UPDATE_SINGLE_ITEM: &str = "UPDATE items SET review_status = ?, quantity_override = ?, note = ?, proposed = ?, \
    revision = revision + 1, single_reviews = single_reviews + 1 \
    WHERE id = ? AND takeoff_id = ? AND revision = ? AND attributes = ?";

/// The columns of an item that a review sets, in the order of [`item_changes`].
const REVIEWED_COLUMNS: [&str; 4] = ["review_status", "quantity_override", "note", "proposed"];

/// Returns the values of [`REVIEWED_COLUMNS`] after the review of a row, which must have the columns status, override and note.
fn item_changes(row: &Row, review: &Review) -> Result<[Value; 4], OperationError> {
    let [status, quantity_override, note] = changes(row, review)?;
    Ok([status, quantity_override, note, i64::from(review.proposed).into()])
}

/// Returns the new status, override and note of a row.
fn changes(row: &Row, review: &Review) -> Result<[Value; 3], OperationError> {
    let quantity_override = match review.quantity_override {
        Some(quantity) => quantity,
        None => row.opt_real("quantity_override")?,
    };
    let note = match &review.note {
        Some(note) => note.clone(),
        None => row.opt_text("note")?,
    };
    let status = review.status(row.name("review_status")?);
    Ok([status.as_str().into(), quantity_override.into(), note.into()])
}

/// Writes the review of a row, which must have the columns id, status, override and note.
pub(crate) fn apply_review(
    tx: &Transaction<'_>,
    kind: Reviewable,
    row: &Row,
    review: &Review,
) -> Result<(), OperationError> {
    let id = row.text("id")?;
    match kind {
        Reviewable::Items => {
            let [status, quantity_override, note, proposed] = item_changes(row, review)?;
            tx.execute(UPDATE_ITEM, params![status, quantity_override, note, proposed, id])?
        }
        // No tool of agents reviews routes.
        Reviewable::Routes => {
            let [status, quantity_override, note] = changes(row, review)?;
            tx.execute(
                "UPDATE routes SET review_status = ?, quantity_override = ?, note = ?, revision = revision + 1 WHERE id = ?",
                params![status, quantity_override, note, id],
            )?
        }
    };
    Ok(())
}

/// Writes the review of an item alone and its event, and returns the new row. Returns `None` and writes nothing if the item
/// was changed or deleted after `row`, with the columns [`crate::items::COLUMNS`], was read.
pub(crate) fn apply_to_item(
    db: &Db,
    takeoff_id: &TakeoffId,
    mut row: Row,
    review: &Review,
) -> Result<Option<Row>, OperationError> {
    let changes = item_changes(&row, review)?;
    let [status, quantity_override, note, proposed] = changes.clone();
    let (id, revision, attributes) = (row.text("id")?, row.int("revision")?, row.text("attributes")?);
    let values = params![status, quantity_override, note, proposed, id, takeoff_id, revision, attributes];
    if db.execute(UPDATE_SINGLE_ITEM, values)? == 0 {
        return Ok(None);
    }
    for (column, value) in REVIEWED_COLUMNS.into_iter().zip(changes) {
        row.set(column, value)?;
    }
    row.set("revision", (revision + 1).into())?;
    Ok(Some(row))
}

/// Returns the `ETag` of a row: its revision.
pub(crate) fn tag(row: &Row) -> Result<String, OperationError> {
    Ok(format!("\"{}\"", row.int("revision")?))
}
