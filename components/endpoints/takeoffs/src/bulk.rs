//! One review of many items, selected by id or by a filter. Either all of it is written or nothing.

use plumbline_contract::results::ItemsReviewed;
use plumbline_contract::{
    ConfidenceBand, FieldError, GroupId, IdKind, MeasureType, Problem, ReviewStatus, TakeoffId, Trade, TypedId as _,
    item_of_group,
};
use plumbline_database::{Transaction, Value, params};
use plumbline_endpoint::list::{Conditions, placeholders};
use plumbline_endpoint::{Context, Fields, OperationError, Outcome, Request, Response, idempotent, validate};

use crate::review::{self, Review};
use crate::{group, rows};

/// Most entries of `item_ids`.
const IDS_MAX: usize = 1_000;

/// Body of a review of many items.
pub(crate) struct BulkReview {
    item_ids: Option<Vec<String>>,
    filter: Option<Conditions>,
    review: Review,
}

/// Reads the body.
pub(crate) fn read(fields: &mut Fields<'_>) -> BulkReview {
    fields.exactly_one(["item_ids", "filter"], "select the items to review");
    let item_ids = fields.ids("item_ids", &[IdKind::Item, IdKind::Group], IDS_MAX);
    let filter = fields.object("filter", |filter| {
        let mut conditions = Conditions::new();
        conditions.and("trade = ?", filter.name("trade").map(Trade::as_str));
        conditions.and("category = ?", filter.text("category", 1, 64));
        conditions.and("item_type = ?", filter.text("item_type", 1, 64));
        conditions.and("page_number = ?", filter.integer("page_number", 1, u32::MAX.into()));
        conditions.and("review_status = ?", filter.name("review_status").map(ReviewStatus::as_str));
        conditions.and("measure_type = ?", filter.name("measure_type").map(MeasureType::as_str));
        conditions.and("confidence = ?", filter.name("confidence").map(ConfidenceBand::as_str));
        conditions
    });
    let review = review::read(fields);
    if review.quantity_override.flatten().is_some() {
        fields.fail("quantity_override", "must be null here. To set the quantity of one item, PATCH the item");
    }
    BulkReview { item_ids, filter, review }
}

/// Handles `POST /takeoffs/{takeoff_id}/items/review`.
pub(crate) fn update(context: &Context<'_>, request: &Request) -> Outcome {
    let takeoff_id: TakeoffId = context.id("takeoff_id")?;
    let BulkReview { item_ids, filter, review } = validate(request, read)?;
    let end_customer = rows::find_end_customer(context.db, &takeoff_id)?;
    let review = review.entered_by(&context.caller);
    idempotent(context, request, |tx| {
        review::require_changeable(tx, &takeoff_id)?;
        let mut reviewed = ItemsReviewed::default();
        if let Some(mut conditions) = filter {
            conditions.and("takeoff_id = ?", Some(&takeoff_id));
            apply(tx, &conditions.sql(), &conditions.values([]), &review, &mut reviewed)?;
        }
        for ids in items_of(tx, &takeoff_id, &item_ids.unwrap_or_default())?.chunks(IDS_MAX) {
            let selected = format!("WHERE takeoff_id = ? AND id IN ({})", placeholders(ids.len()));
            let values: Vec<Value> =
                params![&takeoff_id].into_iter().chain(ids.iter().map(|id| Value::from(id.as_str()))).collect();
            apply(tx, &selected, &values, &review, &mut reviewed)?;
        }
        if reviewed.changed > 0 {
            review::record(tx, &takeoff_id)?;
        }
        Ok(Response::json(200, &reviewed)?.end_customer(end_customer.as_deref()))
    })
}

/// Returns the ids of the named items without duplicates. A line's id selects the items that it counts.
fn items_of(tx: &Transaction<'_>, takeoff_id: &TakeoffId, named: &[String]) -> Result<Vec<String>, OperationError> {
    let mut found = Vec::new();
    let mut errors = Vec::new();
    for (place, id) in named.iter().enumerate() {
        let line = GroupId::parse(id);
        let item = if line.is_some() { item_of_group(id) } else { id.clone() };
        let exists = tx.query_opt("SELECT 1 FROM items WHERE id = ? AND takeoff_id = ?", params![&item, takeoff_id])?;
        if exists.is_none() {
            let message = format!("is not an item of this takeoff: {id}");
            errors.push(FieldError { field: format!("/item_ids/{place}"), message });
        } else if let Some(group) = &line {
            let members = group::members(tx.db(), group::Ids { takeoff: takeoff_id, group })?;
            for row in group::reviewable_items(&members)? {
                found.push(row.text("id")?);
            }
        } else {
            found.push(item);
        }
    }
    if !errors.is_empty() {
        return Err(Problem::validation(errors).into());
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// Reviews the items that a `WHERE` clause selects. Items that already match the review keep their versions.
fn apply(
    tx: &Transaction<'_>,
    selected: &str,
    values: &[Value],
    review: &Review,
    reviewed: &mut ItemsReviewed,
) -> Result<(), OperationError> {
    let count = tx.query_opt(&format!("SELECT COUNT(*) AS selected FROM items {selected}"), values.to_vec())?;
    reviewed.selected += count.map(|row| row.int("selected")).transpose()?.unwrap_or_default();
    let (decision, note) = (review.decision(), review.note());
    let clears = i64::from(review.quantity_override.is_some());
    let (notes, note) = (i64::from(note.is_some()), note.flatten());
    let proposed = i64::from(review.proposed);
    let changes = params![decision, decision, clears, clears, notes, note, proposed];
    let differs = params![decision, clears, notes, note, proposed];
    let sql = format!(
        "UPDATE items SET review_status = CASE WHEN ? IS NOT NULL THEN ? WHEN ? = 1 AND review_status = 'modified' \
         THEN 'extracted' ELSE review_status END, quantity_override = CASE WHEN ? = 1 THEN NULL ELSE quantity_override END, \
         note = CASE WHEN ? = 1 THEN ? ELSE note END, proposed = ?, revision = revision + 1 {selected} \
         AND (review_status <> ? OR (? = 1 AND quantity_override IS NOT NULL) OR (? = 1 AND note IS DISTINCT FROM ?) \
         OR proposed <> ?)"
    );
    let all: Vec<Value> = changes.into_iter().chain(values.iter().cloned()).chain(differs).collect();
    reviewed.changed += i64::try_from(tx.execute(&sql, all)?).unwrap_or(i64::MAX);
    Ok(())
}
