//! What a finished takeoff is held against: the quantities that legends and tables state, and what a building could have.

use std::collections::BTreeMap;

use plumbline_db::{DbResult, Row, Transaction, params};
use plumbline_guest_worker::quantities::WarningCode;
use serde_json::Value;

use crate::page::warn;

/// Position of the first of these warnings; those before it are the end's own.
const FIRST: u32 = 1_000;

/// Most differences that are told: a reader looks at the first few, and finds the others at the items.
const MOST_TOLD: usize = 20;

/// Most things of a category that a sheet may show before somebody should look. Larger buildings than any on record are
/// drawn on several sheets.
const MOST_ON_A_SHEET: &[(&str, i64)] = &[
    ("distribution", 80),
    ("grounding", 100),
    ("air_handling", 80),
    ("pumps", 80),
    ("fire_pumps", 10),
    ("water_heating", 80),
    ("tanks_and_treatment", 80),
    ("tanks_and_vessels", 200),
    ("sprinklers", 3_000),
];

/// The same for all other categories.
const MOST_OF_OTHERS: i64 = 1_500;

/// Warns of counts that differ from what the drawing states, and of those that no building has.
pub(crate) fn check(tx: &Transaction<'_>, takeoff_id: &str) -> DbResult<()> {
    let mut told = stated(tx, takeoff_id)?;
    told.truncate(MOST_TOLD);
    told.extend(unlikely(tx, takeoff_id)?.into_iter().take(MOST_TOLD));
    for (position, (code, page, message)) in (FIRST..).zip(told) {
        warn(tx, takeoff_id, page, position, code, &message)?;
    }
    Ok(())
}

type Told = (WarningCode, u32, String);

/// What one row of a legend says, and how many were counted of it on each page.
struct Listed {
    description: String,
    attributes: Value,
    counts: Vec<(i64, i64)>,
}

/// Where a legend has a column of quantities, what it says against the count.
fn stated(tx: &Transaction<'_>, takeoff_id: &str) -> DbResult<Vec<Told>> {
    // All of a group have their legend's columns; one of them is enough to read.
    let rows = tx.query(
        "SELECT group_id, MIN(description) AS description, MIN(attributes) AS attributes, page_number, COUNT(*) AS n \
         FROM items WHERE takeoff_id = ? AND measure_type = 'count' AND attributes LIKE '%\"legend_quantity\"%' \
         GROUP BY group_id, page_number ORDER BY group_id, page_number",
        params![takeoff_id],
    )?;
    let mut groups: BTreeMap<String, Listed> = BTreeMap::new();
    for row in &rows {
        let Some(group) = row.opt_text("group_id")? else { continue };
        let (attributes, on_page) = (row.json::<Value>("attributes")?, (row.int("page_number")?, row.int("n")?));
        let description = row.text("description")?;
        let listed = groups.entry(group).or_insert_with(|| Listed { description, attributes, counts: Vec::new() });
        listed.counts.push(on_page);
    }
    let mut out = Vec::new();
    for Listed { description, attributes, counts } in groups.into_values() {
        let Some(stated) = number(&attributes["legend_quantity"]) else { continue };
        let legend_page = attributes["legend_page"].as_f64().map_or(0, |page| page as i64);
        let all: i64 = counts.iter().map(|(_, n)| n).sum();
        // A legend's numbers may be those of its own sheet.
        let beside = counts.iter().find(|(page, _)| *page == legend_page).map_or(0, |(_, n)| *n);
        if stated != all && stated != beside {
            let message = format!("the legend states {stated} of \"{description}\"; {all} were counted");
            out.push((WarningCode::StatedQuantityDiffers, 0, message));
        }
    }
    Ok(out)
}

/// A whole number as a legend writes it: `12`, `12.00`, `12 pcs`.
fn number(value: &Value) -> Option<i64> {
    let text = match value {
        Value::Number(n) => return n.as_f64().filter(|n| n.fract() == 0.0).map(|n| n as i64),
        Value::String(text) => text.trim(),
        _ => return None,
    };
    let digits: String = text.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    let whole = digits.parse::<f64>().ok().filter(|n| n.fract() == 0.0 && *n >= 0.0)?;
    let rest = &text[digits.len()..];
    rest.trim().chars().all(|c| c.is_alphabetic() || c == '.').then_some(whole as i64)
}

/// Groups of which one sheet has more than sheets have.
fn unlikely(tx: &Transaction<'_>, takeoff_id: &str) -> DbResult<Vec<Told>> {
    let rows = tx.query(
        "SELECT group_id, page_number, MIN(description) AS description, MIN(category) AS category, COUNT(*) AS n FROM items \
         WHERE takeoff_id = ? AND measure_type = 'count' GROUP BY group_id, page_number ORDER BY page_number, group_id",
        params![takeoff_id],
    )?;
    let told = |row: &Row| -> DbResult<Option<Told>> {
        let (category, count) = (row.text("category")?, row.int("n")?);
        let most = MOST_ON_A_SHEET.iter().find(|(name, _)| *name == category).map_or(MOST_OF_OTHERS, |(_, most)| *most);
        if count <= most {
            return Ok(None);
        }
        let message = format!(
            "{count} of \"{}\" on one sheet are more than a building is likely to have: look at some of them, they may be a pattern",
            row.text("description")?
        );
        Ok(Some((WarningCode::UnlikelyCount, row.int("page_number")? as u32, message)))
    };
    rows.iter().filter_map(|row| told(row).transpose()).collect()
}
