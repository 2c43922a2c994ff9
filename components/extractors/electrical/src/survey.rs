//! What a page tells the other pages of its document: its legends and the names of its panels.

use plumbline_sheet::Sheet;
use plumbline_symbols::{Ink, Legend, legends};
use plumbline_tables::{Schedule, ScheduleKind};
use serde::{Deserialize, Serialize};

/// What one page tells.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Survey {
    /// The page.
    pub page: u32,
    /// Its legends.
    pub legends: Vec<Legend>,
    /// Designations of the panels whose schedules stand on it.
    pub panels: Vec<String>,
}

impl Survey {
    fn is_empty(&self) -> bool {
        self.legends.is_empty() && self.panels.is_empty()
    }

    /// Reads surveys written by [`survey_native`]; bytes of another version are passed over.
    pub fn read_all(surveys: &[Vec<u8>]) -> Vec<Survey> {
        let mut read: Vec<Survey> =
            surveys.iter().filter(|b| !b.is_empty()).filter_map(|b| postcard::from_bytes(b).ok()).collect();
        read.sort_by_key(|s| s.page);
        read
    }
}

/// Designations of the panelboards among schedules.
pub(crate) fn panel_names(schedules: &[Schedule]) -> Vec<String> {
    schedules.iter().filter(|s| s.kind == ScheduleKind::Panel).filter_map(|s| s.designation.clone()).collect()
}

/// Surveys a page; empty when it tells nothing.
pub fn survey_native(sheet: &Sheet) -> Vec<u8> {
    let legends = legends(sheet, &Ink::of(sheet));
    let panels = panel_names(&plumbline_tables::schedules(sheet));
    let survey = Survey { page: sheet.page_number, legends, panels };
    if survey.is_empty() {
        return Vec::new();
    }
    // Writing to memory has no way to fail; an empty survey says "nothing".
    postcard::to_allocvec(&survey).unwrap_or_default()
}
