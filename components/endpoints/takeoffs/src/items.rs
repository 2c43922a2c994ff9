//! The items of a takeoff.

use plumbline_contract::geometry::Geometry;
use plumbline_contract::results::{Sheet, TakeoffItem, TakeoffItemList};
use plumbline_contract::{ItemOrGroupId, MeasureType, Page, ReviewStatus, Stored, TakeoffId, Trade, UnitSystem, units};
use plumbline_database::{Db, Row, Value, params};
use plumbline_endpoint::list::{Conditions, List};
use plumbline_endpoint::{Context, OperationError, Outcome, Query, Request, Response};

use crate::{by_review_status, consolidate, rows, stored_groups};

/// Columns of an item, in the order in which [`positioned_item`] reads them, without the table.
pub(crate) const COLUMNS: &str = "page_number, position, unit, extracted_quantity, quantity_override, id, group_id, description, \
    trade, category, item_type, measure_type, tag, attributes, sheet_number, sheet_title, geometry, evidence, confidence, \
    review_status, source, note, revision";

/// An item and its position in its takeoff.
pub(crate) struct PositionedItem {
    /// Page and position.
    pub(crate) key: (i64, i64),
    /// For an item: 1, plus one for each review.
    pub(crate) revision: i64,
    /// The unit of its row, if the item was converted to another unit.
    pub(crate) drawn_unit: Option<String>,
    pub(crate) item: TakeoffItem,
}

/// The conditions and form of a list.
pub(crate) struct Filter {
    /// All conditions except the review status.
    pub(crate) conditions: Conditions,
    /// The status set by a review. It may select a part of a group.
    review_status: Option<ReviewStatus>,
    pub(crate) system: UnitSystem,
    /// The parts of a group that the conditions may select.
    pub(crate) scope: FilterScope,
    consolidated: bool,
}

/// The items of a group that a filter may select.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FilterScope {
    /// All or none, because a group belongs to one sheet.
    Groups,
    /// All or none if the group has only one trade, category, item type and measure type.
    Kinds,
}

impl Filter {
    /// Returns whether the filter may select a part of a group.
    pub(crate) fn may_split_groups(&self) -> bool {
        self.review_status.is_some() || self.scope != FilterScope::Groups
    }

    /// Returns whether rejected items count, which they do only if they are selected by status.
    pub(crate) fn counts_rejected(&self) -> bool {
        self.review_status == Some(ReviewStatus::Rejected)
    }
}

/// The parameters that select items by their properties.
pub(crate) struct Selection {
    trade: Option<Trade>,
    category: Option<String>,
    item_type: Option<String>,
    page_number: Option<u32>,
    review_status: Option<ReviewStatus>,
    measure_type: Option<MeasureType>,
}

impl Selection {
    /// Reads the parameters.
    pub(crate) fn read(query: &mut Query) -> Self {
        Self {
            trade: query.name("trade"),
            category: query.text("category", 64),
            item_type: query.text("item_type", 64),
            page_number: query.integer("page_number", 1, u32::MAX),
            review_status: query.name("review_status"),
            measure_type: query.name("measure_type"),
        }
    }

    /// Returns whether an item's row is selected.
    pub(crate) fn matches(&self, row: &Row) -> Result<bool, OperationError> {
        let wanted = [
            ("trade", self.trade.map(Trade::as_str)),
            ("category", self.category.as_deref()),
            ("item_type", self.item_type.as_deref()),
            ("review_status", self.review_status.map(ReviewStatus::as_str)),
            ("measure_type", self.measure_type.map(MeasureType::as_str)),
        ];
        for (column, wanted) in wanted {
            if let Some(wanted) = wanted
                && row.text(column)? != wanted
            {
                return Ok(false);
            }
        }
        let page = row.count("page_number")?;
        Ok(self.page_number.is_none_or(|wanted| wanted == page))
    }

    /// Returns whether rejected items count, which they do only if they are selected by status.
    pub(crate) fn counts_rejected(&self) -> bool {
        self.review_status == Some(ReviewStatus::Rejected)
    }
}

/// Reads the query of a list.
pub(crate) fn read_filter(query: &mut Query) -> Filter {
    let Selection { trade, category, item_type, page_number, review_status, measure_type } = Selection::read(query);
    let system = query.name_or("units", UnitSystem::AsDrawn);
    let consolidated = query.bool_or("consolidated", false);
    let by_kind = trade.is_some() || category.is_some() || item_type.is_some() || measure_type.is_some();
    let scope = if by_kind { FilterScope::Kinds } else { FilterScope::Groups };
    let mut conditions = Conditions::new();
    conditions.and("trade = ?", trade.map(Trade::as_str));
    conditions.and("category = ?", category);
    conditions.and("item_type = ?", item_type);
    conditions.and("page_number = ?", page_number);
    conditions.and("measure_type = ?", measure_type.map(MeasureType::as_str));
    Filter { conditions, review_status, system, scope, consolidated }
}

/// Handles `GET /takeoffs/{takeoff_id}/items`, ordered by page and position on it.
pub(crate) fn list(context: &Context<'_>, request: &Request) -> Outcome {
    let id: TakeoffId = context.id("takeoff_id")?;
    let mut query = Query::parse(request);
    let mut filter = read_filter(&mut query);
    filter.conditions.and("takeoff_id = ?", Some(&id));
    let list = query.list(context, request)?;
    let end_customer = rows::find_end_customer(context.db, &id)?;
    let after = cursor_position(&list)?;
    let consolidated = filter.consolidated;
    let (db, fetch) = (context.db, list.fetch());
    let lines = if consolidated && stored_groups::can_serve(db, &id, filter.scope)? {
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

/// Returns the page and position after which a page of a list starts.
pub(crate) fn cursor_position(list: &List) -> Result<Option<(i64, i64)>, OperationError> {
    let Some(key) = list.after() else { return Ok(None) };
    let number = |text: &String| {
        text.parse().map_err(|_| OperationError::Internal("a cursor of another list passed".to_owned()))
    };
    match key {
        [page, position] => Ok(Some((number(page)?, number(position)?))),
        _ => Err(OperationError::Internal("a cursor of another list passed".to_owned())),
    }
}

/// Restricts a query to the rows after a page and position.
pub(crate) fn start_after(conditions: &mut Conditions, after: Option<(i64, i64)>) {
    if let Some((page, position)) = after {
        conditions.and_values(
            // A comparison of pairs is a range of the index. With OR, the database would visit all rows before it.
            "(page_number, position) > (?, ?)",
            [page, position].map(Value::from),
        );
    }
}

fn page(
    db: &Db,
    takeoff_id: &TakeoffId,
    filter: Filter,
    after: Option<(i64, i64)>,
    fetch: i64,
) -> Result<Vec<PositionedItem>, OperationError> {
    let Filter { mut conditions, system, .. } = filter;
    start_after(&mut conditions, after);
    let sql = format!("SELECT {COLUMNS} FROM items {} ORDER BY page_number, position LIMIT ?", conditions.sql());
    let rows = db.query(&sql, conditions.values(params![fetch]))?;
    rows.into_iter().map(|row| positioned_item(takeoff_id, row, system)).collect()
}

/// Converts a takeoff's row to an item, in the units that the caller prefers.
pub(crate) fn positioned_item(
    takeoff_id: &TakeoffId,
    mut row: Row,
    system: UnitSystem,
) -> Result<PositionedItem, OperationError> {
    let page_number = row.count("page_number")?;
    let key = (page_number.into(), row.int("position")?);
    let revision = row.int("revision")?;
    let mut drawn_unit = row.take_text("unit")?;
    let (factor, unit) = match system {
        UnitSystem::AsDrawn => (1.0, drawn_unit.as_str()),
        _ => units::conversion(&drawn_unit, system),
    };
    let converted = unit != drawn_unit;
    let quantity = |quantity: f64| if converted { units::round(quantity * factor) } else { quantity };
    let extracted_quantity = quantity(row.real("extracted_quantity")?);
    let quantity_override = row.opt_real("quantity_override")?.map(quantity);
    let item = TakeoffItem {
        id: ItemOrGroupId::stored(row.take_text("id")?),
        item_ids: None,
        version: revision.to_string(),
        takeoff_id: takeoff_id.clone(),
        group_id: row.take_opt_text("group_id")?,
        description: row.take_text("description")?,
        trade: row.name("trade")?,
        category: row.take_text("category")?,
        item_type: row.take_text("item_type")?,
        measure_type: row.name("measure_type")?,
        extracted_quantity,
        quantity_override,
        effective_quantity: quantity_override.unwrap_or(extracted_quantity),
        tag: row.take_opt_text("tag")?,
        attributes: row.json("attributes")?,
        sheet: Sheet { number: row.take_opt_text("sheet_number")?, title: row.take_opt_text("sheet_title")? },
        page_number,
        geometry: row.opt_json("geometry")?.map(|geometry| convert_scale(geometry, system)).transpose()?,
        evidence: row.json("evidence")?,
        confidence: row.name("confidence")?,
        review_status: row.name("review_status")?,
        source: row.name("source")?,
        note: row.take_opt_text("note")?,
        unit: if converted { unit.to_owned() } else { std::mem::take(&mut drawn_unit) },
    };
    Ok(PositionedItem { key, revision, drawn_unit: converted.then_some(drawn_unit), item })
}

/// Returns a geometry with its scale, if any, in the caller's units.
///
/// # Errors
/// [`OperationError::Internal`] if it has to be parsed and is not a geometry.
pub(crate) fn convert_scale(stored: Stored<Geometry>, system: UnitSystem) -> Result<Stored<Geometry>, OperationError> {
    if system == UnitSystem::AsDrawn {
        return Ok(stored);
    }
    let unreadable = |error: serde_json::Error| OperationError::Internal(format!("column geometry: {error}"));
    let mut geometry = stored.read().map_err(unreadable)?;
    if let Some(scale) = &mut geometry.scale {
        let (spanned, unit) = units::convert(scale.units_per_normalized_x, &scale.unit, system);
        scale.units_per_normalized_x = spanned;
        scale.unit = unit;
        return Stored::of(&geometry).map_err(unreadable);
    }
    Ok(stored)
}
