//! Text in annotations: `AutoCAD SHX Text`, which AutoCAD adds if a plot draws letters as strokes.

use hayro_syntax::object::dict::keys::{ANNOTS, CONTENTS, RECT, T};
use hayro_syntax::object::{Array, Dict, Rect as PdfRect, String as PdfString};
use hayro_syntax::page::Page;
use kurbo::{Affine, Rect};
use plumbline_sheet::model::text_source;
use plumbline_sheet::{NONE, NewText, SheetBuilder};

use crate::{limits, text_string};

/// The title that AutoCAD gives these annotations.
const SHX_TITLE: &str = "AutoCAD SHX Text";

/// Padding that AutoCAD adds to the text's box on every side, as a fraction of a line's height.
const PADDING: f64 = 0.2;

/// Height of a capital of a stroke font, as a fraction of its font height.
const CAPITAL_HEIGHT: f64 = 0.7;

/// Width of a character of a stroke font with spacing, as a fraction of the height of a capital.
const CHARACTER_WIDTH: f64 = 0.85;

/// Largest factor between the box's aspect ratio and that of horizontal or vertical text. Beyond it, text is slanted.
const MAX_ASPECT_FACTOR: f64 = 2.2;

/// Adds the page's annotation text to the sheet.
pub(crate) fn read(page: &Page<'_>, transform: Affine, builder: &mut SheetBuilder) {
    let Some(annotations) = page.raw().get::<Array<'_>>(ANNOTS) else { return };
    for annotation in annotations.iter::<Dict<'_>>().take(limits::ANNOTATIONS) {
        let title = annotation.get::<PdfString<'_>>(T).map(|s| text_string::decode(s.as_bytes()));
        if title.as_deref() != Some(SHX_TITLE) || builder.volume().2 > limits::TEXT_BYTES {
            continue;
        }
        let contents = annotation.get::<PdfString<'_>>(CONTENTS).map(|s| text_string::decode(s.as_bytes()));
        let (Some(contents), Some(rect)) = (contents, annotation.get::<PdfRect>(RECT)) else { continue };
        let rect = Rect::new(rect.x0, rect.y0, rect.x1, rect.y1).abs();
        let bounds = transform.transform_rect_bbox(rect);
        let text = resolve_control_codes(&contents);
        if text.trim().is_empty() || !bounds.is_finite() || bounds.width() <= 0.0 || bounds.height() <= 0.0 {
            continue;
        }
        add_text(&text, bounds, builder);
    }
}

/// Resolves AutoCAD's control codes: `%%d` degree, `%%p` plus-minus, `%%c` diameter, `%%u`, `%%o`, `%%k` lines on and
/// off, `%%nnn` a character by number, `%%%` a percent sign.
fn resolve_control_codes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("%%") {
        out.push_str(&rest[..at]);
        let code = &rest[at + 2..];
        let digits = code.bytes().take(3).take_while(u8::is_ascii_digit).count();
        let (text, used) = match code.chars().next() {
            Some('d' | 'D') => ("\u{B0}".to_owned(), 1),
            Some('p' | 'P') => ("\u{B1}".to_owned(), 1),
            Some('c' | 'C') => ("\u{2300}".to_owned(), 1),
            Some('u' | 'U' | 'o' | 'O' | 'k' | 'K') => (String::new(), 1),
            Some('%') => ("%".to_owned(), 1),
            Some('0'..='9') => {
                let number = code[..digits].parse().ok().and_then(char::from_u32);
                (number.map_or_else(String::new, String::from), digits)
            }
            _ => ("%%".to_owned(), 0),
        };
        out.push_str(&text);
        rest = &code[used..];
    }
    out.push_str(rest);
    out
}

/// The direction of the text in its box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Orientation {
    Horizontal,
    /// Read from the bottom upwards.
    Vertical,
    /// At 45 degrees, rising to the right.
    Slanted,
}

/// Distinguishes horizontal, vertical and slanted text by the box's sides: a box is one capital high and some
/// characters long, both with padding. Drawings are read from below or from the right, so vertical text runs upwards.
fn orientation(characters: f64, lines: f64, bounds: Rect) -> Orientation {
    let length = characters * CHARACTER_WIDTH * (1.0 - 2.0 * PADDING) / lines + 2.0 * PADDING;
    let aspect = bounds.width() / bounds.height();
    let horizontal_error = (aspect / length).ln().abs();
    let vertical_error = (1.0 / (aspect * length)).ln().abs();
    if characters < 2.0 {
        return if aspect > 1.6 && lines < 2.0 { Orientation::Vertical } else { Orientation::Horizontal };
    }
    if characters >= 4.0
        && horizontal_error > MAX_ASPECT_FACTOR.ln()
        && vertical_error > MAX_ASPECT_FACTOR.ln()
        && lines < 2.0
        && (0.6..1.7).contains(&aspect)
    {
        return Orientation::Slanted;
    }
    // Condensed letters make horizontal text shorter than expected: two of them may be as wide as high, but not much
    // narrower.
    if vertical_error < horizontal_error && aspect < 0.8 { Orientation::Vertical } else { Orientation::Horizontal }
}

/// Adds text of one annotation. If it has several lines, the box is divided among them.
fn add_text(text: &str, bounds: Rect, builder: &mut SheetBuilder) {
    let lines: Vec<&str> = text.split(['\r', '\n']).map(str::trim).filter(|l| !l.is_empty()).collect();
    let longest = lines.iter().map(|l| l.chars().count()).max().unwrap_or(1).max(1) as f64;
    let n = lines.len().max(1) as f64;
    let orientation = orientation(longest, n, bounds);
    for (i, line) in lines.iter().enumerate() {
        let i = i as f64;
        // The padded row of this line, and the height of a row across the baseline.
        let (row, row_height) = match orientation {
            Orientation::Horizontal => {
                let h = bounds.height() / n;
                (Rect::new(bounds.x0, bounds.y0 + i * h, bounds.x1, bounds.y0 + (i + 1.0) * h), h)
            }
            Orientation::Vertical => {
                let w = bounds.width() / n;
                (Rect::new(bounds.x0 + i * w, bounds.y0, bounds.x0 + (i + 1.0) * w, bounds.y1), w)
            }
            Orientation::Slanted => {
                // A line of length l and height h at 45 degrees fills a square of (l + h) / √2.
                let side = bounds.width().min(bounds.height());
                (bounds, side * std::f64::consts::SQRT_2 / (1.0 + longest * CHARACTER_WIDTH * (1.0 - 2.0 * PADDING)))
            }
        };
        let b = row.inset(-PADDING * row_height);
        let b = if b.width() > 0.0 && b.height() > 0.0 { b } else { row };
        let (start, end) = match orientation {
            Orientation::Horizontal => ((b.x0, b.y1), (b.x1, b.y1)),
            Orientation::Vertical => ((b.x1, b.y1), (b.x1, b.y0)),
            Orientation::Slanted => ((b.x0, b.y1), (b.x1, b.y0)),
        };
        builder.text(&NewText {
            text: line,
            baseline: [start, end].map(|(x, y)| [x as f32, y as f32].into()),
            size: (row_height * (1.0 - 2.0 * PADDING) / CAPITAL_HEIGHT) as f32,
            bbox: [b.x0 as f32, b.y0 as f32, b.x1 as f32, b.y1 as f32].into(),
            color: 0,
            layer: NONE,
            source: text_source::ANNOTATION,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_codes_are_resolved() {
        assert_eq!(
            resolve_control_codes("%%UPANEL%%u 45%%d \u{B1} %%c12 100%%% %%065 %%"),
            "PANEL 45\u{B0} \u{B1} \u{2300}12 100% A %%"
        );
        assert_eq!(resolve_control_codes("%%é%%"), "%%é%%");
    }

    #[test]
    fn the_box_tells_how_the_text_lies() {
        assert_eq!(orientation(6.0, 1.0, Rect::new(264.0, 114.0, 285.0, 124.0)), Orientation::Horizontal);
        assert_eq!(orientation(20.0, 1.0, Rect::new(0.0, 0.0, 14.0, 99.0)), Orientation::Vertical);
        assert_eq!(orientation(1.0, 1.0, Rect::new(0.0, 0.0, 8.0, 10.0)), Orientation::Horizontal);
        assert_eq!(orientation(2.0, 1.0, Rect::new(0.0, 0.0, 9.0, 10.0)), Orientation::Horizontal);
        assert_eq!(orientation(7.0, 1.0, Rect::new(0.0, 0.0, 24.0, 24.0)), Orientation::Slanted);
    }
}
