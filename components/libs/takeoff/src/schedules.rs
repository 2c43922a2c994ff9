//! Ruled schedules as the contract's schedules.

use plumbline_guest_extractor::quantities::{Attribute, Schedule, ScheduleKind, ScheduleRow};
use plumbline_tables as tables;

use crate::page::Page;

fn kind(kind: tables::ScheduleKind) -> ScheduleKind {
    match kind {
        tables::ScheduleKind::Panel => ScheduleKind::Panel,
        tables::ScheduleKind::Fixture => ScheduleKind::Fixture,
        tables::ScheduleKind::Equipment => ScheduleKind::Equipment,
        tables::ScheduleKind::Motor => ScheduleKind::Motor,
        tables::ScheduleKind::Mechanical => ScheduleKind::Mechanical,
        tables::ScheduleKind::Plumbing => ScheduleKind::Plumbing,
        tables::ScheduleKind::Other => ScheduleKind::Other,
    }
}

fn attribute(value: &tables::Value) -> Attribute {
    match value {
        tables::Value::Text(text) => Attribute::Text(text.clone()),
        tables::Value::Number(number) => Attribute::Number(*number),
    }
}

/// What the attribute `schedule_id` holds for a schedule of some page: the service makes the schedule's id of it.
pub(crate) fn reference(page: u32, key: &str) -> Attribute {
    Attribute::Text(format!("{page}/{key}"))
}

/// How many symbols of the document bear a row's tag; a row without any says so. Circuits, bars and materials have no
/// symbols of their own.
fn symbols(page: &Page<'_>, schedule: &tables::Schedule, row: &tables::ScheduleRow) -> Vec<(String, Attribute)> {
    use tables::ScheduleKind::{Equipment, Fixture, Mechanical, Motor, Plumbing};
    let drawn = matches!(schedule.kind, Fixture | Equipment | Mechanical | Motor | Plumbing);
    if !drawn || row.tag.trim().is_empty() || tables::material_list(schedule).is_some() {
        return Vec::new();
    }
    let count = page.document.mentioned(&row.tag);
    let mut out = vec![("symbols".to_owned(), Attribute::Number(f64::from(count)))];
    if count == 0 {
        out.push(("without_symbol".to_owned(), Attribute::Flag(true)));
    }
    out
}

/// A schedule's key: where it stands, the same on every run.
pub(crate) fn key(schedule: &tables::Schedule) -> String {
    format!("schedule-{:.0}-{:.0}", schedule.area[0], schedule.area[1])
}

/// The schedules of a page.
pub(crate) fn to_wit(page: &Page<'_>) -> Vec<Schedule> {
    page.schedules
        .iter()
        .map(|s| Schedule {
            key: key(s),
            kind: kind(s.kind),
            title: s.title.clone(),
            page_number: page.sheet.page_number,
            columns: s.columns.clone(),
            rows: s
                .rows
                .iter()
                .map(|row| ScheduleRow {
                    tag: row.tag.clone(),
                    description: row.description.clone(),
                    attributes: row
                        .attributes
                        .iter()
                        .map(|(name, value)| (name.clone(), attribute(value)))
                        .chain(symbols(page, s, row))
                        .collect(),
                })
                .collect(),
        })
        .collect()
}
