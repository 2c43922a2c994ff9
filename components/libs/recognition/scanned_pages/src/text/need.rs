//! Decides which pages are recognized: those that are an image, and those whose lettering is drawn as strokes or
//! outlines. The numbers are from real drawings: with a text layer these have 0.01 to 2.5 letter-like paths per
//! character, with drawn lettering a hundred or more, and hardly any characters.

use plumbline_sheet::Sheet;

use crate::text::alphabet::{bounds, has_alphabet};

/// The contents of a page that only a picture of it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// Nothing. The page is recognized only if deep recognition is requested.
    Nothing,
    /// Text.
    Text,
    /// Text and its lines: it is an image.
    TextAndLines,
}

/// Minimum share of the page under images for the page to be an image.
const COVERED: f32 = 0.6;

/// Maximum number of paths on an image of a page: a border, a stamp.
const FEW_PATHS: usize = 50;

/// Length of the longer side of a path that may be a letter, in points. The path has at least three strokes.
const LETTER: std::ops::RangeInclusive<f32> = 1.5..=14.0;
pub(crate) const STROKES: usize = 4;

/// Minimum number of letter-like paths of drawn lettering.
const LETTERING: usize = 60;

/// Lettering is drawn, and the text layer is only a stamp or a title, if there are more than this many letter-like
/// paths per character of the text layer, and at least this many such paths.
const LETTERS_PER_CHARACTER: usize = 8;
const MIN_LETTERS: usize = 400;

/// Returns what a page needs.
pub fn need(sheet: &Sheet) -> Need {
    if sheet.path_verbs.len() <= FEW_PATHS && image_cover(sheet) >= COVERED {
        return Need::TextAndLines;
    }
    let characters: usize = sheet.texts().map(|text| text.text.chars().filter(|c| c.is_alphanumeric()).count()).sum();
    let letters = sheet.paths().filter(|path| path.verbs.len() >= STROKES && is_letter_sized(path.coords)).count();
    let none = characters == 0 && letters >= LETTERING;
    let hardly_any = letters >= MIN_LETTERS && letters > LETTERS_PER_CHARACTER * characters;
    // Even on a background with text, the trade's own lettering may be drawn.
    if none || hardly_any || has_alphabet(sheet) { Need::Text } else { Need::Nothing }
}

fn is_letter_sized(coords: &[f32]) -> bool {
    bounds(coords).is_some_and(|b| LETTER.contains(&b.longer_side()))
}

/// Returns the share of the page under images, to a sixty-fourth of its sides. Images may be cut into strips and
/// overlap.
fn image_cover(sheet: &Sheet) -> f32 {
    const CELLS: usize = 64;
    let mut covered = [false; CELLS * CELLS];
    let cell = |at: f32, of: f32| (at / of.max(1e-3) * CELLS as f32).round().clamp(0.0, CELLS as f32) as usize;
    for &[x0, y0, x1, y1] in sheet.image_boxes.as_chunks::<4>().0 {
        for y in cell(y0, sheet.height)..cell(y1, sheet.height) {
            covered[y * CELLS + cell(x0, sheet.width)..y * CELLS + cell(x1, sheet.width).max(cell(x0, sheet.width))]
                .fill(true);
        }
    }
    covered.iter().filter(|&&cell| cell).count() as f32 / (CELLS * CELLS) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_sheet::drawing::Drawing;

    fn lettering(drawing: &mut Drawing, count: usize) {
        for i in 0..count {
            let (x, y) = (20.0 + (i % 60) as f32 * 8.0, 20.0 + (i / 60) as f32 * 12.0);
            drawing.polyline(&[[x, y + 7.0], [x, y], [x + 5.0, y], [x + 5.0, y + 7.0]]);
        }
    }

    #[test]
    fn an_image_of_a_page_needs_text_and_lines_even_in_strips_and_with_a_border() {
        let mut drawing = Drawing::new(600.0, 400.0);
        drawing.rect([5.0, 5.0, 595.0, 395.0]);
        let mut sheet = drawing.sheet();
        assert_eq!(need(&sheet), Need::Nothing);
        sheet.image_boxes = (0..10).flat_map(|i| [0.0, 40.0 * i as f32, 600.0, 40.0 * i as f32 + 40.0]).collect();
        assert_eq!(need(&sheet), Need::TextAndLines);
        sheet.image_boxes = vec![500.0, 300.0, 600.0, 400.0];
        assert_eq!(need(&sheet), Need::Nothing);
    }

    #[test]
    fn drawn_lettering_needs_text_unless_the_page_has_it() {
        let mut drawing = Drawing::new(600.0, 400.0);
        lettering(&mut drawing, 100);
        assert_eq!(need(&drawing.sheet()), Need::Text);
        let mut drawing = Drawing::new(600.0, 400.0);
        lettering(&mut drawing, 100);
        drawing.text("LIGHTING PLAN", [20.0, 380.0], 10.0);
        assert_eq!(need(&drawing.sheet()), Need::Nothing);
        let mut drawing = Drawing::new(600.0, 600.0);
        lettering(&mut drawing, 900);
        drawing.text("LIGHTING PLAN", [20.0, 580.0], 10.0);
        assert_eq!(need(&drawing.sheet()), Need::Text);
    }
}
