//! What the pages of a document tell each other: legends, schedules, panels, blocks.

use std::collections::BTreeMap;

use plumbline_notes::{Known, keynotes_of};
use plumbline_regions::{Duplicate, SheetSummary, Superseded, Why, disciplines, duplicates, superseded};
use plumbline_sheet::Sheet;
use plumbline_sheet::geometry::contains;
use plumbline_symbols::{Abbreviation, Legend, LegendRow, Shape, TextSpots, abbreviations, headless, legends, shapes};
use plumbline_tables::{Schedule, ScheduleKind, ScheduleRow, Value, panel_facts};
use plumbline_vocabulary::{Discipline, lexicon};
use serde::{Deserialize, Serialize};

use crate::blocks;
use crate::instructions::instructs;
use crate::joints::{Joint, joints};
use crate::labels::is_rating;
use crate::place::middle;
use crate::reading::Reading;
use crate::schedules::key;
use crate::unlisted::{Written, written};

/// What one page tells. The service keeps surveys under the digest of the component that made them, so that none of
/// another version is ever read.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Survey {
    /// The page.
    pub page: u32,
    /// Its number, title and views.
    pub summary: SheetSummary,
    /// Its legends.
    pub legends: Vec<Legend>,
    /// Its schedules.
    pub listings: Vec<Listing>,
    /// Its numbered notes.
    pub keynotes: Vec<Note>,
    /// How often short texts outside of its schedules and legends say what may be a tag, by the tag's letters and digits.
    pub mentions: BTreeMap<String, u32>,
    /// What its lists of abbreviations explain: letters and words.
    pub abbreviations: Vec<Abbreviation>,
    /// Names of the blocks that its legends show, each with the description of its row; the description is empty where
    /// several rows show it.
    pub blocks: Vec<(String, String)>,
    /// The shapes that recur on a page without a legend.
    pub shapes: Vec<Shape>,
    /// What is written at them.
    pub written: Vec<Written>,
    /// What stands near its match lines.
    pub joints: Vec<Joint>,
}

/// A numbered note.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// As in its bubble.
    pub number: String,
    /// What it says.
    pub text: String,
}

/// A schedule as other pages need it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Listing {
    /// Its key on its page.
    pub key: String,
    /// Its title.
    pub title: String,
    /// The panelboard's name, when it is one's.
    pub panel: Option<String>,
    /// Whether it lists luminaires.
    pub fixtures: bool,
    /// Whether it gives the sizes of footings.
    pub footings: bool,
    /// What its head says of a panelboard, by the keys of an item's attributes.
    pub facts: Vec<(String, String)>,
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Its rows that have a tag.
    pub rows: Vec<ListedRow>,
}

/// A row of a schedule.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ListedRow {
    /// As written.
    pub tag: String,
    /// As written.
    pub description: String,
    /// Its other columns, of a schedule of footings.
    pub cells: Vec<(String, String)>,
}

impl Listing {
    fn of(schedule: &Schedule) -> Self {
        let title = schedule.title.clone().unwrap_or_default();
        let footings = is_of_footings(&title);
        let row = |r: &ScheduleRow| ListedRow {
            tag: r.tag.trim().to_owned(),
            description: r.description.trim().to_owned(),
            cells: if footings {
                r.attributes.iter().map(|(n, v)| (n.clone(), shown(v))).collect()
            } else {
                Vec::new()
            },
        };
        let panel = schedule.kind == ScheduleKind::Panel;
        Self {
            key: key(schedule),
            title,
            fixtures: schedule.kind == ScheduleKind::Fixture,
            footings,
            panel: schedule.designation.clone().filter(|_| panel),
            facts: panel_facts(schedule).into_iter().filter(|_| panel).map(|(k, v)| (k.to_owned(), v)).collect(),
            columns: schedule.columns.clone(),
            // The rows of a panelboard are circuits: their numbers name nothing on the plan.
            rows: if panel {
                Vec::new()
            } else {
                schedule.rows.iter().map(row).filter(|r| !r.tag.is_empty()).collect()
            },
        }
    }
}

/// Longest tag of a schedule's row, in characters.
const LONGEST_TAG: usize = 12;

/// Short texts outside of some areas that may be tags of schedules' rows, and how often each stands there.
fn mentions(sheet: &Sheet, tables: &[[f32; 4]]) -> BTreeMap<String, u32> {
    let mut out: BTreeMap<String, u32> = BTreeMap::new();
    for text in sheet.texts().filter(|t| t.text.chars().count() <= LONGEST_TAG) {
        let at = middle(text.bbox);
        let tag = canonical(text.text);
        if !tag.is_empty() && tag.chars().any(char::is_alphabetic) && !tables.iter().any(|a| contains(*a, at)) {
            *out.entry(tag).or_default() += 1;
        }
    }
    out
}

/// Whether a title is that of a schedule of footings, in the languages of drawings.
fn is_of_footings(title: &str) -> bool {
    const WORDS: [&str; 7] = ["footing", "zapata", "cimiento", "poer", "fundament", "semelle", "基礎"];
    let title = title.to_lowercase();
    WORDS.iter().any(|word| title.contains(word))
}

fn shown(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Number(number) => number.to_string(),
    }
}

/// The legends of a page: those that call themselves so, and columns of drawings whose descriptions are mostly known. Notes
/// with marks are none.
fn legends_of(sheet: &Sheet, Reading { field, regions, .. }: &Reading) -> Vec<Legend> {
    let mut found = legends(sheet, &field.ink);
    let words = lexicon(Discipline::Multi);
    let explained = |legend: &Legend| {
        let known = legend.rows.iter().filter(|row| words.known(&row.description).is_some()).count();
        // A title block shows logos beside names.
        let in_title = regions.title_block.is_some_and(|block| contains(block, middle(legend.area)));
        known * 2 >= legend.rows.len() && !in_title
    };
    let unnamed = headless(sheet, field, &found);
    found.extend(unnamed.into_iter().filter(explained));
    for legend in &mut found {
        legend.rows.retain(|row| !instructs(&row.description));
    }
    found.retain(|legend| !legend.rows.is_empty());
    found
}

/// Surveys a page. Every discipline asks a document's pages the same, so that the survey of one serves all.
pub fn survey(sheet: &Sheet) -> Vec<u8> {
    survey_reading(sheet, &Reading::of(sheet))
}

/// Surveys a page that is read.
pub(crate) fn survey_reading(sheet: &Sheet, reading: &Reading) -> Vec<u8> {
    let Reading { field, regions, schedules, notes } = reading;
    let legends = legends_of(sheet, reading);
    let blocks = blocks::shown(sheet, field, &legends);
    let listings = schedules.iter().map(Listing::of).collect();
    let keynotes = keynotes_of(notes).into_iter().map(|k| Note { number: k.number, text: k.text }).collect();
    let summary = SheetSummary::new(sheet.page_number, regions, &disciplines(sheet, regions));
    let tables = schedules.iter().map(|s| s.area).chain(legends.iter().map(|l| l.area)).collect::<Vec<_>>();
    let mentions = mentions(sheet, &tables);
    let abbreviations = abbreviations(sheet, field);
    let recurring = if legends.is_empty() { shapes::shapes(&field.ink, |_| true) } else { Vec::new() };
    let written = if recurring.is_empty() { Vec::new() } else { written(&TextSpots::of(sheet), &recurring) };
    let shapes = recurring.into_iter().map(|(shape, _)| shape).collect();
    let page = sheet.page_number;
    let joints = joints(sheet, field, regions);
    let survey =
        Survey { page, summary, legends, listings, keynotes, mentions, abbreviations, blocks, shapes, written, joints };
    // Writing to memory has no way to fail; an empty survey says "nothing".
    postcard::to_allocvec(&survey).unwrap_or_default()
}

/// All that the pages of a document told.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Document {
    /// By page.
    pub(crate) surveys: Vec<Survey>,
    /// Pages of the project's other documents that may explain this one.
    pub(crate) others: Vec<Survey>,
}

impl Document {
    /// Reads surveys written by [`survey`]; bytes that are not one are passed over. Where the document's first survey
    /// comes once more, those of other documents follow.
    pub(crate) fn of(surveys: &[Vec<u8>]) -> Self {
        let again = |n: &usize| surveys[*n] == surveys[0] && !surveys[0].is_empty();
        let own = (1..surveys.len()).find(again).unwrap_or(surveys.len());
        let read = |part: &[Vec<u8>]| -> Vec<Survey> {
            part.iter().filter(|b| !b.is_empty()).filter_map(|b| postcard::from_bytes(b).ok()).collect()
        };
        let (mut own, others) = (read(&surveys[..own]), read(surveys.get(own + 1..).unwrap_or_default()));
        own.sort_by_key(|s| s.page);
        Self { surveys: own, others }
    }

    /// Every legend with its page.
    pub(crate) fn legends(&self) -> impl Iterator<Item = (u32, &Legend)> {
        self.surveys.iter().flat_map(|s| s.legends.iter().map(move |l| (s.page, l)))
    }

    /// Every legend of other documents, with the number or the title of its sheet.
    pub(crate) fn legends_elsewhere(&self) -> impl Iterator<Item = (String, &Legend)> {
        let name = |s: &Survey| s.summary.number.clone().or_else(|| s.summary.title.clone()).unwrap_or_default();
        self.others.iter().flat_map(move |s| s.legends.iter().map(move |l| (name(s), l)))
    }

    /// The areas of the legends on a page.
    pub(crate) fn legend_areas(&self, page: u32) -> impl Iterator<Item = [f32; 4]> {
        self.surveys.iter().filter(move |s| s.page == page).flat_map(|s| s.legends.iter().map(|l| l.area))
    }

    /// The blocks that legends show, each with its row's description.
    pub(crate) fn shown_blocks(&self) -> Vec<(String, String)> {
        self.surveys.iter().flat_map(|s| s.blocks.iter().cloned()).collect()
    }

    /// The areas of a page whose quantities other views have: enlarged plans of what a plan shows, overall plans of what
    /// others show in parts, diagrams and sections of what plans show.
    pub(crate) fn repeated(&self, page: u32) -> Vec<[f32; 4]> {
        let summaries: Vec<SheetSummary> = self.surveys.iter().map(|s| s.summary.clone()).collect();
        let again = |d: &Duplicate| d.page == page && d.why != Why::Schedule;
        let views = duplicates(&summaries).into_iter().filter(again).filter_map(|d| {
            let summary = summaries.iter().find(|s| s.page == d.page)?;
            summary.viewports.get(d.viewport).map(|v| v.area)
        });
        let parts = superseded(&summaries).into_iter().filter(|s: &Superseded| s.page == page).map(|s| s.area);
        views.chain(parts).collect()
    }

    /// The shapes that recur on the pages without a legend, the most frequent first.
    pub(crate) fn shapes(&self) -> Vec<Shape> {
        shapes::merged(self.surveys.iter().flat_map(|s| s.shapes.iter().cloned()))
    }

    /// Every schedule with its page.
    pub(crate) fn listings(&self) -> impl Iterator<Item = (u32, &Listing)> {
        self.surveys.iter().flat_map(|s| s.listings.iter().map(move |l| (s.page, l)))
    }

    /// Names of the panelboards that have a schedule.
    pub(crate) fn panels(&self) -> Vec<String> {
        let mut names: Vec<String> = self.listings().filter_map(|(_, l)| l.panel.clone()).collect();
        names.sort();
        names.dedup();
        names
    }

    /// The names that schedules, legends and lists of notes explain.
    pub(crate) fn known(&self) -> Known {
        let tags = self.listings().flat_map(|(_, l)| l.rows.iter().map(|r| r.tag.as_str()));
        let explaining = self.surveys.iter().chain(&self.others);
        let rows = explaining.flat_map(|s| s.legends.iter().flat_map(|l| &l.rows));
        let letters = rows.flat_map(|r| r.specimen.letters.iter().map(|l| l.text.as_str())).filter(|l| !is_rating(l));
        let numbers = self.surveys.iter().flat_map(|s| s.keynotes.iter().map(|k| k.number.as_str()));
        Known::new().with_panels(self.panels()).with_tags(tags).with_letters(letters).with_keynotes(numbers)
    }

    /// The row of a schedule that lists a tag, with the schedule and its page.
    pub(crate) fn row_of(&self, tag: &str) -> Option<(u32, &Listing, &ListedRow)> {
        let wanted = canonical(tag);
        self.listings().find_map(|(page, l)| l.rows.iter().find(|r| canonical(&r.tag) == wanted).map(|r| (page, l, r)))
    }

    /// How often the plans of the document bear a tag, outside of schedules and legends.
    pub(crate) fn mentioned(&self, tag: &str) -> u32 {
        let wanted = canonical(tag);
        self.surveys.iter().filter_map(|s| s.mentions.get(&wanted)).sum()
    }

    /// Whether the document has a schedule of luminaires.
    pub(crate) fn lists_fixtures(&self) -> bool {
        self.listings().any(|(_, l)| l.fixtures && !l.rows.is_empty())
    }

    /// A tag as its schedule writes it.
    pub(crate) fn as_listed(&self, tag: &str) -> String {
        self.row_of(tag).map_or_else(|| tag.to_owned(), |(_, _, row)| row.tag.clone())
    }

    /// The row of a legend, with its page, that shows nothing but a mark's letters.
    pub(crate) fn lettered_row(&self, mark: &str) -> Option<(u32, &LegendRow)> {
        let wanted = canonical(mark);
        let shows = |row: &LegendRow| lettered(row).is_some_and(|letters| canonical(letters) == wanted);
        self.legends().find_map(|(page, legend)| legend.rows.iter().find(|row| shows(row)).map(|row| (page, row)))
    }

    /// The boxes of the entries of a page's lists of abbreviations.
    pub(crate) fn abbreviation_areas(&self, page: u32) -> impl Iterator<Item = [f32; 4]> {
        self.surveys.iter().filter(move |s| s.page == page).flat_map(|s| s.abbreviations.iter().map(|a| a.area))
    }

    /// What legends say of letters that they show without a drawing, and lists of abbreviations of theirs, by the letters in
    /// capitals. Legends go first.
    pub(crate) fn letters(&self) -> BTreeMap<String, &str> {
        let rows = self.legends().flat_map(|(_, legend)| &legend.rows);
        let rows = rows.filter_map(|row| Some((canonical(lettered(row)?), row.description.as_str())));
        let lists = self.surveys.iter().chain(&self.others).flat_map(|s| &s.abbreviations);
        let mut out: BTreeMap<String, &str> = lists.map(|a| (canonical(&a.tag), a.description.as_str())).collect();
        out.extend(rows);
        out
    }

    /// What a legend says of letters that it shows without a drawing, or else what a list of abbreviations says of them;
    /// for `FD-1` what that says of `FD`.
    pub(crate) fn abbreviation(&self, mark: &str) -> Option<&str> {
        if let Some((_, row)) = self.lettered_row(mark) {
            return Some(&row.description);
        }
        let letters = |text: &str| canonical(text).trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        let wanted = letters(mark);
        let mut all = self.surveys.iter().chain(&self.others).flat_map(|s| &s.abbreviations);
        all.find(|a| !wanted.is_empty() && letters(&a.tag) == wanted).map(|a| a.description.as_str())
    }

    /// The text of a keynote: the page's own list goes before those of other pages.
    pub(crate) fn keynote(&self, page: u32, number: &str) -> Option<&str> {
        let own = self.surveys.iter().filter(|s| s.page == page);
        let others = self.surveys.iter().filter(|s| s.page != page);
        own.chain(others).flat_map(|s| &s.keynotes).find(|k| k.number == number).map(|k| k.text.as_str())
    }
}

/// The letters that a row of a legend shows without a drawing.
fn lettered(row: &LegendRow) -> Option<&str> {
    match row.specimen.letters.as_slice() {
        [letters] if row.specimen.ink.strokes.is_empty() => Some(&letters.text),
        _ => None,
    }
}

/// Letters and digits of a tag alone, in capitals: `EF-1`, `ef 1` and `EF1` are one.
pub(crate) fn canonical(tag: &str) -> String {
    tag.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surveys_are_read_by_page_and_what_is_none_is_passed_over() {
        let one = |page: u32, panel: &str| Survey {
            page,
            summary: SheetSummary { page, ..SheetSummary::default() },
            listings: vec![Listing { panel: Some(panel.to_owned()), ..Listing::default() }],
            ..Survey::default()
        };
        let bytes = |s: &Survey| postcard::to_allocvec(s).unwrap();
        let document = Document::of(&[bytes(&one(2, "LP2")), Vec::new(), vec![0xff; 3], bytes(&one(1, "LP1"))]);
        assert_eq!(document.surveys.iter().map(|s| s.page).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(document.panels(), ["LP1", "LP2"]);
        // The first once more: what follows is of another document.
        let [first, second, other] = [bytes(&one(1, "LP1")), bytes(&one(2, "LP2")), bytes(&one(1, "LP9"))];
        let document = Document::of(&[first.clone(), second, first, other]);
        assert_eq!(document.panels(), ["LP1", "LP2"]);
        assert_eq!(document.others.iter().map(|s| s.page).collect::<Vec<_>>(), [1]);
        assert!(Document::of(&[]).surveys.is_empty());
    }
}
