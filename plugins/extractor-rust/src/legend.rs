//! Rows of a legend or schedule that explain tags on all pages: a tag, and words to the right of it.
//!
//! The host keeps the result of `survey` as bytes that only this extractor reads: here lines of tag, tab, words.

use std::collections::BTreeMap;

use crate::bindings::plumbline::drawing::sheets::Sheet;
use crate::runs::{Run, runs};
use crate::tags::is_tag;

/// Explanations by tag.
#[derive(Debug, Default, PartialEq)]
pub struct Legend(BTreeMap<String, String>);

impl Legend {
    /// Finds the rows on a page.
    pub fn of(sheet: &Sheet) -> Self {
        let runs = runs(sheet);
        Self(runs.iter().filter_map(|run| Some((run.text.to_owned(), words_of(run, &runs)?.to_owned()))).collect())
    }

    /// Encodes the rows for the host. Empty if there are none.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().map(|(tag, words)| format!("{tag}\t{words}\n")).collect::<String>().into_bytes()
    }

    /// Merges the rows of all pages.
    pub fn from_surveys(surveys: &[Vec<u8>]) -> Self {
        let mut legend = BTreeMap::new();
        for survey in surveys {
            let rows = String::from_utf8_lossy(survey);
            for (tag, words) in rows.lines().filter_map(|row| row.split_once('\t')) {
                legend.entry(tag.to_owned()).or_insert_with(|| words.to_owned());
            }
        }
        Self(legend)
    }

    /// Returns the legend's words for a tag.
    pub fn words(&self, tag: &str) -> Option<&str> {
        self.0.get(tag).map(String::as_str)
    }
}

/// Returns the words to the right of a tag if it is the first cell of a row. Such a tag explains and is not a drain. A
/// room's name close to the right of a drain would be mistaken for an explanation. A production extractor looks for the
/// legend's title and frame first.
pub fn words_of<'s>(run: &Run<'_>, runs: &[Run<'s>]) -> Option<&'s str> {
    let is_word = |text: &str| text.len() > 3 && text.chars().filter(|c| c.is_alphabetic()).count() * 2 > text.len();
    if !is_tag(run.text) {
        return None;
    }
    let mut right = runs.iter().filter(|other| run.is_followed_by(other) && is_word(other.text) && !is_tag(other.text));
    right.next().map(|other| other.text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawn::sheet;

    #[test]
    fn a_row_of_the_legend_survives_the_survey() {
        let page = sheet(&[("FD-1", 10.0, 20.0), ("FLOOR DRAIN, 3\"", 60.0, 20.0), ("FD-2", 300.0, 400.0)]);
        let legend = Legend::from_surveys(&[Legend::default().to_bytes(), Legend::of(&page).to_bytes()]);
        assert_eq!(legend, Legend::of(&page));
        assert_eq!(legend.words("FD-1"), Some("FLOOR DRAIN, 3\""));
        assert_eq!(legend.words("FD-2"), None);
    }
}
