//! What a page tells the other pages of its document: its legends, the names of its panels and its luminaire types.

use plumbline_sheet::Sheet;
use plumbline_symbols::{Field, Ink, Legend, legends};
use plumbline_tables::{Schedule, ScheduleKind};
use serde::{Deserialize, Serialize};

use crate::blocks;

/// What one page tells.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Survey {
    /// The page.
    pub page: u32,
    /// Its legends.
    pub legends: Vec<Legend>,
    /// Designations of the panels whose schedules stand on it.
    pub panels: Vec<String>,
    /// Type tags of the luminaires in its fixture schedules. Written after the rest, so that a survey of before they
    /// were told is still read, and one of now by those who don't know them.
    #[serde(skip)]
    pub fixtures: Vec<String>,
    /// Names of the blocks that its legends show, each with the description of its row; the description is empty where
    /// several rows show it. Written last, for the same reason.
    #[serde(skip)]
    pub blocks: Vec<(String, String)>,
}

impl Survey {
    fn is_empty(&self) -> bool {
        self.legends.is_empty() && self.panels.is_empty() && self.fixtures.is_empty() && self.blocks.is_empty()
    }

    /// Reads surveys written by [`survey_native`]; bytes of another version are passed over.
    pub fn read_all(surveys: &[Vec<u8>]) -> Vec<Survey> {
        let mut read: Vec<Survey> = surveys.iter().filter(|b| !b.is_empty()).filter_map(|b| Survey::read(b)).collect();
        read.sort_by_key(|s| s.page);
        read
    }

    fn read(bytes: &[u8]) -> Option<Survey> {
        let (mut survey, rest) = postcard::take_from_bytes::<Survey>(bytes).ok()?;
        if let Ok((fixtures, rest)) = postcard::take_from_bytes(rest) {
            survey.fixtures = fixtures;
            survey.blocks = postcard::from_bytes(rest).unwrap_or_default();
        }
        Some(survey)
    }

    fn write(&self) -> postcard::Result<Vec<u8>> {
        let mut bytes = postcard::to_allocvec(self)?;
        bytes.extend(postcard::to_allocvec(&self.fixtures)?);
        bytes.extend(postcard::to_allocvec(&self.blocks)?);
        Ok(bytes)
    }
}

/// Designations of the panelboards among schedules.
pub(crate) fn panel_names(schedules: &[Schedule]) -> Vec<String> {
    schedules.iter().filter(|s| s.kind == ScheduleKind::Panel).filter_map(|s| s.designation.clone()).collect()
}

/// Type tags of the luminaires among schedules, as written.
pub(crate) fn fixture_tags(schedules: &[Schedule]) -> Vec<String> {
    let fixtures = schedules.iter().filter(|s| s.kind == ScheduleKind::Fixture);
    let mut tags: Vec<String> =
        fixtures.flat_map(|s| &s.rows).map(|r| r.tag.trim().to_owned()).filter(|t| !t.is_empty()).collect();
    tags.sort();
    tags.dedup();
    tags
}

/// Surveys a page; empty when it tells nothing.
pub fn survey_native(sheet: &Sheet) -> Vec<u8> {
    let field = Field::new(Ink::of(sheet));
    let legends = legends(sheet, &field.ink);
    let blocks = blocks::shown(sheet, &field, &legends);
    let schedules = plumbline_tables::schedules(sheet);
    let (panels, fixtures) = (panel_names(&schedules), fixture_tags(&schedules));
    let survey = Survey { page: sheet.page_number, legends, panels, fixtures, blocks };
    if survey.is_empty() {
        return Vec::new();
    }
    // Writing to memory has no way to fail; an empty survey says "nothing".
    survey.write().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surveys_with_and_without_luminaire_types_are_read() {
        let mut survey = Survey { page: 3, panels: vec!["LP1".to_owned()], ..Survey::default() };
        let before = postcard::to_allocvec(&survey).unwrap();
        assert_eq!(Survey::read_all(&[before]), [survey.clone()]);
        survey.fixtures = vec!["A".to_owned(), "X1".to_owned()];
        // One of before the blocks were told.
        let mut then = postcard::to_allocvec(&survey).unwrap();
        then.extend(postcard::to_allocvec(&survey.fixtures).unwrap());
        assert_eq!(Survey::read_all(&[then]), [survey.clone()]);
        survey.blocks = vec![("DUP".to_owned(), "DUPLEX".to_owned())];
        let now = survey.write().unwrap();
        assert_eq!(Survey::read_all(&[now, Vec::new()]), [survey]);
    }
}
