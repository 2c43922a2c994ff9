//! Counts items by the marks written at them: `WC-2`, `FD`, `EF-1`, if no legend shows their symbol.
//!
//! A mark has a meaning if a schedule lists it, a list of abbreviations explains it, or the trade knows it. Its evidence
//! is the mark itself and the ink that it points at.

use crate::bindings::quantities::{Attribute, Confidence, Item};
use crate::vocabulary::{Class, Kind};
use plumbline_geometry::Rect;
use plumbline_notation::language::{schedules, sheets};
use plumbline_sheet::Line;
use plumbline_symbols::annotations::{MarkInstance, marks};
use plumbline_symbols::{Instance, LegendRow};

use crate::attributes::{flag, number, text};
use crate::document::ScheduleSummary;
use crate::gangs::{Letters, member};
use crate::labels::Labels;
use crate::legend_columns::column_key;
use crate::page::Page;
use crate::place::{item_at, place};
use crate::schedules::reference;

/// The meaning of a mark and its source.
struct Meaning {
    kind: Kind,
    description: String,
    /// The tag as its schedule spells it, and the schedule's reference.
    listed: Option<(String, Attribute)>,
    /// The legend row that shows the mark's letters, with its page.
    row: Option<(u32, LegendRow)>,
    /// Whether the meaning is unambiguous.
    sure: bool,
}

/// Returns the items that marks name. Excludes marks at `instances`, and marks that are labels in `said`.
pub(crate) fn marked(page: &Page<'_>, instances: &[Instance], said: &[Labels]) -> Vec<Item> {
    if page.regions.title.as_deref().is_some_and(is_general_sheet) {
        return Vec::new();
    }
    let taken = |spot: &MarkInstance| said.iter().flat_map(|s| &s.areas).any(|text| spot.area.contains(text.center()));
    let spots = marks(page.sheet, page.notes, &page.known);
    let counted = |area: Rect| instances.iter().any(|i| i.found.bbox.contains(area.center()));
    let elsewhere = |spot: &MarkInstance| {
        let out = page.excluded_without_legend.iter().any(|area| area.contains(spot.area.center()));
        out || taken(spot) || spot.target.is_some_and(counted) || counted(spot.area)
    };
    let mut out = Vec::new();
    let ganged = ganged(page, &spots);
    for (spot, letters) in ganged.iter().filter(|(spot, _)| !elsewhere(spot)) {
        for (n, one) in letters.iter().enumerate() {
            let spot = MarkInstance { text: one.clone(), ..spot.clone() };
            let Some(meaning) = meaning(page, one) else { continue };
            let mut item = item(page, &spot, &meaning, n as u32);
            item.attributes.extend(member(n + 1, letters.len()));
            out.push(item);
        }
    }
    for spot in &spots {
        if elsewhere(spot) || ganged.iter().any(|(gang, _)| gang.area.contains(spot.area.center())) {
            continue;
        }
        let Some(meaning) = meaning(page, &spot.text) else { continue };
        // A single letter occurs everywhere. Its meaning in a legend applies only if the letter marks something.
        let alone = spot.frame.is_none() && spot.target.is_none() && spot.text.chars().count() == 1;
        if alone && meaning.row.is_some() {
            continue;
        }
        for number in 0..spot.count.max(1) {
            out.push(item(page, spot, &meaning, number));
        }
    }
    out
}

/// Returns the texts that write several devices on one plate, each with the letters of its devices. A text that is a
/// mark by itself keeps what it points at.
fn ganged(page: &Page<'_>, spots: &[MarkInstance]) -> Vec<(MarkInstance, Vec<String>)> {
    let known = Letters::of(page);
    let of = |line: &Line| {
        let letters = known.ganged(&line.text);
        let own = || spots.iter().find(|spot| spot.area.contains(line.bbox.center())).cloned();
        let bare = || MarkInstance {
            text: line.text.trim().to_owned(),
            area: line.bbox,
            frame: None,
            leader: None,
            count: 1,
            notes: Vec::new(),
            target: None,
        };
        (!letters.is_empty()).then(|| (own().unwrap_or_else(bare), letters))
    };
    page.notes.lines.all().iter().filter_map(of).collect()
}

/// Returns the meaning of a mark if it belongs to the discipline.
fn meaning(page: &Page<'_>, text: &str) -> Option<Meaning> {
    let words = page.profile.words;
    if let Some((number, summary, row)) = page.document.row_of(text) {
        if of_rooms(summary) {
            return None;
        }
        // If the row does not say what the item is, the title of its schedule does.
        let said = words.known(&row.description).or_else(|| words.known(&summary.title));
        let known = match said {
            Some(Class::Item(kind)) => Some(kind),
            _ => words.mark_meaning(text).map(|m| m.kind),
        };
        let kind = known?;
        let description = if row.description.is_empty() { summary.title.clone() } else { row.description.clone() };
        let ours = words.reports(&Class::Item(kind));
        return ours.then(|| Meaning {
            kind,
            description,
            listed: Some((row.tag.clone(), reference(number, &summary.key))),
            row: None,
            sure: true,
        });
    }
    if let Some((number, row)) = page.document.lettered_row(text)
        && let Some(Class::Item(kind)) = words.known(&row.description)
    {
        let ours = words.reports(&Class::Item(kind));
        let (description, row) = (row.description.clone(), Some((number, row.clone())));
        return ours.then_some(Meaning { kind, description, listed: None, row, sure: true });
    }
    if let Some(description) = page.document.abbreviation(text)
        && let Some(Class::Item(kind)) = words.known(description)
    {
        let ours = words.reports(&Class::Item(kind));
        return ours.then(|| Meaning {
            kind,
            description: description.to_owned(),
            listed: None,
            row: None,
            sure: true,
        });
    }
    let mark = words.mark_meaning(text).filter(|m| m.certain && words.reports(&Class::Item(m.kind)))?;
    let description = mark.kind.item_type.replace('_', " ");
    Some(Meaning { kind: mark.kind, description, listed: None, row: None, sure: false })
}

/// Returns whether a sheet's title says that it explains the others. Marks on such a sheet are examples.
fn is_general_sheet(title: &str) -> bool {
    let title = title.to_uppercase();
    sheets::GENERAL.occurs_in(&title) && !sheets::PLAN.occurs_in(&title)
}

/// Returns whether a schedule lists rooms, finishes or doors. `154 TOILET` is a room, and `OXYGEN ROOM` not an outlet.
fn of_rooms(summary: &ScheduleSummary) -> bool {
    let title = summary.title.to_uppercase();
    let mut words = title.split(|c: char| !c.is_alphabetic());
    words.any(|word| schedules::ROOMS.contains(word))
}

fn item(page: &Page<'_>, spot: &MarkInstance, meaning: &Meaning, index: u32) -> Item {
    let mut attributes = vec![text("mark", &spot.text)];
    if let Some((row, schedule)) = &meaning.listed {
        attributes.push(text("schedule_row", row));
        attributes.push(("schedule_id".to_owned(), schedule.clone()));
    }
    if let Some((page_number, row)) = &meaning.row {
        attributes.extend(row.columns.iter().map(|(header, value)| text(column_key(header), value)));
        attributes.push(number("legend_page", *page_number));
    }
    if meaning.listed.is_none() && !meaning.sure {
        attributes.push(flag("unscheduled", true));
    }
    if !spot.notes.is_empty() {
        attributes.push(text("notes", spot.notes.join(" ")));
    }
    if spot.count > 1 {
        attributes.push(number("marked_count", spot.count));
    }
    let a = spot.area;
    // A mark that a schedule lists and that points at something is as certain as a symbol of a legend.
    let confidence = match (meaning.listed.is_some(), spot.target.is_some(), spot.frame.is_some()) {
        (true, true, _) | (true, _, true) => Confidence::High,
        (true, false, false) | (false, _, true) => Confidence::Medium,
        (false, true, false) if meaning.sure => Confidence::Medium,
        _ => Confidence::Low,
    };
    let mut item = Item {
        key: format!("m{:.0}-{:.0}-{index}", a.min.x * 10.0, a.min.y * 10.0),
        group: Some(format!("mark-{}", crate::tag::canonical(&spot.text))),
        description: meaning.description.clone(),
        tag: Some(meaning.listed.as_ref().map_or_else(|| spot.text.clone(), |(row, _)| row.clone())),
        attributes,
        confidence,
        ..item_at(page, meaning.kind, spot.target.unwrap_or(spot.area))
    };
    if spot.target.is_some() {
        item.evidence.push(place(page.sheet, &page.scales, spot.area).1);
    }
    item
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_doors_and_finishes_are_listed_apart_from_fixtures() {
        let titled = |title: &str| ScheduleSummary { title: title.to_owned(), ..ScheduleSummary::default() };
        for title in ["ROOM FINISH SCHEDULE", "Door Schedule", "CUADRO DE VANOS", "FINISH LEGEND"] {
            assert!(of_rooms(&titled(title)), "{title}");
        }
        for title in ["PLUMBING FIXTURE SCHEDULE", "EQUIPMENT SCHEDULE - MUSHROOM FANS", ""] {
            assert!(!of_rooms(&titled(title)), "{title}");
        }
    }

    #[test]
    fn sheets_that_explain_others_are_known_by_their_titles() {
        assert!(
            ["FIRE ALARM TITLE SHEET", "Legend and Abbreviations", "SIMBOLOGÍA"].iter().all(|t| is_general_sheet(t))
        );
        assert!(
            !["FIRST FLOOR PLAN AND LEGEND", "DETAILS", "POWER LAYOUT - SYMBOLS"].iter().any(|t| is_general_sheet(t))
        );
    }
}
