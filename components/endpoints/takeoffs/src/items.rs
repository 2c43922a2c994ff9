//! Items as rows of the database.

use plumbline_contract::geometry::Geometry;
use plumbline_contract::results::{Sheet, TakeoffItem};
use plumbline_contract::{ItemOrGroupId, Stored, TakeoffId, UnitSystem, units};
use plumbline_database::Row;
use plumbline_endpoint::OperationError;

/// Columns of an item, in the order in which [`positioned_item`] reads them, without the table.
pub(crate) const COLUMNS: &str = "page_number, position, unit, extracted_quantity, quantity_override, id, group_id, description, \
    trade, category, item_type, measure_type, tag, attributes, sheet_number, sheet_title, geometry, evidence, confidence, \
    review_status, source, note, revision, proposed";

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

/// Converts a row to an item, in the units that the caller prefers.
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
        review_proposed: row.flag("proposed")?,
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
