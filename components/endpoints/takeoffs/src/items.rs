//! The items of a takeoff.

use plumbline_contract::geometry::Geometry;
use plumbline_contract::results::{Sheet, TakeoffItem, TakeoffItemList};
use plumbline_contract::{IdKind, MeasureType, Page, ReviewStatus, Stored, Trade, UnitSystem, units};
use plumbline_db::{Db, Row, Value, params};
use plumbline_endpoint::list::{Conditions, List};
use plumbline_endpoint::{Context, Failed, Outcome, Query, Request, Response};

use crate::{consolidate, rows};

/// Columns of an item, without the table.
pub(crate) const COLUMNS: &str = "id, takeoff_id, page_number, position, group_id, description, trade, category, item_type, \
    measure_type, extracted_quantity, quantity_override, unit, tag, attributes, sheet_number, sheet_title, geometry, evidence, \
    confidence, review_status, source, note, revision";

/// An item and where it stands in its takeoff's order.
pub(crate) struct Placed {
    /// Page and position.
    pub(crate) key: (i64, i64),
    pub(crate) item: TakeoffItem,
}

/// What a list is narrowed by, and the form it has.
pub(crate) struct Filter {
    conditions: Conditions,
    system: UnitSystem,
    consolidated: bool,
}

/// Reads the query of a list.
pub(crate) fn read_filter(query: &mut Query) -> Filter {
    let mut conditions = Conditions::new();
    conditions.and("trade = ?", query.name("trade").map(Trade::as_str));
    conditions.and("category = ?", query.text("category", 64));
    conditions.and("item_type = ?", query.text("item_type", 64));
    conditions.and("page_number = ?", query.integer("page_number", 1, u32::MAX));
    conditions.and("review_status = ?", query.name("review_status").map(ReviewStatus::as_str));
    conditions.and("measure_type = ?", query.name("measure_type").map(MeasureType::as_str));
    let system = query.name_or("units", UnitSystem::AsDrawn);
    let consolidated = query.flag_or("consolidated", false);
    Filter { conditions, system, consolidated }
}

/// `GET /takeoffs/{takeoff_id}/items`, by page and position on it.
pub(crate) fn list(context: &Context<'_>, request: &Request) -> Outcome {
    let id = context.id("takeoff_id", IdKind::Takeoff)?;
    let mut query = Query::of(request);
    let Filter { mut conditions, system, consolidated } = read_filter(&mut query);
    conditions.and("takeoff_id = ?", Some(id));
    let list = query.list(context, request)?;
    let end_customer = rows::require(context.db, id)?;
    let after = position(&list)?;
    let placed = if consolidated {
        consolidate::page(context.db, &conditions, after, list.fetch(), system)?
    } else {
        page(context.db, conditions, after, list.fetch(), system)?
    };
    let page = list.page(context, placed, |placed| vec![placed.key.0.to_string(), placed.key.1.to_string()]);
    let Page { data, has_more, next_cursor } = page;
    let data = data.into_iter().map(|placed| placed.item).collect();
    let response = Response::json(200, &TakeoffItemList { page: Page { data, has_more, next_cursor }, consolidated })?;
    Ok(response.end_customer(end_customer.as_deref()))
}

/// Page and position after which a page of a list begins.
pub(crate) fn position(list: &List) -> Result<Option<(i64, i64)>, Failed> {
    let Some(key) = list.after() else { return Ok(None) };
    let number =
        |text: &String| text.parse().map_err(|_| Failed::Internal("a cursor of another list passed".to_owned()));
    match key {
        [page, position] => Ok(Some((number(page)?, number(position)?))),
        _ => Err(Failed::Internal("a cursor of another list passed".to_owned())),
    }
}

/// Restricts a query to what follows a page and position.
pub(crate) fn follow(conditions: &mut Conditions, after: Option<(i64, i64)>) {
    if let Some((page, position)) = after {
        conditions.and_values(
            // Compared as a pair, it is a place in the index; said with OR, all before it would be looked at.
            "(page_number, position) > (?, ?)",
            [page, position].map(Value::from),
        );
    }
}

fn page(
    db: &Db,
    mut conditions: Conditions,
    after: Option<(i64, i64)>,
    fetch: i64,
    system: UnitSystem,
) -> Result<Vec<Placed>, Failed> {
    follow(&mut conditions, after);
    let sql = format!("SELECT {COLUMNS} FROM items {} ORDER BY page_number, position LIMIT ?", conditions.sql());
    db.query(&sql, conditions.values(params![fetch]))?.iter().map(|row| placed(row, system)).collect()
}

/// The item of a row, in the units the caller prefers.
pub(crate) fn placed(row: &Row, system: UnitSystem) -> Result<Placed, Failed> {
    let drawn_unit = row.text("unit")?;
    let quantity = |quantity: f64| units::convert(quantity, &drawn_unit, system).0;
    let extracted_quantity = quantity(row.real("extracted_quantity")?);
    let quantity_override = row.opt_real("quantity_override")?.map(quantity);
    let item = TakeoffItem {
        id: row.text("id")?,
        takeoff_id: row.text("takeoff_id")?,
        group_id: row.opt_text("group_id")?,
        description: row.text("description")?,
        trade: row.name("trade")?,
        category: row.text("category")?,
        item_type: row.text("item_type")?,
        measure_type: row.name("measure_type")?,
        extracted_quantity,
        quantity_override,
        effective_quantity: quantity_override.unwrap_or(extracted_quantity),
        unit: units::conversion(&drawn_unit, system).1.to_owned(),
        tag: row.opt_text("tag")?,
        attributes: row.json("attributes")?,
        sheet: Sheet { number: row.opt_text("sheet_number")?, title: row.opt_text("sheet_title")? },
        page_number: row.count("page_number")?,
        geometry: row.opt_json("geometry")?.map(|geometry| scaled(geometry, system)).transpose()?,
        evidence: row.json("evidence")?,
        confidence: row.name("confidence")?,
        review_status: row.name("review_status")?,
        source: row.name("source")?,
        note: row.opt_text("note")?,
    };
    Ok(Placed { key: (row.int("page_number")?, row.int("position")?), item })
}

/// A geometry whose scale, if it has one, speaks the caller's units.
///
/// # Errors
/// [`Failed::Internal`] when it has to be read and is no geometry.
pub(crate) fn scaled(stored: Stored<Geometry>, system: UnitSystem) -> Result<Stored<Geometry>, Failed> {
    if system == UnitSystem::AsDrawn {
        return Ok(stored);
    }
    let unreadable = |error: serde_json::Error| Failed::Internal(format!("column geometry: {error}"));
    let mut geometry = stored.read().map_err(unreadable)?;
    if let Some(scale) = &mut geometry.scale {
        let (spanned, unit) = units::convert(scale.units_per_normalized_x, &scale.unit, system);
        scale.units_per_normalized_x = spanned;
        scale.unit = unit;
        return Stored::of(&geometry).map_err(unreadable);
    }
    Ok(stored)
}
