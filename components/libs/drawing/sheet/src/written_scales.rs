//! The scales written on a sheet, and where.

use plumbline_geometry::Rect;
use plumbline_notation::language::scales;

use crate::Pattern;
use crate::cells::{Rules, fields};
use crate::frame::Frame;
use crate::line::Line;
use crate::lines::usual_size;
use crate::scale_text::{COMMON_RATIOS, LABEL, ScaleText, has_scale_label, parse_scale};

/// Difference, as a share, below which two ratios are the same.
pub(crate) const SAME: f64 = 0.005;

/// A scale and where it is written.
#[derive(Debug, Clone)]
pub(crate) struct WrittenScale {
    /// The scale, or `None` for not to scale.
    pub(crate) scale: Option<ScaleText>,
    pub(crate) text: String,
    pub(crate) bbox: Rect,
    /// Index of its line.
    pub(crate) line: usize,
    pub(crate) title_block: bool,
    /// Whether a label or its form identifies it as a scale.
    pub(crate) certain: bool,
}

static NEVER: Pattern = Pattern::new(|| "$^".into());

static NO_SCALE: Pattern = Pattern::any_case(|| format!("(?:{})", scales::NONE.pattern(r"\b", r"(?:\W|$)")));

/// Returns the scales written on a sheet, and the texts that say it has none.
pub(crate) fn written_scales(lines: &[Line], rules: &Rules, frame: &Frame) -> Vec<WrittenScale> {
    let page = frame.page;
    let mut out: Vec<WrittenScale> = Vec::new();
    let mut add = |scale: Option<ScaleText>, index: usize, text: &str, certain: bool| {
        let line = &lines[index];
        // The same text twice, as from overprinted bold, is one scale.
        if out.iter().any(|a| a.bbox.center() == line.bbox.center()) {
            return;
        }
        let title_block = in_title_block(line, rules, frame);
        out.push(WrittenScale {
            scale,
            text: text.trim().to_owned(),
            bbox: line.bbox,
            line: index,
            title_block,
            certain,
        });
    };
    let usual_size = usual_size(lines);
    for (index, line) in lines.iter().enumerate() {
        let text = line.text.trim();
        let labeled = has_scale_label(text);
        let Some(scale) = parse_scale(text) else {
            if text.len() < 40 && NO_SCALE.is_match(text) {
                add(None, index, text, true);
            }
            continue;
        };
        // A scale in a sentence belongs to another drawing: "elevations at 1/8" = 1'-0" are on A-201".
        let short = text.split_whitespace().count() <= if labeled { 12 } else { 6 };
        let bare = bare_ratio(text);
        let usual = COMMON_RATIOS.iter().any(|u| (scale.ratio / u - 1.0).abs() < SAME);
        if short && (labeled || scale.certain) && !is_mention(text) {
            add(Some(scale), index, text, true);
        } else if bare && usual && scale.ratio >= 5.0 && in_title_block(line, rules, frame) {
            add(Some(scale), index, text, false);
        } else if usual
            && scale.ratio >= 10.0
            && line.size >= usual_size * 1.3
            && ends_with_ratio(text)
            && !is_mention(text)
        {
            // The name of a view followed by its scale, larger than other text: `PLANTA 1:75`.
            add(Some(scale), index, text, true);
        }
    }
    // A label with its scale in the next line or cell.
    for field in fields(lines, rules, page, &LABEL, &NEVER) {
        if !field.rest.is_empty() || parse_scale(&lines[field.label].text).is_some() {
            continue;
        }
        let value = field.values.iter().take(4).find_map(|&i| {
            let text = lines[i].text.trim();
            let short = text.split_whitespace().count() <= 6;
            parse_scale(text).filter(|s| short && (s.certain || bare_ratio(text))).map(|s| (i, s))
        });
        if let Some((i, scale)) = value {
            add(Some(scale), i, &lines[i].text, true);
        }
    }
    out
}

/// Returns whether the text is a ratio to one and hardly anything else.
fn bare_ratio(text: &str) -> bool {
    text.starts_with('1') && text.chars().filter(|c| c.is_alphabetic()).count() <= 4 && text.len() <= 20
}

/// Returns whether the text is at most six words that end in a ratio to one.
fn ends_with_ratio(text: &str) -> bool {
    static FORM: Pattern = Pattern::new(|| r"^[^\d:/]*[^\d:/\s][^\d:/]*1\s*[:/]\s*\d{2,4}\s*$".into());
    text.split_whitespace().count() <= 6 && FORM.is_match(text)
}

/// Returns whether the text mentions a slope or a scale elsewhere.
fn is_mention(text: &str) -> bool {
    let lower = text.to_lowercase();
    scales::SLOPE.all().any(|word| lower.contains(word))
}

/// Returns whether a line is in the title block or, if none was found, in a ruled strip along the right or lower edge.
fn in_title_block(line: &Line, rules: &Rules, frame: &Frame) -> bool {
    let page = frame.page;
    let middle = line.bbox.center();
    if let Some(block) = frame.title_block {
        return block.contains(middle);
    }
    let at_edge = middle.x > page.width * 0.82 || middle.y > page.height * 0.88;
    let cell = rules.cell(middle, page);
    let small = cell.width() < page.width * 0.35 && cell.height() < page.height * 0.35;
    at_edge && small
}
