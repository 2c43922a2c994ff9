//! The facts that the pages of a document share: legends, schedules, panels and blocks.

use std::collections::BTreeMap;

use plumbline_geometry::Rect;
use plumbline_sheet_parts::regions::{Duplicate, DuplicateReason, SheetSummary, Superseded, duplicates, superseded};
use plumbline_symbols::annotations::DocumentContext;
use plumbline_symbols::{Abbreviation, Legend, LegendRow, Shape, shapes};
use serde::{Deserialize, Serialize};

use crate::match_lines::MatchLineSurvey;
use crate::tag::{canonical, is_rating};

/// The facts that one page contributes to its document. The service stores surveys under the digest of the component that
/// made them, so surveys of another version are never read.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Survey {
    /// The page number.
    pub page: u32,
    /// The sheet's number, title and views.
    pub summary: SheetSummary,
    /// The legends.
    pub legends: Vec<Legend>,
    /// The schedules.
    #[serde(rename = "listings")]
    pub schedules: Vec<ScheduleSummary>,
    /// The numbered notes.
    pub keynotes: Vec<Note>,
    /// How often each possible tag is written outside schedules and legends, by the tag's letters and digits.
    #[serde(rename = "mentions")]
    pub tag_counts: BTreeMap<String, u32>,
    /// The entries of lists of abbreviations: letters and their meaning.
    pub abbreviations: Vec<Abbreviation>,
    /// The names of blocks that legends show, each with the description of its row. The description is empty if several
    /// rows show the block.
    pub blocks: Vec<(String, String)>,
    /// The recurring shapes of a page without a legend.
    pub shapes: Vec<Shape>,
    /// The texts written at these shapes.
    #[serde(rename = "written")]
    pub texts: Vec<ShapeTexts>,
    /// The objects near match lines.
    #[serde(rename = "joints")]
    pub match_lines: Vec<MatchLineSurvey>,
}

/// A numbered note.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// The number as in the note's bubble.
    pub number: String,
    /// The text of the note.
    pub text: String,
}

/// The part of a schedule that other pages need.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ScheduleSummary {
    /// The schedule's key on its page.
    pub key: String,
    /// The title.
    pub title: String,
    /// The panelboard's name, if this is a panel schedule.
    pub panel: Option<String>,
    /// Whether the schedule lists luminaires.
    pub fixtures: bool,
    /// Whether the schedule gives the sizes of footings.
    pub footings: bool,
    /// The facts that the heading of a panel schedule states, by attribute key.
    pub facts: Vec<(String, String)>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows that have a tag.
    pub rows: Vec<ListedRow>,
}

/// A row of a schedule.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ListedRow {
    /// The tag as written.
    pub tag: String,
    /// The description as written.
    pub description: String,
    /// The other columns, for a schedule of footings.
    pub cells: Vec<(String, String)>,
}

/// The texts at the places of a shape on one page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ShapeTexts {
    /// The index of the shape among the shapes of the page.
    pub shape: u32,
    /// The letters inside all of the places, which distinguish the classes of shapes.
    pub letters: Option<String>,
    /// The number of places.
    pub places: u32,
    /// The texts inside the places and beside them, each with the number of its places.
    pub texts: Vec<(String, u32)>,
}

/// The surveys of all pages of a document.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Document {
    /// The surveys of this document, by page.
    pub(crate) surveys: Vec<Survey>,
    /// Surveys of the project's other documents that may explain this one.
    pub(crate) others: Vec<Survey>,
}

impl Document {
    /// Decodes surveys written by [`crate::survey()`]. Skips bytes that are not a survey. If the document's first
    /// survey appears a second time, surveys of other documents follow it.
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

    /// Returns every legend with its page.
    pub(crate) fn legends(&self) -> impl Iterator<Item = (u32, &Legend)> {
        self.surveys.iter().flat_map(|s| s.legends.iter().map(move |l| (s.page, l)))
    }

    /// Returns every legend of other documents, with the number or the title of its sheet.
    pub(crate) fn legends_of_other_documents(&self) -> impl Iterator<Item = (String, &Legend)> {
        let name = |s: &Survey| s.summary.number.clone().or_else(|| s.summary.title.clone()).unwrap_or_default();
        self.others.iter().flat_map(move |s| s.legends.iter().map(move |l| (name(s), l)))
    }

    /// Returns the areas of the legends on a page.
    pub(crate) fn legend_areas(&self, page: u32) -> impl Iterator<Item = Rect> {
        self.surveys.iter().filter(move |s| s.page == page).flat_map(|s| s.legends.iter().map(|l| l.area))
    }

    /// Returns the blocks that legends show, each with its row's description.
    pub(crate) fn shown_blocks(&self) -> Vec<(String, String)> {
        self.surveys.iter().flat_map(|s| s.blocks.iter().cloned()).collect()
    }

    /// Returns the areas of a page whose quantities are also in other views: enlarged plans of part of a plan, overall plans
    /// of partial plans, and diagrams and sections of plans.
    pub(crate) fn repeated(&self, page: u32) -> Vec<Rect> {
        let summaries: Vec<SheetSummary> = self.surveys.iter().map(|s| s.summary.clone()).collect();
        let again = |d: &Duplicate| d.page == page && d.reason != DuplicateReason::Schedule;
        let views = duplicates(&summaries).into_iter().filter(again).filter_map(|d| {
            let summary = summaries.iter().find(|s| s.page == d.page)?;
            summary.viewports.get(d.viewport).map(|v| v.area)
        });
        let parts = superseded(&summaries).into_iter().filter(|s: &Superseded| s.page == page).map(|s| s.area);
        views.chain(parts).collect()
    }

    /// Returns the recurring shapes of the pages without a legend, the most frequent first.
    pub(crate) fn shapes(&self) -> Vec<Shape> {
        shapes::merged(self.surveys.iter().flat_map(|s| s.shapes.iter().cloned()))
    }

    /// Returns every schedule with its page.
    pub(crate) fn schedules(&self) -> impl Iterator<Item = (u32, &ScheduleSummary)> {
        self.surveys.iter().flat_map(|s| s.schedules.iter().map(move |l| (s.page, l)))
    }

    /// Returns the names of the panelboards that have a schedule.
    pub(crate) fn panels(&self) -> Vec<String> {
        let mut names: Vec<String> = self.schedules().filter_map(|(_, l)| l.panel.clone()).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Returns the names that schedules, legends and lists of notes explain.
    pub(crate) fn known(&self) -> DocumentContext {
        let tags = self.schedules().flat_map(|(_, l)| l.rows.iter().map(|r| r.tag.as_str()));
        let explaining = self.surveys.iter().chain(&self.others);
        let rows = explaining.flat_map(|s| s.legends.iter().flat_map(|l| &l.rows));
        let letters = rows.flat_map(|r| r.specimen.letters.iter().map(|l| l.text.as_str())).filter(|l| !is_rating(l));
        let numbers = self.surveys.iter().flat_map(|s| s.keynotes.iter().map(|k| k.number.as_str()));
        DocumentContext::new().with_panels(self.panels()).with_tags(tags).with_letters(letters).with_keynotes(numbers)
    }

    /// Returns the schedule row that lists a tag, with its page and schedule.
    pub(crate) fn row_of(&self, tag: &str) -> Option<(u32, &ScheduleSummary, &ListedRow)> {
        let wanted = canonical(tag);
        self.schedules().find_map(|(page, l)| l.rows.iter().find(|r| canonical(&r.tag) == wanted).map(|r| (page, l, r)))
    }

    /// Returns how often a tag is written on the plans of the document, outside schedules and legends.
    pub(crate) fn mentioned(&self, tag: &str) -> u32 {
        let wanted = canonical(tag);
        self.surveys.iter().filter_map(|s| s.tag_counts.get(&wanted)).sum()
    }

    /// Returns whether the document has a schedule of luminaires.
    pub(crate) fn lists_fixtures(&self) -> bool {
        self.schedules().any(|(_, l)| l.fixtures && !l.rows.is_empty())
    }

    /// Returns a tag as its schedule spells it.
    pub(crate) fn spelling_in_schedule(&self, tag: &str) -> String {
        self.row_of(tag).map_or_else(|| tag.to_owned(), |(_, _, row)| row.tag.clone())
    }

    /// Returns the legend row that shows only a mark's letters, with its page.
    pub(crate) fn lettered_row(&self, mark: &str) -> Option<(u32, &LegendRow)> {
        let wanted = canonical(mark);
        let shows = |row: &LegendRow| lettered(row).is_some_and(|letters| canonical(letters) == wanted);
        self.legends().find_map(|(page, legend)| legend.rows.iter().find(|row| shows(row)).map(|row| (page, row)))
    }

    /// Returns the boxes of the entries in a page's lists of abbreviations.
    pub(crate) fn abbreviation_areas(&self, page: u32) -> impl Iterator<Item = Rect> {
        self.surveys.iter().filter(move |s| s.page == page).flat_map(|s| s.abbreviations.iter().map(|a| a.area))
    }

    /// Returns the meanings of letters, by the letters in capitals: from legends that show them without a drawing, and from
    /// lists of abbreviations. Legends take precedence.
    pub(crate) fn letters(&self) -> BTreeMap<String, &str> {
        let rows = self.legends().flat_map(|(_, legend)| &legend.rows);
        let rows = rows.filter_map(|row| Some((canonical(lettered(row)?), row.description.as_str())));
        let lists = self.surveys.iter().chain(&self.others).flat_map(|s| &s.abbreviations);
        let mut out: BTreeMap<String, &str> = lists.map(|a| (canonical(&a.tag), a.description.as_str())).collect();
        out.extend(rows);
        out
    }

    /// Returns the meaning of letters that a legend shows without a drawing, or else their meaning in a list of
    /// abbreviations. `FD-1` has the meaning of `FD`.
    pub(crate) fn abbreviation(&self, mark: &str) -> Option<&str> {
        if let Some((_, row)) = self.lettered_row(mark) {
            return Some(&row.description);
        }
        let letters = |text: &str| canonical(text).trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        let wanted = letters(mark);
        let mut all = self.surveys.iter().chain(&self.others).flat_map(|s| &s.abbreviations);
        all.find(|a| !wanted.is_empty() && letters(&a.tag) == wanted).map(|a| a.description.as_str())
    }

    /// Returns the text of a keynote. The page's own list takes precedence over the lists of other pages.
    pub(crate) fn keynote(&self, page: u32, number: &str) -> Option<&str> {
        let own = self.surveys.iter().filter(|s| s.page == page);
        let others = self.surveys.iter().filter(|s| s.page != page);
        own.chain(others).flat_map(|s| &s.keynotes).find(|k| k.number == number).map(|k| k.text.as_str())
    }
}

/// Returns the letters that a legend row shows without a drawing.
fn lettered(row: &LegendRow) -> Option<&str> {
    match row.specimen.letters.as_slice() {
        [letters] if row.specimen.ink.strokes.is_empty() => Some(&letters.text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surveys_are_read_by_page_and_what_is_none_is_passed_over() {
        let one = |page: u32, panel: &str| Survey {
            page,
            summary: SheetSummary { page, ..SheetSummary::default() },
            schedules: vec![ScheduleSummary { panel: Some(panel.to_owned()), ..ScheduleSummary::default() }],
            ..Survey::default()
        };
        let bytes = |s: &Survey| postcard::to_allocvec(s).unwrap();
        let document = Document::of(&[bytes(&one(2, "LP2")), Vec::new(), vec![0xff; 3], bytes(&one(1, "LP1"))]);
        assert_eq!(document.surveys.iter().map(|s| s.page).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(document.panels(), ["LP1", "LP2"]);
        // The first survey appears again, so the following ones are of another document.
        let [first, second, other] = [bytes(&one(1, "LP1")), bytes(&one(2, "LP2")), bytes(&one(1, "LP9"))];
        let document = Document::of(&[first.clone(), second, first, other]);
        assert_eq!(document.panels(), ["LP1", "LP2"]);
        assert_eq!(document.others.iter().map(|s| s.page).collect::<Vec<_>>(), [1]);
        assert!(Document::of(&[]).surveys.is_empty());
    }
}
