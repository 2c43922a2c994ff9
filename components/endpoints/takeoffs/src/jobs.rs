//! Listing, reading and cancelling of takeoffs.

use plumbline_contract::{DocumentId, FailureCode, JobStatus, Problem, ProblemCode, ProjectId, TakeoffId};
use plumbline_database::{Transaction, ledger, params};
use plumbline_endpoint::list::Conditions;
use plumbline_endpoint::validate::require_empty_body;
use plumbline_endpoint::{Context, OperationError, Outcome, Query, Request, Response, etag};

use crate::rows;

/// Reads the query of a list.
pub(crate) fn read_filter(query: &mut Query) -> Conditions {
    let mut conditions = Conditions::new();
    conditions.and("document_id = ?", query.id::<DocumentId>("document_id"));
    conditions.and("project_id = ?", query.id::<ProjectId>("project_id"));
    conditions.and("status = ?", query.name("status").map(JobStatus::as_str));
    // Takeoffs of the web application do not have an API caller's reference.
    conditions.and("(external_ref = ? AND origin = 'api')", query.text("external_ref", 128));
    conditions
}

/// Handles `GET /takeoffs`, newest first.
pub(crate) fn list(context: &Context<'_>, request: &Request) -> Outcome {
    let mut query = Query::parse(request);
    let conditions = read_filter(&mut query);
    let list = query.list(context, request)?;
    let found = list.newest_first(context.db, &rows::select(), conditions)?;
    let takeoffs = rows::takeoffs(context.db, &found)?;
    let page = list.page(context, takeoffs, |takeoff| vec![takeoff.created_at.clone(), takeoff.id.to_string()]);
    Response::json(200, &page)
}

/// Handles `GET /takeoffs/{takeoff_id}`.
pub(crate) fn get(context: &Context<'_>, request: &Request) -> Outcome {
    let (takeoff, end_customer) = rows::find(context.db, &context.id("takeoff_id")?)?;
    Ok(etag::respond(request, &takeoff)?.end_customer(end_customer.as_deref()))
}

/// Handles `POST /takeoffs/{takeoff_id}/cancel`. A queued takeoff ends at once. A running one ends when its worker sees
/// the request, after the pages it has started.
pub(crate) fn cancel(context: &Context<'_>, request: &Request) -> Outcome {
    require_empty_body(request)?;
    let id: TakeoffId = context.id("takeoff_id")?;
    context.db.transaction(|tx| stop(tx, context, &id))?;
    let (takeoff, end_customer) = rows::find(context.db, &id)?;
    let response = Response::accepted(context.url(&format!("/takeoffs/{id}")), &takeoff)?;
    Ok(response.end_customer(end_customer.as_deref()))
}

fn stop(tx: &Transaction<'_>, context: &Context<'_>, id: &TakeoffId) -> Result<(), OperationError> {
    let row = tx
        .query_opt("SELECT status, origin FROM takeoffs WHERE id = ?", params![id])?
        .ok_or_else(Problem::not_found)?;
    rows::require_changeable(&row)?;
    match row.name("status")? {
        JobStatus::Queued => {
            tx.execute(
                "UPDATE takeoffs SET status = ?, cancel_requested = 1, failure_code = ?, failure_message = ?, \
                 credits_charged = 0, completed_at = ? WHERE id = ?",
                params![
                    JobStatus::Cancelled.as_str(),
                    FailureCode::Cancelled.as_str(),
                    "The takeoff was canceled before it started.",
                    context.now(),
                    id,
                ],
            )?;
            ledger::release(tx, id, "cancelled", context.now())?;
        }
        JobStatus::Processing => {
            tx.execute("UPDATE takeoffs SET cancel_requested = 1 WHERE id = ?", params![id])?;
        }
        status @ (JobStatus::Completed | JobStatus::Failed | JobStatus::Cancelled) => {
            return Err(OperationError::problem(
                ProblemCode::TakeoffNotCancellable,
                format!("The takeoff is already {status}."),
            ));
        }
    }
    Ok(())
}
