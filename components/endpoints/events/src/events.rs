//! Listing and reading of events. Triggers of the database write them, in the transaction of what they tell.

use plumbline_contract::{Event, EventId, EventKind, Problem, ProjectId, TypedId as _};
use plumbline_database::{Row, params};
use plumbline_endpoint::list::Conditions;
use plumbline_endpoint::{Context, OperationError, Outcome, Query, Request, Response, etag};

const SELECT: &str =
    "SELECT id, kind, resource_type, resource_id, project_id, data, created_at FROM events";

/// Reads the query of a list.
pub(crate) fn read_filter(query: &mut Query) -> Conditions {
    let mut conditions = Conditions::new();
    conditions.and("kind = ?", query.name::<EventKind>("type").map(EventKind::as_str));
    conditions.and("resource_id = ?", query.text("resource_id", 64));
    conditions.and("project_id = ?", query.id::<ProjectId>("project_id"));
    conditions.and("created_at >= ?", query.timestamp("since"));
    conditions.and("created_at < ?", query.timestamp("until"));
    conditions
}

/// Handles `GET /events`, newest first.
pub(crate) fn list(context: &Context<'_>, request: &Request) -> Outcome {
    let mut query = Query::parse(request);
    let conditions = read_filter(&mut query);
    let list = query.list(context, request)?;
    let rows = list.newest_first(context.db, SELECT, conditions)?;
    let events = rows.iter().map(event).collect::<Result<Vec<_>, _>>()?;
    let page = list.page(context, events, |event| vec![event.timestamp.clone(), event.id.to_string()]);
    Response::json(200, &page)
}

/// Handles `GET /events/{event_id}`.
pub(crate) fn get(context: &Context<'_>, request: &Request) -> Outcome {
    let id: EventId = context.id("event_id")?;
    let row = context.db.query_opt(&format!("{SELECT} WHERE id = ?"), params![&id])?;
    etag::respond(request, &event(&row.ok_or_else(Problem::not_found)?)?)
}

fn event(row: &Row) -> Result<Event, OperationError> {
    let kind = row.text("kind")?;
    let unknown = || OperationError::Internal(format!("the kind of event `{kind}` is unknown"));
    let data = serde_json::from_str(&row.text("data")?);
    Ok(Event {
        id: EventId::stored(row.text("id")?),
        kind: EventKind::parse(&kind).ok_or_else(unknown)?,
        timestamp: row.text("created_at")?,
        resource_type: row.text("resource_type")?,
        resource_id: row.text("resource_id")?,
        project_id: row.opt_text("project_id")?.map(ProjectId::stored),
        data: data.map_err(|error| OperationError::Internal(format!("the data of an event: {error}")))?,
    })
}
