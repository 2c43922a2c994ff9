//! Versions of groups, which a review of a line requires.

use std::collections::HashMap;

use plumbline_contract::TakeoffId;
use plumbline_database::{Db, params};
use plumbline_endpoint::OperationError;

use crate::items::PositionedItem;

/// Returns a version that changes with each review of an item, from the number of items and of their reviews.
pub(crate) fn of(items: impl std::fmt::Display, reviews: i64) -> String {
    format!("{items}.{reviews}")
}

/// Sets the versions of lines that sum a part of their groups to those of the whole groups, which are the versions that a
/// review of a line requires.
pub(crate) fn set(db: &Db, takeoff_id: &TakeoffId, lines: &mut [PositionedItem]) -> Result<(), OperationError> {
    let sheets = lines.iter().map(|line| line.key.0);
    let (Some(first), Some(last)) = (sheets.clone().min(), sheets.max()) else { return Ok(()) };
    let rows = db.query(
        "SELECT page_number, description, tag, unit, COUNT(*) AS items, SUM(revision - 1) AS reviews FROM items \
         WHERE takeoff_id = ? AND page_number BETWEEN ? AND ? GROUP BY page_number, description, tag, unit",
        params![takeoff_id, first, last],
    )?;
    let mut versions = HashMap::new();
    for row in &rows {
        let key = (row.int("page_number")?, row.text("description")?, row.opt_text("tag")?, row.text("unit")?);
        versions.insert(key, of(row.int("items")?, row.int("reviews")?));
    }
    for PositionedItem { key, drawn_unit, item, .. } in lines {
        let unit = drawn_unit.as_ref().unwrap_or(&item.unit).clone();
        let key = (key.0, item.description.clone(), item.tag.clone(), unit);
        if let Some(version) = versions.remove(&key) {
            item.version = version;
        }
    }
    Ok(())
}
