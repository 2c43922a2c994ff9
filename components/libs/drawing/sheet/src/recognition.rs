//! The notes that say whether a page's text and lines were recognized from a picture of it. Code that works on a
//! sheet checks here how far to trust it.

use crate::model::Sheet;

/// Mean confidence below which a page's recognized text is not reliable. On rendered drawings, for which the correct
/// text is known, it is 0.95 and more.
pub const TRUSTED: f32 = 0.85;

const DONE: &str = "Recognized from a picture of the page: ";
const MISSING: &str = "The contents of the page are in a picture, which was not recognized";
/// The starts of the same notes from readers of earlier releases.
const EARLIER_DONE: &str = "Recognised from a picture of the page: ";
const EARLIER_MISSING: &str = "What stands on the page is seen only in a picture of it";

/// The recognition of a page's contents that are not text and lines of the file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Recognition {
    /// The contents were recognized from a picture.
    Done {
        /// Number of text runs added.
        runs: u32,
        /// Mean confidence of their characters, 0..=1, or 1 if there are none.
        confidence: f32,
        /// Number of lines traced.
        lines: u32,
    },
    /// Recognition is needed, but not available.
    Missing,
}

impl Recognition {
    /// Reads the notes of a sheet. Returns `None` for a page that is as its file describes it.
    pub fn of(sheet: &Sheet) -> Option<Self> {
        sheet.notes.iter().find_map(|note| Self::parse(note))
    }

    /// Returns whether quantities may be taken off without a warning.
    pub fn is_trusted(self) -> bool {
        match self {
            Self::Done { confidence, .. } => confidence >= TRUSTED,
            Self::Missing => false,
        }
    }

    /// Returns the note for a sheet.
    pub fn note(self) -> String {
        match self {
            Self::Done { runs, confidence, lines } => {
                format!("{DONE}{runs} runs of text with a mean confidence of {confidence:.2}, {lines} lines.")
            }
            Self::Missing => format!("{MISSING}."),
        }
    }

    fn parse(note: &str) -> Option<Self> {
        if note.starts_with(MISSING) || note.starts_with(EARLIER_MISSING) {
            return Some(Self::Missing);
        }
        let result = note.strip_prefix(DONE).or_else(|| note.strip_prefix(EARLIER_DONE))?;
        let (runs, rest) = result.split_once(" runs of text with a mean confidence of ")?;
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
            [(Recognition::Done { runs: 132, confidence: 0.93, lines: 4051 }, true), (Recognition::Missing, false)];
        for (recognized, trusted) in cases {
            let sheet = Sheet { notes: vec!["another note".into(), recognized.note()], ..Sheet::default() };
            assert_eq!(Recognition::of(&sheet), Some(recognized));
            assert_eq!(recognized.is_trusted(), trusted);
        }
        assert!(!Recognition::Done { runs: 3, confidence: 0.6, lines: 0 }.is_trusted());
        assert_eq!(Recognition::of(&Sheet::default()), None);
    }

    #[test]
    fn notes_of_earlier_readers_are_read() {
        let read = |note: &str| Recognition::of(&Sheet { notes: vec![note.into()], ..Sheet::default() });
        let done = "Recognised from a picture of the page: 3 runs of text with a mean confidence of 0.60, 9 lines.";
        assert_eq!(read(done), Some(Recognition::Done { runs: 3, confidence: 0.6, lines: 9 }));
        let missing = "What stands on the page is seen only in a picture of it, which was not recognised.";
        assert_eq!(read(missing), Some(Recognition::Missing));
    }
}
