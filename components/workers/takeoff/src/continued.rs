//! Schedules that continue on several pages. They are joined when the takeoff is complete, because pages are recorded
//! in the order in which they finish.

use std::collections::BTreeMap;

use plumbline_contract::results::{Attribute, ScheduleRow};
use plumbline_database::{DbResult, Transaction, json, params};

/// The attribute of a schedule's first row for the schedule that it continues.
pub(crate) const CONTINUES: &str = "continues";

/// A part of a schedule, with its rows.
struct Part {
    id: String,
    /// The schedule that it continues.
    first: String,
    rows: Vec<ScheduleRow>,
}

/// Moves the rows of every schedule that continues another to the end of that one. References to the part then refer to
/// the whole. A part whose beginning was not taken off stays separate.
pub(crate) fn join(tx: &Transaction<'_>, takeoff_id: &str) -> DbResult<()> {
    let parts = parts(tx, takeoff_id)?;
    if parts.is_empty() {
        return Ok(());
    }
    let mut joined: BTreeMap<String, Option<Vec<ScheduleRow>>> = BTreeMap::new();
    for Part { id, first, rows } in parts {
        if !joined.contains_key(&first) {
            joined.insert(first.clone(), rows_of(tx, takeoff_id, &first)?);
        }
        match joined.get_mut(&first) {
            Some(Some(whole)) if first != id => {
                whole.extend(rows);
                tx.execute("DELETE FROM schedules WHERE id = ?", params![&id])?;
                tx.execute(
                    "UPDATE items SET attributes = REPLACE(attributes, ?, ?) WHERE takeoff_id = ? AND attributes LIKE ?",
                    params![&id, &first, takeoff_id, format!("%{id}%")],
                )?;
            }
            _ => store(tx, &id, &rows)?,
        }
    }
    for (id, rows) in joined {
        if let Some(rows) = rows {
            store(tx, &id, &rows)?;
        }
    }
    Ok(())
}

/// Returns the parts of the takeoff's schedules, by page, with the attribute removed.
fn parts(tx: &Transaction<'_>, takeoff_id: &str) -> DbResult<Vec<Part>> {
    let found = tx.query(
        "SELECT id, rows FROM schedules WHERE takeoff_id = ? AND rows LIKE '%\"continues\"%' \
         ORDER BY page_number, position",
        params![takeoff_id],
    )?;
    let mut out = Vec::new();
    for row in &found {
        let mut rows: Vec<ScheduleRow> = row.json("rows")?;
        let named = rows.first_mut().and_then(|first| first.attributes.remove(CONTINUES));
        if let Some(Attribute::Text(first)) = named {
            out.push(Part { id: row.text("id")?, first, rows });
        }
    }
    Ok(out)
}

fn rows_of(tx: &Transaction<'_>, takeoff_id: &str, id: &str) -> DbResult<Option<Vec<ScheduleRow>>> {
    let found = tx.query_opt("SELECT rows FROM schedules WHERE id = ? AND takeoff_id = ?", params![id, takeoff_id])?;
    found.map(|row| row.json("rows")).transpose()
}

fn store(tx: &Transaction<'_>, id: &str, rows: &[ScheduleRow]) -> DbResult<()> {
    tx.execute("UPDATE schedules SET rows = ? WHERE id = ?", params![json(&rows)?, id])?;
    Ok(())
}
