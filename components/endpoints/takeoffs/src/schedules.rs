//! The schedules of a takeoff.

use plumbline_contract::TakeoffId;
use plumbline_contract::results::{Schedule, ScheduleList, Sheet};
use plumbline_database::{Row, params};
use plumbline_endpoint::{Context, OperationError, Outcome, Request, Response};

use crate::rows;

/// Handles `GET /takeoffs/{takeoff_id}/schedules`, ordered by page and position on it.
pub(crate) fn list(context: &Context<'_>, _: &Request) -> Outcome {
    let id: TakeoffId = context.id("takeoff_id")?;
    let end_customer = rows::find_end_customer(context.db, &id)?;
    let found = context.db.query(
        "SELECT id, kind, title, sheet_number, sheet_title, page_number, columns, rows FROM schedules \
         WHERE takeoff_id = ? ORDER BY page_number, position",
        params![&id],
    )?;
    let data = found.iter().map(schedule).collect::<Result<_, OperationError>>()?;
    Ok(Response::json(200, &ScheduleList { data })?.end_customer(end_customer.as_deref()))
}

fn schedule(row: &Row) -> Result<Schedule, OperationError> {
    Ok(Schedule {
        id: row.id("id")?,
        kind: row.name("kind")?,
        title: row.opt_text("title")?,
        sheet: Sheet { number: row.opt_text("sheet_number")?, title: row.opt_text("sheet_title")? },
        page_number: row.count("page_number")?,
        columns: row.json("columns")?,
        rows: row.json("rows")?,
    })
}
