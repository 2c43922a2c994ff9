//! Comparison of the quantities that a drawing states, in legends and in schedules, with the counts.

use std::collections::{BTreeMap, BTreeSet};

use plumbline_contract::results::{Attribute, Attributes, ScheduleRow};
use plumbline_database::{DbResult, Row, Transaction, params};
use serde::Deserialize;

use crate::comparison::{CheckWarning, differs, normalized};

/// Returns every stated quantity that differs from its count: those of legends first, then those of schedules.
pub(crate) fn differences(tx: &Transaction<'_>, takeoff_id: &str) -> DbResult<Vec<CheckWarning>> {
    let mut out = compare_legends(tx, takeoff_id)?;
    let schedules = load_schedules(tx, takeoff_id)?;
    if !schedules.is_empty() {
        let counts = Counts::of(tx, takeoff_id)?;
        out.extend(schedules.iter().flat_map(|legend| uncounted(legend, &counts)));
        out.extend(compare_schedules(&schedules, &counts));
    }
    Ok(out)
}

/// One row of a legend, with the items counted on each page.
struct LegendCounts {
    description: String,
    attributes: Attributes,
    counts: Vec<(i64, i64)>,
}

/// Compares legends that have a column of quantities with the counts.
fn compare_legends(tx: &Transaction<'_>, takeoff_id: &str) -> DbResult<Vec<CheckWarning>> {
    // All items of a group have the columns of their legend, so one of them is enough.
    let rows = tx.query(
        "SELECT group_id, MIN(description) AS description, MIN(attributes) AS attributes, page_number, COUNT(*) AS n \
         FROM items WHERE takeoff_id = ? AND measure_type = 'count' AND attributes LIKE '%\"legend_quantity\"%' \
         GROUP BY group_id, page_number ORDER BY group_id, page_number",
        params![takeoff_id],
    )?;
    let mut groups: BTreeMap<String, LegendCounts> = BTreeMap::new();
    for row in &rows {
        let Some(group) = row.opt_text("group_id")? else { continue };
        let (attributes, on_page) = (row.json::<Attributes>("attributes")?, (row.int("page_number")?, row.int("n")?));
        let description = row.text("description")?;
        let listed =
            groups.entry(group).or_insert_with(|| LegendCounts { description, attributes, counts: Vec::new() });
        listed.counts.push(on_page);
    }
    let mut out = Vec::new();
    for LegendCounts { description, attributes, counts } in groups.into_values() {
        let Some(stated) = stated_quantity(&attributes, "legend_quantity") else { continue };
        let legend_page = match attributes.get("legend_page") {
            Some(Attribute::Number(page)) => *page as i64,
            _ => 0,
        };
        let all: i64 = counts.iter().map(|(_, n)| n).sum();
        // A legend's numbers may cover only its own sheet.
        let on_legend_page = counts.iter().find(|(page, _)| *page == legend_page).map_or(0, |(_, n)| *n);
        if stated != all && stated != on_legend_page {
            let message = format!("The legend states {stated} × \"{description}\", but the takeoff counted {all}.");
            out.push(differs(message));
        }
    }
    Ok(out)
}

/// Returns an attribute's whole number as written in a legend: `12`, `12.00`, `12 pcs`.
fn stated_quantity(attributes: &Attributes, name: &str) -> Option<i64> {
    let text = match attributes.get(name)? {
        Attribute::Number(n) => return Some(*n).filter(|n| n.fract() == 0.0).map(|n| n as i64),
        Attribute::Text(text) => text.trim(),
        Attribute::Flag(_) => return None,
    };
    let digits: String = text.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    let whole = digits.parse::<f64>().ok().filter(|n| n.fract() == 0.0 && *n >= 0.0)?;
    let rest = &text[digits.len()..];
    rest.trim().chars().all(|c| c.is_alphabetic() || c == '.').then_some(whole as i64)
}

/// Returns the rows that state a quantity in an attribute, each with its quantity.
fn with_quantity<'a>(rows: &'a [ScheduleRow], name: &str) -> impl Iterator<Item = (&'a ScheduleRow, i64)> {
    rows.iter().filter_map(move |row| Some((row, stated_quantity(&row.attributes, name)?)))
}

/// Returns the name of a schedule's row in a warning.
fn name(row: &ScheduleRow) -> String {
    match (row.tag.trim(), row.description.trim()) {
        ("", description) => description.to_owned(),
        (tag, "") => tag.to_owned(),
        (tag, description) => format!("{tag} ({description})"),
    }
}

/// Suffix that the extractor adds to a name shared by several shapes.
const SHAPE_SUFFIX: &str = ", shape ";

/// Number of devices on the plans by tag and by description.
#[derive(Default)]
struct Counts {
    by_tag: BTreeMap<String, i64>,
    by_description: BTreeMap<String, i64>,
}

impl Counts {
    fn of(tx: &Transaction<'_>, takeoff_id: &str) -> DbResult<Self> {
        let rows = tx.query(
            "SELECT tag, description, COUNT(*) AS n FROM items WHERE takeoff_id = ? AND measure_type = 'count' \
             AND source = 'plan' GROUP BY tag, description",
            params![takeoff_id],
        )?;
        let mut out = Self::default();
        for row in &rows {
            let n = row.int("n")?;
            if let Some(tag) = row.opt_text("tag")? {
                *out.by_tag.entry(normalized(&tag)).or_default() += n;
            }
            // A shape with a description, in addition to the symbols shown by a legend: `SMOKE DETECTOR, shape 1`.
            let description = row.text("description")?;
            let named = description.rsplit_once(SHAPE_SUFFIX).map_or(description.as_str(), |(named, _)| named);
            *out.by_description.entry(normalized(named)).or_default() += n;
        }
        Ok(out)
    }

    /// Returns the number of devices that a row of a schedule lists: devices with its tag, or otherwise with exactly
    /// its description. A bare number is a line number of the schedule and not a tag.
    fn of_row(&self, row: &ScheduleRow) -> i64 {
        let (tag, description) = (normalized(&row.tag), normalized(&row.description));
        let tagged = self.by_tag.get(&tag).filter(|_| tag.chars().any(char::is_alphabetic));
        tagged.or_else(|| self.by_description.get(&description)).copied().unwrap_or(0)
    }
}

/// A schedule that states quantities.
#[derive(Deserialize)]
struct Schedule {
    page: i64,
    title: Option<String>,
    rows: Vec<ScheduleRow>,
}

/// Returns the takeoff's schedules and legends that state quantities, by page.
fn load_schedules(tx: &Transaction<'_>, takeoff_id: &str) -> DbResult<Vec<Schedule>> {
    let rows = tx.query(
        "SELECT page_number AS page, title, rows FROM schedules WHERE takeoff_id = ? AND (rows LIKE '%\"stated_quantity\"%' \
         OR rows LIKE '%\"legend_quantity\"%') ORDER BY page_number, position",
        params![takeoff_id],
    )?;
    rows.into_iter().map(Row::read).collect()
}

/// Reports the rows of a legend that state a quantity while none were counted. If this applies to all rows, returns a
/// single warning.
fn uncounted(legend: &Schedule, counts: &Counts) -> Vec<CheckWarning> {
    let stated: Vec<(&ScheduleRow, i64)> =
        with_quantity(&legend.rows, "legend_quantity").filter(|(_, stated)| *stated > 0).collect();
    let missing: Vec<&(&ScheduleRow, i64)> = stated.iter().filter(|(row, _)| counts.of_row(row) == 0).collect();
    let page = legend.page;
    let message = |(row, stated): &&(&ScheduleRow, i64)| {
        format!("The legend on page {page} states {stated} × \"{}\", but none were counted.", row.description.trim())
    };
    let messages: Vec<String> = if missing.len() == stated.len() && missing.len() > 1 {
        let total: i64 = stated.iter().map(|(_, n)| n).sum();
        vec![format!(
            "The legend on page {page} states {total} items of {} kinds, but none were counted.",
            stated.len()
        )]
    } else {
        missing.iter().map(message).collect()
    };
    messages.into_iter().map(differs).collect()
}

/// Compares the quantities in schedules with the counts. If nothing of a schedule was counted, it belongs to another
/// trade or to sheets that were not taken off.
fn compare_schedules(schedules: &[Schedule], counts: &Counts) -> Vec<CheckWarning> {
    let mut warnings = Vec::new();
    let mut agreed: BTreeSet<String> = BTreeSet::new();
    for Schedule { page, title, rows } in schedules {
        // The extractor sets it if the schedule has a column of pieces.
        let stated: Vec<(&ScheduleRow, i64)> = with_quantity(rows, "stated_quantity").collect();
        if stated.iter().all(|(row, _)| counts.of_row(row) == 0) {
            continue;
        }
        let title = title.as_ref().map_or_else(String::new, |title| format!(" \"{title}\""));
        for (row, stated) in stated {
            let counted = counts.of_row(row);
            if counted == stated {
                agreed.insert(normalized(&row.tag));
                continue;
            }
            let name = name(row);
            let message = format!(
                "The schedule{title} on page {page} states {stated} × \"{name}\", but the takeoff counted {counted}."
            );
            warnings.push((normalized(&row.tag), differs(message)));
        }
    }
    // Schedules of parts of a building may list the same tag more than once. One that agrees is enough.
    warnings.retain(|(tag, _)| tag.is_empty() || !agreed.contains(tag));
    warnings.into_iter().map(|(_, warning)| warning).collect()
}
