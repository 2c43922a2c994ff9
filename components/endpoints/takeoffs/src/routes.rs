//! The measured routes of a takeoff, and their review.
//!
//! The review of an item also applies to its route, unless the route has its own review.

use std::collections::BTreeMap;

use plumbline_contract::results::{Route, RouteList, RouteTotal, SystemTotal};
use plumbline_contract::{Page, Problem, ReviewStatus, RouteId, RouteSystem, TakeoffId, Trade, UnitSystem, units};
use plumbline_database::{Db, Row, params};
use plumbline_endpoint::list::Conditions;
use plumbline_endpoint::{Context, OperationError, Outcome, Query, Request, Response, etag, validate};

use crate::review::{self, Reviewable};
use crate::{items, position, rows};

const SELECT: &str = "SELECT id, takeoff_id, page_number, position, item_id, trade, system, quantity, quantity_override, note, \
    revision, unit, attributes, confidence, starts_at, ends_at, segments, geometry, \
    (SELECT review_status FROM items WHERE items.id = routes.item_id) AS status_of_item, review_status FROM routes";

/// The condition for routes that are not rejected.
const COUNTED: &str = "CASE WHEN review_status = 'extracted' THEN COALESCE((SELECT items.review_status FROM items \
    WHERE items.id = routes.item_id), 'extracted') ELSE review_status END <> 'rejected'";

/// The conditions and form of a list.
pub(crate) struct Filter {
    conditions: Conditions,
    include_geometry: bool,
    system: UnitSystem,
}

/// Reads the query of a list.
pub(crate) fn read_filter(query: &mut Query) -> Filter {
    let mut conditions = Conditions::new();
    conditions.and("trade = ?", query.name("trade").map(Trade::as_str));
    conditions.and("system = ?", query.name("system").map(RouteSystem::as_str));
    conditions.and("page_number = ?", query.integer("page_number", 1, u32::MAX));
    let include_geometry = query.bool_or("include_geometry", true);
    let system = query.name_or("units", UnitSystem::AsDrawn);
    Filter { conditions, include_geometry, system }
}

/// Handles `GET /takeoffs/{takeoff_id}/routes`, ordered by page and position on it. The totals cover all routes that the
/// filter selects, not only the requested page. Rejected routes are listed but do not count.
pub(crate) fn list(context: &Context<'_>, request: &Request) -> Outcome {
    let id: TakeoffId = context.id("takeoff_id")?;
    let mut query = Query::parse(request);
    let Filter { mut conditions, include_geometry, system } = read_filter(&mut query);
    conditions.and("takeoff_id = ?", Some(&id));
    let list = query.list(context, request)?;
    let end_customer = rows::find_end_customer(context.db, &id)?;
    let totals_by_system = totals(context.db, &conditions, system)?;
    position::start_after(&mut conditions, position::after(&list)?);
    let sql = format!("{SELECT} {} ORDER BY page_number, position LIMIT ?", conditions.sql());
    let found = context.db.query(&sql, conditions.values(params![list.fetch()]))?;
    let keys = |row: &Row| -> Result<_, OperationError> {
        Ok(vec![row.int("page_number")?.to_string(), row.int("position")?.to_string()])
    };
    let routes = found
        .iter()
        .map(|row| Ok((keys(row)?, route(row, system, include_geometry)?)))
        .collect::<Result<Vec<_>, OperationError>>()?;
    let Page { data, has_more, next_cursor } = list.page(context, routes, |(key, _)| key.clone());
    let data = data.into_iter().map(|(_, route)| route).collect();
    let response = Response::json(200, &RouteList { page: Page { data, has_more, next_cursor }, totals_by_system })?;
    Ok(response.end_customer(end_customer.as_deref()))
}

/// Handles `PATCH /takeoffs/{takeoff_id}/routes/{route_id}`, as for an item.
pub(crate) fn review(context: &Context<'_>, request: &Request) -> Outcome {
    let takeoff_id: TakeoffId = context.id("takeoff_id")?;
    let route_id: RouteId = context.id("route_id")?;
    let review = validate(request, review::read)?;
    let row = context.db.transaction(|tx| {
        review::require_changeable(tx, &takeoff_id)?;
        let row = find(tx.db(), &takeoff_id, &route_id)?;
        etag::require_match(request, &review::tag(&row)?)?;
        if review.is_empty() {
            return Ok(row);
        }
        review::apply_review(tx, Reviewable::Routes, &row, &review)?;
        review::record(tx, &takeoff_id)?;
        find(tx.db(), &takeoff_id, &route_id)
    })?;
    let end_customer = rows::find_end_customer(context.db, &takeoff_id)?;
    let route = route(&row, UnitSystem::AsDrawn, true)?;
    Ok(Response::json(200, &route)?.with_header("etag", review::tag(&row)?).end_customer(end_customer.as_deref()))
}

fn find(db: &Db, takeoff_id: &TakeoffId, route_id: &RouteId) -> Result<Row, OperationError> {
    let row = db.query_opt(&format!("{SELECT} WHERE id = ? AND takeoff_id = ?"), params![route_id, takeoff_id])?;
    Ok(row.ok_or_else(Problem::not_found)?)
}

/// Returns lengths by trade, system and unit, without rejected routes.
pub(crate) fn lengths(db: &Db, takeoff_id: &TakeoffId) -> Result<Vec<RouteTotal>, OperationError> {
    let sql = format!(
        "SELECT trade, system, unit, SUM(COALESCE(quantity_override, quantity)) AS quantity, COUNT(*) AS route_count FROM routes \
         WHERE takeoff_id = ? AND {COUNTED} GROUP BY trade, system, unit ORDER BY trade, system, unit"
    );
    let total = |row: Row| {
        let total: RouteTotal = row.read()?;
        Ok(RouteTotal { quantity: units::round(total.quantity), ..total })
    };
    db.query(&sql, params![takeoff_id])?.into_iter().map(total).collect()
}

fn route(row: &Row, system: UnitSystem, include_geometry: bool) -> Result<Route, OperationError> {
    let drawn_unit = row.text("unit")?;
    let (quantity, unit) = units::convert(row.real("quantity")?, &drawn_unit, system);
    let quantity_override =
        row.opt_real("quantity_override")?.map(|value| units::convert(value, &drawn_unit, system).0);
    let own: ReviewStatus = row.name("review_status")?;
    let review_status = match row.opt_text("status_of_item")? {
        Some(_) if own == ReviewStatus::Extracted => row.name("status_of_item")?,
        _ => own,
    };
    let geometry = if include_geometry { row.opt_json("geometry")? } else { None };
    Ok(Route {
        id: row.id("id")?,
        takeoff_id: row.id("takeoff_id")?,
        item_id: row.opt_id("item_id")?,
        trade: row.name("trade")?,
        system: row.name("system")?,
        quantity,
        quantity_override,
        effective_quantity: quantity_override.unwrap_or(quantity),
        review_status,
        note: row.opt_text("note")?,
        version: row.int("revision")?.to_string(),
        unit,
        page_number: row.count("page_number")?,
        attributes: row.json("attributes")?,
        confidence: row.name("confidence")?,
        from: row.opt_json("starts_at")?,
        to: row.opt_json("ends_at")?,
        segments: row.opt_int("segments")?,
        geometry: geometry.map(|geometry| items::convert_scale(geometry, system)).transpose()?,
    })
}

/// Returns one total per system. If its routes have several units, the total has the unit of the longest part, and the
/// others are converted.
fn totals(
    db: &Db,
    conditions: &Conditions,
    preferred: UnitSystem,
) -> Result<BTreeMap<String, SystemTotal>, OperationError> {
    let sql = format!(
        "SELECT system, unit, SUM(COALESCE(quantity_override, quantity)) AS quantity FROM routes {} AND {COUNTED} GROUP BY system, unit ORDER BY system, unit",
        conditions.sql()
    );
    let mut parts: BTreeMap<String, Vec<(f64, String)>> = BTreeMap::new();
    for row in db.query(&sql, conditions.values([]))? {
        let part = units::convert(row.real("quantity")?, &row.text("unit")?, preferred);
        parts.entry(row.text("system")?).or_default().push(part);
    }
    let totals = parts.into_iter().filter_map(|(system, parts)| Some((system, total(&parts)?)));
    Ok(totals.collect())
}

fn total(parts: &[(f64, String)]) -> Option<SystemTotal> {
    let length = |(quantity, unit): &&(f64, String)| units::find(unit).map_or(0.0, |unit| quantity * unit.si_factor);
    let (_, unit) = parts.iter().max_by(|a, b| length(a).total_cmp(&length(b)))?;
    let quantity = parts.iter().filter_map(|(quantity, from)| units::between(*quantity, from, unit)).sum();
    Some(SystemTotal { quantity: units::round(quantity), unit: unit.clone() })
}
