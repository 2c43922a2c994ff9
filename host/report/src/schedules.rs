//! Schedules, one line each.

use crate::results::{Row, Schedule};
use crate::table::{self, Screen, Tone};
use crate::words;

/// Maximum number of tags listed for a schedule. The others are only counted.
const MAX_TAGS: usize = 12;

/// Returns the schedules as a table, or an empty string if there are none.
pub(crate) fn list(schedules: &[Schedule], screen: Screen) -> String {
    if schedules.is_empty() {
        return String::new();
    }
    let mut table = screen.table(&["ROWS", "SCHEDULE", "TAGS", "PAGE"], &["SCHEDULE", "TAGS"]);
    for schedule in schedules {
        let kind = || format!("{} schedule", words::schedule_kind(schedule.kind));
        table.add_row([
            screen.number(schedule.rows.len(), Tone::Plain),
            screen.cell(schedule.title.clone().unwrap_or_else(kind), Tone::Head),
            screen.cell(tags(&schedule.rows), Tone::Quiet),
            screen.number(schedule.page_number, Tone::Plain),
        ]);
    }
    table::lines(&table)
}

fn tags(rows: &[Row]) -> String {
    let tags: Vec<&str> = rows.iter().map(|row| row.tag.as_str()).filter(|tag| !tag.is_empty()).collect();
    let mut shown = tags[..tags.len().min(MAX_TAGS)].join(", ");
    if tags.len() > MAX_TAGS {
        shown += &format!(" and {} more", tags.len() - MAX_TAGS);
    }
    shown
}
