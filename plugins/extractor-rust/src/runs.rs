//! The text of a sheet, run by run. A sheet has flat columns: the texts and boxes of all runs one after another.

use crate::bindings::plumbline::drawing::sheets::Sheet;

/// One run of text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Run<'s> {
    /// The text, trimmed.
    pub text: &'s str,
    /// The box: x-min, y-min, x-max, y-max in points.
    pub area: [f32; 4],
    /// Whether it was recognized from an image. Then letters may be wrong.
    pub recognized: bool,
}

impl Run<'_> {
    /// Returns the height of its box.
    pub fn height(&self) -> f32 {
        self.area[3] - self.area[1]
    }

    /// Returns whether the other run continues where this one ends, on the same line.
    pub fn is_followed_by(&self, other: &Run<'_>) -> bool {
        let height = self.height();
        let same_line = (self.area[3] - other.area[3]).abs() < 0.5 * height;
        let gap = other.area[0] - self.area[2];
        // A column of a legend starts some letters after the tag.
        same_line && gap > -0.2 * height && gap < 12.0 * height
    }
}

/// Returns all runs in drawing order.
pub fn runs(sheet: &Sheet) -> Vec<Run<'_>> {
    let mut rest = sheet.text.as_str();
    let mut runs = Vec::new();
    let boxes = sheet.text_boxes.chunks_exact(4);
    for ((&length, area), &source) in sheet.text_lengths.iter().zip(boxes).zip(&sheet.text_sources) {
        // Lengths are in bytes. If one ends inside a character, the reader is faulty, and the text stops there.
        let Some((text, after)) = rest.split_at_checked(length as usize) else { break };
        rest = after;
        let area = [area[0], area[1], area[2], area[3]];
        runs.push(Run { text: text.trim(), area, recognized: source == 2 });
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawn::sheet;

    #[test]
    fn runs_come_apart_as_they_were_put_together() {
        let sheet = sheet(&[("Größe ", 10.0, 20.0), ("FD-1", 30.0, 40.0)]);
        let found = runs(&sheet);
        assert_eq!(found.iter().map(|run| run.text).collect::<Vec<_>>(), ["Größe", "FD-1"]);
        assert_eq!(found[1].area[..2], [30.0, 40.0]);
    }

    #[test]
    fn only_what_stands_to_the_right_on_the_line_follows() {
        let sheet =
            sheet(&[("FD-1", 10.0, 20.0), ("FLOOR DRAIN", 60.0, 20.5), ("NOTE", 60.0, 40.0), ("X", 400.0, 20.0)]);
        let runs = runs(&sheet);
        assert_eq!([1, 2, 3].map(|other| runs[0].is_followed_by(&runs[other])), [true, false, false]);
    }
}
