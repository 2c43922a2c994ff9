//! Converts ruled schedules to the contract's schedules.

use crate::bindings::quantities::{Attribute, Schedule, ScheduleKind, ScheduleRow};
use plumbline_sheet_parts::tables;
use plumbline_symbols::{Legend, LegendRow};

use crate::attributes::{flag, number, text};
use crate::legend_columns::{LEGEND_QUANTITY, column_key};
use crate::page::Page;
use crate::symbols::is_ours;

fn attribute(value: &tables::Value) -> Attribute {
    match value {
        tables::Value::Text(text) => Attribute::Text(text.clone()),
        tables::Value::Number(number) => Attribute::Number(*number),
    }
}

/// Returns the value of `schedule_id` for a schedule of a page. The service derives the schedule's id from it.
pub(crate) fn reference(page: u32, key: &str) -> Attribute {
    Attribute::Text(format!("{page}/{key}"))
}

/// Returns how many symbols of the document have a row's tag, and marks a row without any. Circuits, bars and materials
/// have no symbols of their own.
fn symbols(page: &Page<'_>, schedule: &tables::Schedule, row: &tables::ScheduleRow) -> Vec<(String, Attribute)> {
    use tables::ScheduleKind::{Equipment, Fixture, Mechanical, Motor, Plumbing};
    let drawn = matches!(schedule.kind, Fixture | Equipment | Mechanical | Motor | Plumbing);
    if !drawn || row.tag.trim().is_empty() || tables::material_list(schedule).is_some() {
        return Vec::new();
    }
    let count = page.document.mentioned(&row.tag);
    let mut out = vec![number("symbols", count)];
    if count == 0 {
        out.push(flag("without_symbol", true));
    }
    out
}

/// Returns how many pieces a row states, if the schedule has a column for them. Lengths and weights of materials, and
/// the bars of a list, are not counted on plans.
fn stated(schedule: &tables::Schedule, row: &tables::ScheduleRow) -> Option<(String, Attribute)> {
    use tables::{ColumnMeaning, Unit};
    if schedule.kind == tables::ScheduleKind::Panel || tables::bar_list(schedule).is_some() {
        return None;
    }
    let pieces = |text: String| {
        let found = tables::quantity(&text)?;
        let whole = found.value.fract() == 0.0 && found.value >= 0.0;
        (whole && matches!(found.unit, Unit::None | Unit::Each)).then_some(found.value)
    };
    // The unit may be in a separate column.
    let unit = schedule.text(row, ColumnMeaning::Unit);
    let counted = unit.is_none_or(|unit| tables::quantity(&format!("1 {unit}")).is_some_and(|q| q.unit == Unit::Each));
    let only = schedule.meanings.iter().filter(|m| **m == ColumnMeaning::Quantity).count() == 1;
    let stated = schedule.text(row, ColumnMeaning::Quantity).and_then(pieces).filter(|_| counted && only)?;
    Some(number("stated_quantity", stated))
}

/// Returns `continues`, a reference to the earlier schedule that this one continues. The service joins the two.
fn continues(page: &Page<'_>, schedule: &tables::Schedule) -> Option<(String, Attribute)> {
    let title = schedule.title.as_deref()?;
    let panel = schedule.designation.as_deref().filter(|_| schedule.kind == tables::ScheduleKind::Panel);
    let earlier = page.document.schedules().filter(|(number, _)| *number < page.sheet.page_number);
    let mut first = earlier.filter(|(_, summary)| {
        summary.columns == schedule.columns
            && summary.panel.as_deref() == panel
            && tables::is_continuation(&summary.title, title)
    });
    first.next().map(|(number, summary)| ("continues".to_owned(), reference(number, &summary.key)))
}

/// Returns a schedule's key. It is derived from the position, so it is the same on every run.
pub(crate) fn key(schedule: &tables::Schedule) -> String {
    format!("schedule-{:.0}-{:.0}", schedule.area.min.x, schedule.area.min.y)
}

/// Returns the discipline's legends on a page that state quantities, as schedules. The stated quantities are compared
/// with the counts even if nothing was found.
fn legends_with_quantities<'a>(page: &'a Page<'_>) -> impl Iterator<Item = Schedule> + 'a {
    let states = |row: &LegendRow| row.columns.iter().any(|(header, _)| is_quantity(header));
    let own = page.document.legends().filter(|(number, _)| *number == page.sheet.page_number);
    own.map(|(_, legend)| legend)
        .filter(move |legend| {
            let read = page.schedules.iter().any(|schedule| schedule.area.overlaps(legend.area));
            !read && legend.rows.iter().any(states) && is_ours(page, legend)
        })
        .map(|legend| of_legend(page.sheet.page_number, legend))
}

fn of_legend(page_number: u32, legend: &Legend) -> Schedule {
    let mut columns = vec![DESCRIPTION.to_owned()];
    for (header, _) in legend.rows.iter().flat_map(|row| &row.columns) {
        if !columns.contains(header) {
            columns.push(header.clone());
        }
    }
    let row = |row: &LegendRow| {
        let quantity = row.columns.iter().find(|(header, _)| is_quantity(header));
        let stated = quantity.map(|(_, value)| text(LEGEND_QUANTITY, value));
        ScheduleRow {
            tag: row.specimen.letters.first().map(|letters| letters.text.clone()).unwrap_or_default(),
            description: row.description.clone(),
            attributes: row.columns.iter().map(|(header, value)| text(header, value)).chain(stated).collect(),
        }
    };
    Schedule {
        key: format!("legend-{:.0}-{:.0}", legend.area.min.x, legend.area.min.y),
        kind: ScheduleKind::Equipment,
        title: None,
        page_number,
        columns,
        rows: legend.rows.iter().map(row).collect(),
    }
}

/// The header of the column for a legend's descriptions.
const DESCRIPTION: &str = "DESCRIPTION";

/// Returns whether a legend's column states quantities.
fn is_quantity(header: &str) -> bool {
    column_key(header) == LEGEND_QUANTITY
}

/// Returns the schedules of a page.
pub(crate) fn to_wit(page: &Page<'_>) -> Vec<Schedule> {
    ruled(page).into_iter().chain(legends_with_quantities(page)).collect()
}

fn ruled(page: &Page<'_>) -> Vec<Schedule> {
    page.schedules
        .iter()
        .map(|s| Schedule {
            key: key(s),
            kind: s.kind.into(),
            title: s.title.clone(),
            page_number: page.sheet.page_number,
            columns: s.columns.clone(),
            rows: s
                .rows
                .iter()
                .enumerate()
                .map(|(n, row)| ScheduleRow {
                    tag: row.tag.clone(),
                    description: row.description.clone(),
                    attributes: row
                        .attributes
                        .iter()
                        .map(|(name, value)| (name.clone(), attribute(value)))
                        .chain(symbols(page, s, row))
                        .chain(stated(s, row))
                        .chain(continues(page, s).filter(|_| n == 0))
                        .collect(),
                })
                .collect(),
        })
        .collect()
}
