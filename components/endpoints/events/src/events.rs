//! Listing and reading of events. Triggers of the database write them, in the transaction of the change.

use plumbline_contract::{EventId, EventKind, Problem, ProjectId, event};
use plumbline_database::params;
use plumbline_endpoint::list::Conditions;
use plumbline_endpoint::{Context, Outcome, Query, Request, Response, etag};

/// Selects events.
fn select() -> String {
    format!("SELECT {} FROM events", event::COLUMNS)
}

/// Reads the query of a list.
pub(crate) fn read_filter(query: &mut Query) -> Conditions {
    let mut conditions = Conditions::new();
    conditions.and("kind = ?", query.name::<EventKind>("type").map(EventKind::as_str));
    conditions.and("resource_id = ?", query.text("resource_id", 64));
    conditions.and("project_id = ?", query.id::<ProjectId>("project_id"));
    conditions.and("created_at >= ?", query.timestamp("since"));
    conditions.and("created_at < ?", query.timestamp("until"));
    // Of the deliveries that ended.
    match query.bool("delivery_success") {
        Some(true) => conditions.and_values(
            "EXISTS (SELECT 1 FROM webhook_deliveries WHERE event_id = events.id) AND NOT EXISTS \
             (SELECT 1 FROM webhook_deliveries WHERE event_id = events.id AND status <> 'delivered')",
            [],
        ),
        Some(false) => conditions.and_values(
            "EXISTS (SELECT 1 FROM webhook_deliveries WHERE event_id = events.id AND status = 'failed')",
            [],
        ),
        None => {}
    }
    conditions
}

/// Handles `GET /events`, newest first.
pub(crate) fn list(context: &Context<'_>, request: &Request) -> Outcome {
    let mut query = Query::parse(request);
    let conditions = read_filter(&mut query);
    let list = query.list(context, request)?;
    let rows = list.newest_first(context.db, &select(), conditions)?;
    let events = rows.iter().map(event::read).collect::<Result<Vec<_>, _>>()?;
    let page = list.page(context, events, |event| vec![event.timestamp.clone(), event.id.to_string()]);
    Response::json(200, &page)
}

/// Handles `GET /events/{event_id}`.
pub(crate) fn get(context: &Context<'_>, request: &Request) -> Outcome {
    let id: EventId = context.id("event_id")?;
    let row = context.db.query_opt(&format!("{} WHERE id = ?", select()), params![&id])?;
    etag::respond(request, &event::read(&row.ok_or_else(Problem::not_found)?)?)
}
