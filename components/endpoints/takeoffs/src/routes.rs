//! The measured routes of a takeoff.

use std::collections::BTreeMap;

use plumbline_contract::results::{Route, RouteList, SystemTotal};
use plumbline_contract::{IdKind, Page, RouteSystem, Trade, UnitSystem, units};
use plumbline_db::{Db, Row, params};
use plumbline_endpoint::list::Conditions;
use plumbline_endpoint::{Context, Failed, Outcome, Query, Request, Response};

use crate::{items, rows};

const SELECT: &str = "SELECT id, takeoff_id, page_number, position, item_id, trade, system, quantity, unit, attributes, confidence, \
    starts_at, ends_at, segments, geometry FROM routes";

/// What a list is narrowed by, and the form it has.
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
    let include_geometry = query.flag_or("include_geometry", true);
    let system = query.name_or("units", UnitSystem::AsDrawn);
    Filter { conditions, include_geometry, system }
}

/// `GET /takeoffs/{takeoff_id}/routes`, by page and position on it. The totals are those of all routes that the filter
/// selects, whatever page of the list is asked for.
pub(crate) fn list(context: &Context<'_>, request: &Request) -> Outcome {
    let id = context.id("takeoff_id", IdKind::Takeoff)?;
    let mut query = Query::of(request);
    let Filter { mut conditions, include_geometry, system } = read_filter(&mut query);
    conditions.and("takeoff_id = ?", Some(id));
    let list = query.list(context, request)?;
    let end_customer = rows::require(context.db, id)?;
    let totals_by_system = totals(context.db, &conditions, system)?;
    items::follow(&mut conditions, items::position(&list)?);
    let sql = format!("{SELECT} {} ORDER BY page_number, position LIMIT ?", conditions.sql());
    let found = context.db.query(&sql, conditions.values(params![list.fetch()]))?;
    let keys = |row: &Row| -> Result<_, Failed> {
        Ok(vec![row.int("page_number")?.to_string(), row.int("position")?.to_string()])
    };
    let routes = found
        .iter()
        .map(|row| Ok((keys(row)?, route(row, system, include_geometry)?)))
        .collect::<Result<Vec<_>, Failed>>()?;
    let Page { data, has_more, next_cursor } = list.page(context, routes, |(key, _)| key.clone());
    let data = data.into_iter().map(|(_, route)| route).collect();
    let response = Response::json(200, &RouteList { page: Page { data, has_more, next_cursor }, totals_by_system })?;
    Ok(response.end_customer(end_customer.as_deref()))
}

fn route(row: &Row, system: UnitSystem, include_geometry: bool) -> Result<Route, Failed> {
    let (quantity, unit) = units::convert(row.real("quantity")?, &row.text("unit")?, system);
    let geometry = if include_geometry { row.opt_json("geometry")? } else { None };
    Ok(Route {
        id: row.text("id")?,
        takeoff_id: row.text("takeoff_id")?,
        item_id: row.opt_text("item_id")?,
        trade: row.name("trade")?,
        system: row.name("system")?,
        quantity,
        unit,
        page_number: row.count("page_number")?,
        attributes: row.json("attributes")?,
        confidence: row.name("confidence")?,
        from: row.opt_json("starts_at")?,
        to: row.opt_json("ends_at")?,
        segments: row.opt_int("segments")?,
        geometry: geometry.map(|geometry| items::scaled(geometry, system)).transpose()?,
    })
}

/// One total a system. Where its routes have several units, the longest part says the unit and the others are converted.
fn totals(db: &Db, conditions: &Conditions, preferred: UnitSystem) -> Result<BTreeMap<String, SystemTotal>, Failed> {
    let sql = format!(
        "SELECT system, unit, SUM(quantity) AS quantity FROM routes {} GROUP BY system, unit ORDER BY system, unit",
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
