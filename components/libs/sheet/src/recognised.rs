//! Whether a page's text and lines were recognised from a picture of it, told by its notes: whoever works on the sheet
//! asks here how far it can be trusted.

use crate::model::Sheet;

/// The mean confidence below which a page's recognised text cannot be relied on: on rendered drawings, where what is
/// read can be held against what was written, it is 0.95 and more.
pub const TRUSTED: f32 = 0.85;

const DONE: &str = "Recognised from a picture of the page: ";
const MISSING: &str = "What stands on the page is seen only in a picture of it, which was not recognised";

/// How a page came to what stands on its sheet beyond the file's own text and lines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Recognised {
    /// It was recognised from a picture.
    Done {
        /// Runs of text that were added.
        runs: u32,
        /// The mean confidence of their characters, 0..=1; 1 when there are none.
        confidence: f32,
        /// Lines that were traced.
        lines: u32,
    },
    /// It would have to be, but nothing here can.
    Missing,
}

impl Recognised {
    /// What the notes of a sheet say; `None` for a page that is as its file gave it.
    pub fn of(sheet: &Sheet) -> Option<Self> {
        sheet.notes.iter().find_map(|note| Self::parse(note))
    }

    /// Whether quantities may be made of it without a warning.
    pub fn trusted(self) -> bool {
        match self {
            Self::Done { confidence, .. } => confidence >= TRUSTED,
            Self::Missing => false,
        }
    }

    /// The note for a sheet.
    pub fn note(self) -> String {
        match self {
            Self::Done { runs, confidence, lines } => {
                format!("{DONE}{runs} runs of text with a mean confidence of {confidence:.2}, {lines} lines.")
            }
            Self::Missing => format!("{MISSING}."),
        }
    }

    fn parse(note: &str) -> Option<Self> {
        if note.starts_with(MISSING) {
            return Some(Self::Missing);
        }
        let (runs, rest) = note.strip_prefix(DONE)?.split_once(" runs of text with a mean confidence of ")?;
        let (confidence, rest) = rest.split_once(", ")?;
        let lines = rest.strip_suffix(" lines.")?;
        Some(Self::Done { runs: runs.parse().ok()?, confidence: confidence.parse().ok()?, lines: lines.parse().ok()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_note_says_is_read_again() {
        let cases =
            [(Recognised::Done { runs: 132, confidence: 0.93, lines: 4051 }, true), (Recognised::Missing, false)];
        for (recognised, trusted) in cases {
            let sheet = Sheet { notes: vec!["another note".into(), recognised.note()], ..Sheet::default() };
            assert_eq!(Recognised::of(&sheet), Some(recognised));
            assert_eq!(recognised.trusted(), trusted);
        }
        assert!(!Recognised::Done { runs: 3, confidence: 0.6, lines: 0 }.trusted());
        assert_eq!(Recognised::of(&Sheet::default()), None);
    }
}
