//! Ruled schedules as the contract's schedules.

use plumbline_guest_extractor::quantities::{Attribute, Schedule, ScheduleKind, ScheduleRow};
use plumbline_tables as tables;

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

/// The schedules of a page. Their keys say where they stand: the same on every run.
pub(crate) fn to_wit(page: u32, schedules: &[tables::Schedule]) -> Vec<Schedule> {
    schedules
        .iter()
        .map(|s| Schedule {
            key: format!("schedule-{:.0}-{:.0}", s.area[0], s.area[1]),
            kind: kind(s.kind),
            title: s.title.clone(),
            page_number: page,
            columns: s.columns.clone(),
            rows: s
                .rows
                .iter()
                .map(|row| ScheduleRow {
                    tag: row.tag.clone(),
                    description: row.description.clone(),
                    attributes: row.attributes.iter().map(|(name, value)| (name.clone(), attribute(value))).collect(),
                })
                .collect(),
        })
        .collect()
}
