//! Positions of lines in the budget, which give chapters and units of work their codes (`01.02.0003`).
//!
//! The codes are shorter than the format's limit of twenty characters, and unique for any descriptions.

use plumbline_exporter::estimating::Section;

/// The position of a line in the budget: the third unit in the second category of the first trade. Numbers start at 1.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Position {
    pub(crate) trade: usize,
    pub(crate) category: usize,
    pub(crate) unit: usize,
}

impl Position {
    /// Returns the code of its chapter: `01.02#`.
    pub(crate) fn parent(self) -> String {
        format!("{:02}.{:02}#", self.trade, self.category)
    }

    /// Returns its own code: `01.02.0003`.
    pub(crate) fn code(self) -> String {
        format!("{:02}.{:02}.{:04}", self.trade, self.category, self.unit)
    }
}

/// Returns the position of each line, by its index.
pub(crate) fn positions(sections: &[Section]) -> Vec<Position> {
    let mut positions = Vec::new();
    for (trade, section) in (1..).zip(sections) {
        for (category, lines) in (1..).zip(&section.categories) {
            positions.extend((1..=lines.lines.len()).map(|unit| Position { trade, category, unit }));
        }
    }
    positions
}
