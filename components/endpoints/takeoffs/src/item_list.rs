//! The list of a takeoff's items, one by one or consolidated.

use plumbline_contract::results::TakeoffItemList;
use plumbline_contract::{Page, ReviewStatus, TakeoffId};
use plumbline_database::{Db, params};
use plumbline_endpoint::{Context, OperationError, Outcome, Query, Request, Response};

use crate::filter::{self, Filter};
use crate::items::{self, PositionedItem};
use crate::{by_review_status, consolidate, position, rows, stored_groups};

/// Handles `GET /takeoffs/{takeoff_id}/items`, ordered by page and position on it.
pub(crate) fn list(context: &Context<'_>, request: &Request) -> Outcome {
    let id: TakeoffId = context.id("takeoff_id")?;
    let mut query = Query::parse(request);
    let mut filter = filter::read(&mut query);
    filter.conditions.and("takeoff_id = ?", Some(&id));
    let list = query.list(context, request)?;
    let end_customer = rows::find_end_customer(context.db, &id)?;
    let after = position::after(&list)?;
    let consolidated = filter.consolidated;
    let (db, fetch) = (context.db, list.fetch());
    let lines = if consolidated && stored_groups::can_serve(db, &id, filter.by_kind)? {
        match filter.review_status {
            Some(status) => by_review_status::page(db, &id, &filter, status, after, fetch)?,
            None => stored_groups::page(db, &id, &filter, after, fetch)?,
        }
    } else {
        let status = filter.review_status.map(ReviewStatus::as_str);
        filter.conditions.and("review_status = ?", status);
        if consolidated {
            consolidate::page(db, &id, &filter, after, fetch)?
        } else {
            page(db, &id, filter, after, fetch)?
        }
    };
    let page = list.page(context, lines, |line| vec![line.key.0.to_string(), line.key.1.to_string()]);
    let Page { data, has_more, next_cursor } = page;
    let data = data.into_iter().map(|line| line.item).collect();
    let response = Response::json(200, &TakeoffItemList { page: Page { data, has_more, next_cursor }, consolidated })?;
    Ok(response.end_customer(end_customer.as_deref()))
}

/// Returns the next items after a page and position, at most `fetch`.
fn page(
    db: &Db,
    takeoff_id: &TakeoffId,
    filter: Filter,
    after: Option<(i64, i64)>,
    fetch: i64,
) -> Result<Vec<PositionedItem>, OperationError> {
    let Filter { mut conditions, system, .. } = filter;
    position::start_after(&mut conditions, after);
    let sql =
        format!("SELECT {} FROM items {} ORDER BY page_number, position LIMIT ?", items::COLUMNS, conditions.sql());
    let rows = db.query(&sql, conditions.values(params![fetch]))?;
    rows.into_iter().map(|row| items::positioned_item(takeoff_id, row, system)).collect()
}
