//! An item by its id, and its review. The id of a line of a consolidated list leads to [`group`].

use plumbline_contract::{GroupId, ItemId, Problem, TakeoffId, UnitSystem};
use plumbline_database::{Db, Row, params};
use plumbline_endpoint::{Context, OperationError, Outcome, Query, Request, Response, etag, validate};

use crate::filter::Selection;
use crate::group::{self, Ids};
use crate::items;
use crate::review::{self, Review};
use crate::rows;

/// Attempts of a review outside a transaction before one in a transaction.
const ATTEMPTS: usize = 5;

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
    let (tag, end_customer) = (review::tag(&row)?, row.opt_text("end_customer_ref")?);
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
    let review = validate(request, review::read)?.entered_by(&context.caller);
    let (row, end_customer) =
        write_review(context.db, |db| apply(db, request, (&takeoff_id, &item_id), &selection, &review))?;
    let tag = review::tag(&row)?;
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

/// Calls `apply` until it returns a result. The first attempts run outside a transaction, so that the tenant's other writers
/// wait for one statement only. The last runs in one, where nobody else can change the item.
fn write_review<T>(db: &Db, apply: impl Fn(&Db) -> Result<Option<T>, OperationError>) -> Result<T, OperationError> {
    for _ in 0..ATTEMPTS {
        if let Some(result) = apply(db)? {
            return Ok(result);
        }
    }
    let changed = || OperationError::Internal("an item changed within a transaction that reviews it".to_owned());
    db.transaction(|tx| apply(tx.db())?.ok_or_else(changed))
}

/// Writes the review, and returns the item's row and the end customer. Returns `None` if somebody else has changed the item
/// since it was read.
fn apply(
    db: &Db,
    request: &Request,
    (takeoff_id, item_id): (&TakeoffId, &ItemId),
    selection: &Selection,
    review: &Review,
) -> Result<Option<(Row, Option<String>)>, OperationError> {
    let row = find(db, takeoff_id, item_id)?;
    rows::require_changeable(&row)?;
    require_selected(selection, &row)?;
    etag::require_match(request, &review::tag(&row)?)?;
    let end_customer = row.opt_text("end_customer_ref")?;
    if review.is_empty() {
        return Ok(Some((row, end_customer)));
    }
    let reviewed = review::apply_to_item(db, takeoff_id, row, review)?;
    Ok(reviewed.map(|row| (row, end_customer)))
}

/// Returns an item with its takeoff's origin and its project's end customer.
fn find(db: &Db, takeoff_id: &TakeoffId, item_id: &ItemId) -> Result<Row, OperationError> {
    let sql = format!(
        "SELECT {}, (SELECT origin FROM takeoffs t WHERE t.id = items.takeoff_id) AS origin, \
         (SELECT p.end_customer_ref FROM takeoffs t JOIN projects p ON p.id = t.project_id \
         WHERE t.id = items.takeoff_id) AS end_customer_ref FROM items WHERE id = ? AND takeoff_id = ?",
        items::COLUMNS
    );
    Ok(db.query_opt(&sql, params![item_id, takeoff_id])?.ok_or_else(Problem::not_found)?)
}
