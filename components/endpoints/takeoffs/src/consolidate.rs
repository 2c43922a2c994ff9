//! Consolidated items: equal description, tag, unit and sheet as one line.
//!
//! A sheet is a page. A group stands where its first item stands, has that item's id, and sums what the filter selects;
//! a caller who wants rejected items left out says so with `review_status`. What differs between its items is left out
//! of it: attributes, note and group; a review status is given when all agree, else the group counts as `extracted`.

use std::collections::HashMap;

use plumbline_contract::{ConfidenceBand, ReviewStatus, UnitSystem, units};
use plumbline_db::{Db, Row, Value, params};
use plumbline_endpoint::Failed;
use plumbline_endpoint::list::Conditions;

use crate::items::{self, Placed};

/// What the items of a group have in common: page, description, tag, unit.
type Key = (i64, String, Option<String>, String);

/// The next groups after a page and position, at most `fetch`.
pub(crate) fn page(
    db: &Db,
    conditions: &Conditions,
    after: Option<(i64, i64)>,
    fetch: i64,
    system: UnitSystem,
) -> Result<Vec<Placed>, Failed> {
    let (having, placeholders) = match after {
        Some((page, position)) => (
            "HAVING page_number > ? OR (page_number = ? AND MIN(position) > ?)",
            [page, page, position].map(Value::from).to_vec(),
        ),
        None => ("", Vec::new()),
    };
    let sql = format!(
        "SELECT page_number, description, tag, unit, MIN(position) AS position FROM items {} \
         GROUP BY page_number, description, tag, unit {having} ORDER BY page_number, MIN(position) LIMIT ?",
        conditions.sql()
    );
    let groups = db.query(&sql, conditions.values(placeholders.into_iter().chain(params![fetch])))?;
    let (Some(first), Some(last)) = (groups.first(), groups.last()) else { return Ok(Vec::new()) };
    let sql = format!(
        "SELECT {} FROM items {} AND page_number BETWEEN ? AND ? ORDER BY page_number, position",
        items::COLUMNS,
        conditions.sql()
    );
    let members = db.query(&sql, conditions.values(params![first.int("page_number")?, last.int("page_number")?]))?;
    let mut by_key: HashMap<Key, Vec<Placed>> = HashMap::new();
    for row in &members {
        by_key.entry(key(row)?).or_default().push(items::placed(row, system)?);
    }
    let mut placed = Vec::with_capacity(groups.len());
    for group in &groups {
        if let Some(item) = by_key.remove(&key(group)?).and_then(merge) {
            placed.push(item);
        }
    }
    Ok(placed)
}

fn key(row: &Row) -> Result<Key, Failed> {
    Ok((row.int("page_number")?, row.text("description")?, row.opt_text("tag")?, row.text("unit")?))
}

/// One item of several; `None` for none.
fn merge(members: Vec<Placed>) -> Option<Placed> {
    let mut members = members.into_iter();
    let mut merged = members.next()?;
    let group = &mut merged.item;
    let mut overridden = group.quantity_override.is_some();
    let (mut extracted, mut effective) = (group.extracted_quantity, group.effective_quantity);
    let mut several = false;
    for Placed { item, .. } in members {
        several = true;
        extracted += item.extracted_quantity;
        effective += item.effective_quantity;
        overridden |= item.quantity_override.is_some();
        group.attributes.retain(|name, value| item.attributes.get(name) == Some(value));
        group.evidence.extend(item.evidence);
        if group.review_status != item.review_status {
            group.review_status = ReviewStatus::Extracted;
        }
        if group.note != item.note {
            group.note = None;
        }
        if group.group_id != item.group_id {
            group.group_id = None;
        }
        group.confidence = least(group.confidence, item.confidence);
    }
    if several {
        group.geometry = None;
    }
    group.extracted_quantity = units::round(extracted);
    group.effective_quantity = units::round(effective);
    group.quantity_override = overridden.then_some(group.effective_quantity);
    Some(merged)
}

/// The lower of two bands: a group is as sure as its least sure item.
fn least(a: ConfidenceBand, b: ConfidenceBand) -> ConfidenceBand {
    // The bands stand from high to low.
    a.max(b)
}
