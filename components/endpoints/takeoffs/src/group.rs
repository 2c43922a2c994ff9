//! A line of a consolidated list by its id, and its review, which applies to each of the items that it counts. With the
//! filter of the list, both are limited to the items that it selects.

use std::collections::HashSet;

use plumbline_contract::results::TakeoffItem;
use plumbline_contract::{FieldError, GroupId, IdKind, Problem, ReviewStatus, TakeoffId, UnitSystem, item_of_group};
use plumbline_database::{Db, Row, Transaction, params};
use plumbline_endpoint::{Context, OperationError, Outcome, Request, Response, etag, validate};

use crate::consolidate::Groups;
use crate::filter::Selection;
use crate::review::{self, Review, Reviewable};
use crate::{group_version, items, rows};

/// Items read at once. A sheet may have more than fit into one result of the host.
const BATCH: usize = 2_000;

/// The ids that identify a line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ids<'a> {
    pub(crate) takeoff: &'a TakeoffId,
    pub(crate) group: &'a GroupId,
}

/// A line: the items that the filter of its list selects from a group, and the version of the whole group.
struct Line {
    items: Vec<Row>,
    version: String,
}

/// Reviews the items that a line counts: those that are not rejected, or all if all are rejected. Either all of it is written
/// or nothing. The response is the line, with an `ETag` that changes with each item of its group.
pub(crate) fn update(context: &Context<'_>, request: &Request, ids: Ids<'_>, selection: &Selection) -> Outcome {
    let review = validate(request, review::read)?.entered_by(&context.caller);
    let line = context.db.transaction(|tx| apply(tx, request, ids, selection, &review))?;
    let (tag, item) = (line.tag(), line.item(ids.takeoff, selection)?);
    let end_customer = rows::find_end_customer(context.db, ids.takeoff)?;
    Ok(Response::json(200, &item)?.with_header("etag", tag).end_customer(end_customer.as_deref()))
}

/// Returns a line by its id.
pub(crate) fn get(context: &Context<'_>, request: &Request, ids: Ids<'_>, selection: &Selection) -> Outcome {
    let end_customer = rows::find_end_customer(context.db, ids.takeoff)?;
    let line = Line::new(members(context.db, ids)?, |row| selection.matches(row))?;
    let (tag, item) = (line.tag(), line.item(ids.takeoff, selection)?);
    Ok(etag::respond_tagged(request, tag, &item)?.end_customer(end_customer.as_deref()))
}

impl Line {
    /// Creates a line of the selected members of a group.
    ///
    /// # Errors
    /// 404 if none is selected.
    fn new(
        members: Vec<Row>,
        is_selected: impl Fn(&Row) -> Result<bool, OperationError>,
    ) -> Result<Self, OperationError> {
        let reviews = members.iter().map(|row| Ok(row.int("revision")? - 1)).sum::<Result<i64, OperationError>>()?;
        let version = group_version::of(members.len(), reviews);
        let mut items = Vec::new();
        for row in members {
            if is_selected(&row)? {
                items.push(row);
            }
        }
        if items.is_empty() { Err(Problem::not_found().into()) } else { Ok(Self { items, version }) }
    }

    fn tag(&self) -> String {
        format!("\"{}\"", self.version)
    }

    fn item(self, takeoff_id: &TakeoffId, selection: &Selection) -> Result<TakeoffItem, OperationError> {
        let mut groups = Groups::all(selection.counts_rejected());
        for row in self.items {
            groups.add(takeoff_id, row, true, UnitSystem::AsDrawn)?;
        }
        let mut item = groups.finish()?.into_iter().next().ok_or_else(Problem::not_found)?.item;
        item.version = self.version;
        Ok(item)
    }
}

fn apply(
    tx: &Transaction<'_>,
    request: &Request,
    ids: Ids<'_>,
    selection: &Selection,
    review: &Review,
) -> Result<Line, OperationError> {
    review::require_changeable(tx, ids.takeoff)?;
    let before = Line::new(members(tx.db(), ids)?, |row| selection.matches(row))?;
    etag::require_match(request, &before.tag())?;
    if review.is_empty() {
        return Ok(before);
    }
    let reviewable = reviewable_items(&before.items)?;
    if reviewable.len() > 1 && review.quantity_override.flatten().is_some() {
        let message = "cannot be set on a row of several items. Set it on one of `item_ids`, or reject the items that \
            should not count";
        let error = FieldError { field: "/quantity_override".to_owned(), message: message.to_owned() };
        return Err(Problem::validation(vec![error]).into());
    }
    for row in reviewable {
        review::apply_review(tx, Reviewable::Items, row, review)?;
    }
    review::record(tx, ids.takeoff)?;
    // After the review, the items may no longer have the status that selected them.
    let selected =
        before.items.iter().map(|row| Ok(row.text("id")?)).collect::<Result<HashSet<_>, OperationError>>()?;
    Line::new(members(tx.db(), ids)?, |row| Ok(selected.contains(&row.text("id")?)))
}

/// Returns the items that a review of a line applies to. Rejected items are not part of its sum, so the review applies to
/// the others, or to all if all are rejected.
pub(crate) fn reviewable_items(members: &[Row]) -> Result<Vec<&Row>, OperationError> {
    let mut reviewable = Vec::new();
    for row in members {
        if row.name::<ReviewStatus>("review_status")? != ReviewStatus::Rejected {
            reviewable.push(row);
        }
    }
    Ok(if reviewable.is_empty() { members.iter().collect() } else { reviewable })
}

/// Returns the items of a group in order.
pub(crate) fn members(db: &Db, Ids { takeoff: takeoff_id, group }: Ids<'_>) -> Result<Vec<Row>, OperationError> {
    debug_assert!(IdKind::Group.is_valid(group));
    let item = item_of_group(group);
    let key = "SELECT page_number, description, tag, unit FROM items WHERE id = ? AND takeoff_id = ?";
    let key = db.query_opt(key, params![item, takeoff_id])?.ok_or_else(Problem::not_found)?;
    let page = key.int("page_number")?;
    let sql = format!(
        "SELECT {} FROM items WHERE takeoff_id = ? AND page_number = ? AND description = ? \
         AND tag IS NOT DISTINCT FROM ? AND unit = ? AND position > ? ORDER BY position LIMIT {BATCH}",
        items::COLUMNS
    );
    let (description, tag, unit) = (key.text("description")?, key.opt_text("tag")?, key.text("unit")?);
    let mut members: Vec<Row> = Vec::new();
    loop {
        let after = members.last().map_or(Ok(i64::MIN), |last| last.int("position"))?;
        let rows = db.query(&sql, params![takeoff_id, page, &description, tag.as_deref(), &unit, after])?;
        let done = rows.len() < BATCH;
        members.extend(rows);
        if done {
            return Ok(members);
        }
    }
}
