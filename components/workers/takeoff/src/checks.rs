//! Checks of a finished takeoff: against the quantities in legends and schedules, the circuits of panels, and likely
//! counts for a building.

use plumbline_database::{DbResult, Row, Transaction, params};
use plumbline_worker::quantities::WarningCode;

use crate::page::warn;
use crate::{loads, stated};

/// Position of the first of these warnings. Earlier positions belong to other warnings about the end of the takeoff.
const FIRST_POSITION: u32 = 1_000;

/// Most differences to report. Users check the first few, and find the others at the items.
const MAX_WARNINGS: usize = 20;

/// Most items of a category on one sheet before it triggers a warning. Larger buildings than any on record are drawn
/// on several sheets.
const MAX_ON_A_SHEET: &[(&str, i64)] = &[
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

/// The same limit for all other categories.
const MAX_OF_OTHER_CATEGORIES: i64 = 1_500;

/// Warns of counts that differ from the drawing's own, and of counts that are unlikely for a building.
pub(crate) fn check(tx: &Transaction<'_>, takeoff_id: &str) -> DbResult<()> {
    let mut warnings = stated::differences(tx, takeoff_id)?;
    warnings.truncate(MAX_WARNINGS);
    warnings.extend(loads::differences(tx, takeoff_id)?.into_iter().take(MAX_WARNINGS));
    warnings.extend(unlikely(tx, takeoff_id)?.into_iter().take(MAX_WARNINGS));
    for (position, (code, page, message)) in (FIRST_POSITION..).zip(warnings) {
        warn(tx, takeoff_id, page, position, code, &message)?;
    }
    Ok(())
}

/// A warning: its code, its page (0 for the whole takeoff) and its message.
pub(crate) type CheckWarning = (WarningCode, u32, String);

/// Warns of groups with more items on one sheet than are likely.
fn unlikely(tx: &Transaction<'_>, takeoff_id: &str) -> DbResult<Vec<CheckWarning>> {
    let rows = tx.query(
        "SELECT group_id, page_number, MIN(description) AS description, MIN(category) AS category, COUNT(*) AS n FROM items \
         WHERE takeoff_id = ? AND measure_type = 'count' GROUP BY group_id, page_number ORDER BY page_number, group_id",
        params![takeoff_id],
    )?;
    let warning = |row: &Row| -> DbResult<Option<CheckWarning>> {
        let (category, count) = (row.text("category")?, row.int("n")?);
        let max =
            MAX_ON_A_SHEET.iter().find(|(name, _)| *name == category).map_or(MAX_OF_OTHER_CATEGORIES, |(_, max)| *max);
        if count <= max {
            return Ok(None);
        }
        let message = format!(
            "{count} × \"{}\" on one sheet is unusually many. Check whether some of them are a pattern.",
            row.text("description")?
        );
        Ok(Some((WarningCode::UnlikelyCount, row.int("page_number")? as u32, message)))
    };
    rows.iter().filter_map(|row| warning(row).transpose()).collect()
}
