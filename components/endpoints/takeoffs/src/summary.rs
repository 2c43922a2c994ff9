//! Totals of a takeoff.

use plumbline_contract::results::{Summary, Total};
use plumbline_contract::{ReviewStatus, TakeoffId, units};
use plumbline_database::{Row, params};
use plumbline_endpoint::{Context, OperationError, Outcome, Request, Response};

use crate::{routes, rows};

/// Handles `GET /takeoffs/{takeoff_id}/summary`: effective quantities by trade, category and unit. Rejected items are
/// not part of the work, so they are not in its totals.
pub(crate) fn get(context: &Context<'_>, _: &Request) -> Outcome {
    let id: TakeoffId = context.id("takeoff_id")?;
    let end_customer = rows::find_end_customer(context.db, &id)?;
    let found = context.db.query(
        "SELECT trade, category, unit, SUM(COALESCE(quantity_override, extracted_quantity)) AS quantity, COUNT(*) AS item_count \
         FROM items WHERE takeoff_id = ? AND review_status <> ? GROUP BY trade, category, unit ORDER BY trade, category, unit",
        params![&id, ReviewStatus::Rejected.as_str()],
    )?;
    let totals = found.into_iter().map(total).collect::<Result<_, OperationError>>()?;
    let summary = Summary { totals, routes: routes::lengths(context.db, &id)?, takeoff_id: id };
    Ok(Response::json(200, &summary)?.end_customer(end_customer.as_deref()))
}

fn total(row: Row) -> Result<Total, OperationError> {
    let total: Total = row.read()?;
    Ok(Total { quantity: units::round(total.quantity), ..total })
}
