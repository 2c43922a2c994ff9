//! The scales of a sheet: in the title block, under the views, or from a graphic bar.

use plumbline_geometry::{Point, Rect};

use std::sync::LazyLock;

use plumbline_language::scales;
use regex::Regex;

use crate::cells::{Rules, fields};
use crate::frame::Frame;
use crate::layout::Layout;
use crate::lines::{Line, direction, usual_size};
use crate::model::{Scale, ScaleSource, Sheet};
use crate::scale_bar;
use crate::scale_text::{LABEL, ScaleText, has_scale_label, parse_scale};
use crate::views::View;

/// Common ratios, which a scale without a label must have. Other pairs of numbers are slopes, times or proportions.
pub(crate) const COMMON_RATIOS: [f64; 26] = [
    1.0, 2.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 40.0, 50.0, 75.0, 100.0, 125.0, 150.0, 200.0, 250.0, 300.0, 400.0,
    500.0, 600.0, 750.0, 1000.0, 1250.0, 2000.0, 2500.0, 5000.0,
];

/// Difference, as a share, below which two ratios are the same.
const SAME: f64 = 0.005;

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
    certain: bool,
}

static NO_SCALE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(&format!("(?i)(?:{})", scales::NONE.pattern(r"\b", r"(?:\W|$)"))).ok());

/// Finds the scales of a sheet whose text is upright. The scale of the whole page, if any, comes last and has no area.
pub fn scales(sheet: &Sheet) -> Vec<Scale> {
    Layout::of(sheet).scales
}

/// Finds the scales from written scales and views that were already collected, otherwise from a graphic bar.
pub(crate) fn find(sheet: &Sheet, lines: &[Line], anchors: &[WrittenScale], views: &[View]) -> Vec<Scale> {
    let mut scales = by_text(anchors, views);
    if scales.is_empty() {
        scales.extend(scale_bar::find(sheet, lines));
    }
    scales
}

impl Sheet {
    /// Returns the scale that applies at a point of the page, in points.
    pub fn scale_at(&self, point: Point) -> Option<&Scale> {
        let within = self.scales.iter().find(|s| s.area.is_some_and(|a| a.contains(point)));
        within.or_else(|| self.scales.iter().find(|s| s.area.is_none()))
    }
}

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
            if text.len() < 40 && NO_SCALE.as_ref().is_some_and(|r| r.is_match(text)) {
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
    let never = Regex::new("$^").ok();
    if let (Some(label), Some(never)) = (LABEL.as_ref(), never.as_ref()) {
        for field in fields(lines, rules, page, label, never) {
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
    }
    out
}

/// Returns whether the text is a ratio to one and hardly anything else.
fn bare_ratio(text: &str) -> bool {
    text.starts_with('1') && text.chars().filter(|c| c.is_alphabetic()).count() <= 4 && text.len() <= 20
}

/// Returns whether the text is at most six words that end in a ratio to one.
fn ends_with_ratio(text: &str) -> bool {
    static FORM: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"^[^\d:/]*[^\d:/\s][^\d:/]*1\s*[:/]\s*\d{2,4}\s*$").ok());
    text.split_whitespace().count() <= 6 && FORM.as_ref().is_some_and(|r| r.is_match(text))
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

fn same(a: ScaleText, b: ScaleText) -> bool {
    (a.ratio / b.ratio - 1.0).abs() < SAME
}

/// Returns the scale that the title block gives for the page. Several, as in `1:50 1:20`, do not say which area they
/// apply to.
fn page_scale(anchors: &[WrittenScale]) -> Option<(ScaleText, &str)> {
    let titles: Vec<&WrittenScale> = anchors.iter().filter(|a| a.title_block && a.scale.is_some()).collect();
    // A text identified as a scale takes precedence over one that only looks like a ratio.
    let certain = titles.iter().any(|t| t.certain);
    let mut chosen =
        titles.into_iter().filter(|t| t.certain || !certain).filter_map(|a| Some((a.scale?, a.text.as_str())));
    let first = chosen.next()?;
    chosen.all(|(scale, _)| same(scale, first.0)).then_some(first)
}

/// Returns one scale for each view, and one for the page if nothing contradicts it.
fn by_text(anchors: &[WrittenScale], views: &[View]) -> Vec<Scale> {
    let made = |scale: ScaleText, text: &str, area: Option<Rect>| Scale {
        ratio: scale.ratio,
        imperial: scale.imperial,
        source: ScaleSource::TitleBlock,
        text: text.to_owned(),
        area,
    };
    let page = page_scale(anchors);
    let own = |v: &View| v.scale.map(|s| (s, v.scale_text.clone().unwrap_or_default()));
    let scaled: Vec<(ScaleText, String)> = views.iter().filter_map(own).collect();
    let unscaled = views.iter().any(|v| v.not_to_scale);
    let first = page.map(|(s, t)| (s, t.to_owned())).or_else(|| scaled.first().cloned());
    let Some((first, text)) = first else { return Vec::new() };
    let agree = scaled.iter().all(|(s, _)| same(*s, first));
    // A view without a scale has the scale of the page.
    let of_views = views.iter().filter(|v| !v.not_to_scale && !v.is_key_plan()).filter_map(|v| {
        let (scale, text) = own(v).or_else(|| page.map(|(s, t)| (s, t.to_owned())))?;
        Some(made(scale, &text, Some(v.area)))
    });
    let many = views.iter().filter(|v| !v.is_key_plan()).count() > 1;
    let mut out: Vec<Scale> = if many { of_views.collect() } else { Vec::new() };
    if agree && (!unscaled || out.is_empty()) {
        out.push(made(first, &text, None));
    }
    out
}

/// Returns whether a line is horizontal.
pub(crate) fn is_flat(line: &Line) -> bool {
    direction(line.start, line.end).x > 0.99
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::point;

    use super::*;
    use crate::drawing::Drawing;

    #[test]
    fn one_scale_holds_for_the_page() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.text("FIRST FLOOR PLAN", [300.0, 600.0], 12.0).text("SCALE 1/8\"=1'-0\"", [300.0, 615.0], 9.0);
        d.text("1:12 SLOPE", [400.0, 300.0], 8.0).text("2:40", [950.0, 650.0], 8.0).text(
            "ROUTE 1:20",
            [10.0, 10.0],
            8.0,
        );
        let found = scales(&d.sheet());
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].ratio, found[0].imperial, found[0].area), (96.0, true, None));
    }

    #[test]
    fn a_label_with_its_scale_in_the_next_cell() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.rect([800.0, 600.0, 990.0, 690.0]).line([800.0, 640.0], [990.0, 640.0]);
        d.text("ESCALA", [805.0, 650.0], 6.0).text("1/75", [820.0, 670.0], 12.0).text("E-1", [900.0, 625.0], 20.0);
        let found = scales(&d.sheet());
        assert_eq!(found.iter().map(|s| s.ratio).collect::<Vec<_>>(), [75.0]);
    }

    #[test]
    fn views_of_different_scale_have_their_areas_and_the_page_has_none() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.rect([850.0, 600.0, 990.0, 690.0]).text("SCALE: AS NOTED", [855.0, 640.0], 7.0);
        d.text("SCALE: 1:50", [200.0, 600.0], 9.0).text("SCALE: 1:20", [600.0, 600.0], 9.0);
        d.text("SCALE: 1:10", [600.0, 300.0], 9.0);
        let mut sheet = d.sheet();
        sheet.scales = scales(&sheet);
        assert_eq!(sheet.scale_at(point(150.0, 400.0)).map(|s| s.ratio), Some(50.0));
        assert_eq!(sheet.scale_at(point(650.0, 400.0)).map(|s| s.ratio), Some(20.0));
        assert_eq!(sheet.scale_at(point(650.0, 200.0)).map(|s| s.ratio), Some(10.0));
        assert!(sheet.scales.iter().all(|s| s.area.is_some()), "{:?}", sheet.scales);
    }

    #[test]
    fn views_of_one_scale_have_their_areas_and_leave_the_page_its_scale() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.text("SCALE: 1:50", [200.0, 600.0], 9.0).text("SCALE: 1:50", [600.0, 600.0], 9.0);
        let found = scales(&d.sheet());
        assert_eq!(found.iter().map(|s| s.area.is_some()).collect::<Vec<_>>(), [true, true, false]);
    }

    #[test]
    fn a_view_that_is_not_to_scale_has_none_and_does_not_take_that_of_the_page() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.rect([850.0, 600.0, 990.0, 690.0]).text("SCALE: 1:50", [855.0, 640.0], 7.0);
        d.text("SCALE: 1:50", [200.0, 600.0], 9.0).text("NTS", [600.0, 600.0], 9.0);
        let mut sheet = d.sheet();
        sheet.scales = scales(&sheet);
        assert_eq!(sheet.scale_at(point(150.0, 400.0)).map(|s| s.ratio), Some(50.0));
        assert_eq!(sheet.scale_at(point(650.0, 400.0)), None);
    }

    #[test]
    fn the_name_of_a_view_with_its_scale_behind() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.text("PLANTA PRIMER NIVEL 1:75", [200.0, 600.0], 14.0);
        for i in 0..5 {
            d.text("RAMPA 1:20", [100.0, 100.0 + 20.0 * i as f32], 8.0);
        }
        assert_eq!(scales(&d.sheet()).iter().map(|s| s.ratio).collect::<Vec<_>>(), [75.0]);
    }

    #[test]
    fn no_scale_is_none() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.text("SCALE: NTS", [200.0, 600.0], 9.0).text("DO NOT SCALE DRAWINGS", [600.0, 600.0], 9.0);
        assert!(scales(&d.sheet()).is_empty());
    }
}
