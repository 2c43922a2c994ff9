//! Surveys a page: the facts that the other pages of its document need.

use std::collections::BTreeMap;

use crate::vocabulary::{Discipline, lexicon};
use plumbline_geometry::Rect;
use plumbline_notation::language::schedules;
use plumbline_sheet::Sheet;
use plumbline_sheet_parts::regions::{SheetSummary, disciplines};
use plumbline_sheet_parts::tables::{Schedule, ScheduleKind, ScheduleRow, Value, panel_facts};
use plumbline_symbols::annotations::keynotes_of;
use plumbline_symbols::{Legend, TextSpots, abbreviations, legends, shapes, untitled_legends};

use crate::blocks::blocks_in_legends;
use crate::document::{ListedRow, Note, ScheduleSummary, Survey};
use crate::instructions::instructs;
use crate::match_lines::match_line_surveys;
use crate::reading::Reading;
use crate::schedules::key;
use crate::tag::canonical;
use crate::unlisted::shape_texts;

/// Surveys a page. The survey does not depend on the discipline, so one survey serves all disciplines.
pub fn survey(sheet: &Sheet) -> Vec<u8> {
    survey_reading(sheet, &Reading::of(sheet))
}

/// Surveys a page from its reading.
pub(crate) fn survey_reading(sheet: &Sheet, reading: &Reading) -> Vec<u8> {
    let Reading { field, regions, schedules, notes } = reading;
    let legends = legends_of(sheet, reading);
    let blocks = blocks_in_legends(sheet, field, &legends);
    let summaries = schedules.iter().map(summary_of).collect();
    let keynotes = keynotes_of(notes).into_iter().map(|k| Note { number: k.number, text: k.text }).collect();
    let summary = SheetSummary::new(sheet.page_number, regions, &disciplines(sheet, regions));
    let tables = schedules.iter().map(|s| s.area).chain(legends.iter().map(|l| l.area)).collect::<Vec<_>>();
    let tag_counts = count_tags(sheet, &tables);
    let abbreviations = abbreviations(sheet, field);
    let recurring = if legends.is_empty() { shapes::shapes(&field.ink, |_| true) } else { Vec::new() };
    let texts = if recurring.is_empty() { Vec::new() } else { shape_texts(&TextSpots::of(sheet), &recurring) };
    let shapes = recurring.into_iter().map(|(shape, _)| shape).collect();
    let page = sheet.page_number;
    let match_lines = match_line_surveys(sheet, field, regions);
    let survey = Survey {
        page,
        summary,
        legends,
        schedules: summaries,
        keynotes,
        tag_counts,
        abbreviations,
        blocks,
        shapes,
        texts,
        match_lines,
    };
    // Writing to memory cannot fail. An empty survey has no facts.
    postcard::to_allocvec(&survey).unwrap_or_default()
}

/// Returns the legends of a page: those with a legend's title, and columns of drawings whose descriptions are mostly known.
/// Notes with marks are not legends.
fn legends_of(sheet: &Sheet, Reading { field, regions, .. }: &Reading) -> Vec<Legend> {
    let mut found = legends(sheet, &field.ink);
    let words = lexicon(Discipline::MultiDiscipline);
    let explained = |legend: &Legend| {
        let known = legend.rows.iter().filter(|row| words.known(&row.description).is_some()).count();
        // A title block shows logos beside names.
        let in_title = regions.title_block.is_some_and(|block| block.contains(legend.area.center()));
        known * 2 >= legend.rows.len() && !in_title
    };
    let unnamed = untitled_legends(sheet, field, &found);
    found.extend(unnamed.into_iter().filter(explained));
    for legend in &mut found {
        legend.rows.retain(|row| !instructs(&row.description));
    }
    found.retain(|legend| !legend.rows.is_empty());
    found
}

/// Returns the part of a schedule that other pages need.
fn summary_of(schedule: &Schedule) -> ScheduleSummary {
    let title = schedule.title.clone().unwrap_or_default();
    let footings = is_of_footings(&title);
    let row = |r: &ScheduleRow| ListedRow {
        tag: r.tag.trim().to_owned(),
        description: r.description.trim().to_owned(),
        cells: if footings { r.attributes.iter().map(|(n, v)| (n.clone(), shown(v))).collect() } else { Vec::new() },
    };
    let panel = schedule.kind == ScheduleKind::Panel;
    ScheduleSummary {
        key: key(schedule),
        title,
        fixtures: schedule.kind == ScheduleKind::Fixture,
        footings,
        panel: schedule.designation.clone().filter(|_| panel),
        facts: panel_facts(schedule).into_iter().filter(|_| panel).map(|(k, v)| (k.to_owned(), v)).collect(),
        columns: schedule.columns.clone(),
        // The rows of a panelboard are circuits. Their numbers do not name anything on the plan.
        rows: if panel { Vec::new() } else { schedule.rows.iter().map(row).filter(|r| !r.tag.is_empty()).collect() },
    }
}

/// Longest tag of a schedule row, in characters.
const LONGEST_TAG: usize = 12;

/// Counts the short texts outside `tables` that may be tags of schedule rows.
fn count_tags(sheet: &Sheet, tables: &[Rect]) -> BTreeMap<String, u32> {
    let mut out: BTreeMap<String, u32> = BTreeMap::new();
    for text in sheet.texts().filter(|t| t.text.chars().count() <= LONGEST_TAG) {
        let at = text.bbox.center();
        let tag = canonical(text.text);
        if !tag.is_empty() && tag.chars().any(char::is_alphabetic) && !tables.iter().any(|a| a.contains(at)) {
            *out.entry(tag).or_default() += 1;
        }
    }
    out
}

/// Returns whether a title belongs to a schedule of footings, in the languages of drawings.
fn is_of_footings(title: &str) -> bool {
    let title = title.to_lowercase();
    schedules::FOOTING_PART.all().any(|word| title.contains(word))
}

fn shown(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Number(number) => number.to_string(),
    }
}
