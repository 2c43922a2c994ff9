//! Single-line and multi-line text as lines of plain text with their baselines.

use acadrust::entities::mtext_format::parser::{parse_mtext, parse_plain_text};
use acadrust::entities::{AttributeDefinition, AttributeEntity, MText, Text};
use acadrust::{CadDocument, Vector3};
use kurbo::{Affine, Point, Vec2};

use crate::place::{object_to_world, project, transform_vector};

/// Distance between two baselines of multi-line text, in heights of a capital.
const LINE_SPACING: f64 = 5.0 / 3.0;

/// Depth of letters below the baseline, in heights of a capital.
pub(crate) const DESCENT: f64 = 0.3;

/// Most lines of one multi-line text.
const MAX_LINES: usize = 2000;

/// A line of text, in the coordinates of its container.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Run {
    pub(crate) text: String,
    /// Start and end of the baseline.
    pub(crate) start: Point,
    pub(crate) end: Point,
    /// Vector from the baseline to the top of a capital.
    pub(crate) up: Vec2,
}

impl Run {
    /// Returns the transformed run. Mirrored text is written upright in its position, because only its content matters.
    pub(crate) fn transformed(&self, place: Affine) -> Self {
        let (mut start, mut end) = (place * self.start, place * self.end);
        if place.determinant() < 0.0 {
            std::mem::swap(&mut start, &mut end);
        }
        Self { text: self.text.clone(), start, end, up: transform_vector(place, self.up) }
    }
}

/// Returns the width of a text in heights of a capital, approximately that of the usual fonts of drawings.
fn width(text: &str, stroke_font: bool) -> f64 {
    let character = |c: char| match c {
        ' ' => 0.5,
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | 'I' | '1' | '(' | ')' => 0.42,
        'M' | 'W' | 'm' | 'w' | '@' | '%' => 1.2,
        '\u{1100}'..='\u{115F}'
        | '\u{2E80}'..='\u{A4CF}'
        | '\u{AC00}'..='\u{D7A3}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{FF00}'..='\u{FF60}' => 1.4,
        c if c.is_lowercase() => 0.75,
        _ => 0.9,
    };
    text.chars().map(character).sum::<f64>() * if stroke_font { 1.1 } else { 1.0 }
}

/// Returns whether a text style uses one of AutoCAD's stroke fonts.
fn uses_stroke_font(document: &CadDocument, style: &str) -> bool {
    document.text_styles.get(style).is_some_and(|s| s.font_file.to_ascii_lowercase().ends_with(".shx"))
}

/// A single-line text in a form common to its three entities.
struct SingleLineText<'a> {
    value: &'a str,
    first: Vector3,
    second: Option<Vector3>,
    height: f64,
    rotation: f64,
    width_factor: f64,
    style: &'a str,
    normal: Vector3,
    /// Horizontal justification (group code 72): 0 left, 1 center, 2 right, 3 and 5 between two points, 4 middle.
    horizontal: i32,
    /// Vertical justification (group code 73): 0 baseline, 1 bottom, 2 middle, 3 top.
    vertical: i32,
}

impl SingleLineText<'_> {
    fn run(&self, document: &CadDocument) -> Option<Run> {
        let text = parse_plain_text(self.value).to_plain_text().replace('\n', " ");
        let text = text.trim();
        let is_valid = self.height.is_finite() && self.height > 0.0 && self.rotation.is_finite();
        if text.is_empty() || !is_valid {
            return None;
        }
        let place = object_to_world(self.normal, self.first.z);
        let factor = if self.width_factor > 0.0 { self.width_factor } else { 1.0 };
        let mut length = width(text, uses_stroke_font(document, self.style)) * self.height * factor;
        let first = project(self.first);
        // A text on its baseline, from the left, has only the first point.
        let second = self.second.filter(|_| (self.horizontal, self.vertical) != (0, 0)).map(project);
        let mut along = Vec2::new(self.rotation.cos(), self.rotation.sin());
        let mut start = second.unwrap_or(first);
        match self.horizontal {
            1 | 4 => start -= along * (length / 2.0),
            2 => start -= along * length,
            3 | 5 => {
                let chord = start - first;
                if chord.hypot() > 1e-9 {
                    (length, along) = (chord.hypot(), chord / chord.hypot());
                }
                start = first;
            }
            _ => {}
        }
        let up = Vec2::new(-along.y, along.x) * self.height;
        start -= up * self.baseline_offset();
        Some(Run { text: text.to_owned(), start, end: start + along * length, up }.transformed(place))
    }

    /// Returns the height above the baseline of the alignment point, in heights of a capital: the descenders, the center
    /// or the top.
    fn baseline_offset(&self) -> f64 {
        match (self.horizontal, self.vertical) {
            (4, _) | (_, 2) => 0.5,
            (_, 1) => -DESCENT,
            (_, 3) => 1.0,
            _ => 0.0,
        }
    }
}

/// Converts a TEXT.
pub(crate) fn single_line(document: &CadDocument, text: &Text) -> Option<Run> {
    SingleLineText {
        value: &text.value,
        first: text.insertion_point,
        second: text.alignment_point,
        height: text.height,
        rotation: text.rotation,
        width_factor: text.width_factor,
        style: &text.style,
        normal: text.normal,
        horizontal: text.horizontal_alignment as i32,
        vertical: text.vertical_alignment as i32,
    }
    .run(document)
}

/// Converts an attribute of an insert, seen from the side given by `normal`.
pub(crate) fn attribute(document: &CadDocument, attribute: &AttributeEntity, normal: Vector3) -> Vec<Run> {
    if let Some(text) = &attribute.embedded_mtext {
        return multi_line(document, text);
    }
    let run = SingleLineText {
        value: &attribute.value,
        first: attribute.insertion_point,
        second: Some(attribute.alignment_point),
        height: attribute.height,
        rotation: attribute.rotation,
        width_factor: attribute.width_factor,
        style: &attribute.text_style,
        normal,
        horizontal: attribute.horizontal_alignment as i32,
        vertical: attribute.vertical_alignment as i32,
    }
    .run(document);
    run.into_iter().collect()
}

/// Converts the definition of an attribute with the text `value`.
pub(crate) fn definition(document: &CadDocument, definition: &AttributeDefinition, value: &str) -> Option<Run> {
    SingleLineText {
        value,
        first: definition.insertion_point,
        second: Some(definition.alignment_point),
        height: definition.height,
        rotation: definition.rotation,
        width_factor: definition.width_factor,
        style: &definition.text_style,
        normal: definition.normal,
        horizontal: definition.horizontal_alignment as i32,
        vertical: definition.vertical_alignment as i32,
    }
    .run(document)
}

/// Breaks a paragraph into lines no wider than `limit` heights, at spaces.
fn wrap(paragraph: &str, limit: f64, stroke_font: bool) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in paragraph.split_whitespace() {
        let Some(last) = lines.last_mut() else { continue };
        let longer = if last.is_empty() { word.to_owned() } else { format!("{last} {word}") };
        // Widths are estimates, so only a clearly too wide word moves to the next line.
        if !last.is_empty() && limit > 0.0 && width(&longer, stroke_font) > limit * 1.1 {
            lines.push(word.to_owned());
        } else {
            *last = longer;
        }
    }
    lines
}

/// Converts an MTEXT to lines without formatting codes.
pub(crate) fn multi_line(document: &CadDocument, text: &MText) -> Vec<Run> {
    block(
        document,
        &MultiLineText {
            value: &text.value,
            at: text.insertion_point,
            height: text.height,
            width: text.rectangle_width,
            rotation: text.rotation,
            style: &text.style,
            attachment: text.attachment_point as i32,
            spacing: text.line_spacing_factor,
        },
    )
}

/// Multi-line text in a form common to MTEXT and multileaders.
pub(crate) struct MultiLineText<'a> {
    pub(crate) value: &'a str,
    pub(crate) at: Vector3,
    pub(crate) height: f64,
    /// Width of its frame; 0 if it has none.
    pub(crate) width: f64,
    pub(crate) rotation: f64,
    pub(crate) style: &'a str,
    /// Attachment point, 1 to 9 from the top left to the bottom right.
    pub(crate) attachment: i32,
    pub(crate) spacing: f64,
}

/// Returns the lines of a multi-line text.
pub(crate) fn block(document: &CadDocument, text: &MultiLineText<'_>) -> Vec<Run> {
    let (height, rotation) = (text.height, text.rotation);
    if !(height.is_finite() && height > 0.0 && rotation.is_finite()) {
        return Vec::new();
    }
    let strokes = uses_stroke_font(document, text.style);
    let plain = parse_mtext(text.value, true).to_plain_text();
    let limit = if text.width > 0.0 { text.width / height } else { 0.0 };
    let lines: Vec<String> = plain.split('\n').flat_map(|p| wrap(p, limit, strokes)).take(MAX_LINES).collect();
    let factor = if text.spacing > 0.0 { text.spacing } else { 1.0 };
    let step = LINE_SPACING * factor * height;
    let total = height + step * (lines.len().saturating_sub(1)) as f64;
    let along = Vec2::new(rotation.cos(), rotation.sin());
    let up = Vec2::new(-along.y, along.x);
    let (column, row) = ((text.attachment - 1).rem_euclid(3), (text.attachment - 1).div_euclid(3));
    // Distance from the attachment point to the top of the first line.
    let top = match row {
        0 => 0.0,
        1 => total / 2.0,
        _ => total,
    };
    let at = project(text.at);
    lines
        .into_iter()
        .enumerate()
        .filter(|(_, line)| !line.is_empty())
        .map(|(n, line)| {
            let length = width(&line, strokes) * height;
            let back = match column {
                0 => 0.0,
                1 => length / 2.0,
                _ => length,
            };
            let start = at - along * back + up * (top - height - step * n as f64);
            Run { text: line, start, end: start + along * length, up: up * height }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use acadrust::entities::text::{TextHorizontalAlignment, TextVerticalAlignment};

    #[test]
    fn formatting_codes_go_and_lines_stay() {
        let document = CadDocument::new();
        let mut text = MText::with_value("{\\fArial|b1;\\H2.5x;PANEL} \\LLP1\\l\\P45%%d \\S1/2;\"", Vector3::ZERO);
        (text.height, text.rectangle_width) = (2.0, 0.0);
        let runs = multi_line(&document, &text);
        let lines: Vec<&str> = runs.iter().map(|r| r.text.as_str()).collect();
        assert_eq!(lines, ["PANEL LP1", "45\u{B0} 1/2\""]);
        assert!((runs[0].start.y + 2.0).abs() < 1e-9 && (runs[1].start.y + 2.0 + 2.0 * LINE_SPACING).abs() < 1e-9);
    }

    #[test]
    fn long_paragraphs_wrap_in_their_frame() {
        assert_eq!(wrap("ONE TWO THREE", 8.0, false), ["ONE TWO", "THREE"]);
        assert_eq!(wrap("ONE TWO THREE", 0.0, false), ["ONE TWO THREE"]);
        assert_eq!(wrap("", 5.0, false), [""]);
    }

    #[test]
    fn aligned_text_hangs_by_its_second_point() {
        let document = CadDocument::new();
        let mut text = Text::with_value("AB", Vector3::new(0.0, 0.0, 0.0));
        text.height = 1.0;
        text.horizontal_alignment = TextHorizontalAlignment::Right;
        text.vertical_alignment = TextVerticalAlignment::Top;
        text.alignment_point = Some(Vector3::new(10.0, 5.0, 0.0));
        let run = single_line(&document, &text).unwrap();
        assert!((run.end - Point::new(10.0, 4.0)).hypot() < 1e-9, "{run:?}");
        let mirrored = run.transformed(Affine::scale_non_uniform(-1.0, 1.0));
        assert!(mirrored.start.x < mirrored.end.x);
    }
}
