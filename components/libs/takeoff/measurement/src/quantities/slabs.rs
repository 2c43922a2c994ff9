//! Slabs: closed outlines with a label (`6" CONC SLAB`, `LOSA e=0.20`, `t=150`), with their area and volume.

use crate::routes::{Confidence, measure_at};
use plumbline_geometry::{Point, Rect, Segment, VectorExt as _};
use plumbline_notation::language::{bars, concrete};
use plumbline_notation::{Kind, Length, System, format_number, normalize_spelling, parse_length};
use plumbline_sheet::{FLATTEN, Pattern, Scale, Sheet, lines, paragraphs, segments};
use serde::{Deserialize, Serialize};

use crate::quantities::concrete::slab_volume;
use crate::quantities::dimension::bare_thickness;
use crate::quantities::measure::Measure;
use crate::quantities::rooms::outline::{area, contains};
use crate::quantities::rooms::{FARTHEST, enclosed};
use crate::quantities::spaced::SpacedBars;

/// A slab.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Slab {
    /// The outline in points.
    pub outline: Vec<Point>,
    /// The area in m² or ft², without labeled openings.
    pub area: Measure,
    /// The thickness, if the label gives it.
    pub thickness: Option<Length>,
    /// The volume in m³ or yd³, if the label gives the thickness.
    pub volume: Option<Measure>,
    /// The bars at a spacing, if the label gives them.
    pub reinforcement: Option<SpacedBars>,
    /// The label as written.
    pub label: String,
    /// The label's box: x-min, y-min, x-max, y-max.
    pub tag: Rect,
    /// The confidence.
    pub confidence: Confidence,
}

/// The minimum area of a slab, in m².
const SMALLEST: f64 = 0.8;
/// The maximum number of characters and of lines in a label. A longer text is a note for all slabs.
const MOST_CHARACTERS: usize = 110;
const MOST_LINES: usize = 5;
/// The minimum ratio of an outline's area to that of its text. A smaller outline is the text's own box.
const BOX_OF_TEXT: f64 = 2.5;
/// The share of the page, in both directions, beyond which an outline is the sheet's frame.
const PAGE: f32 = 0.85;
/// The range of slab thicknesses, in meters.
const THICKNESS: std::ops::RangeInclusive<f64> = 0.03..=4.0;

static SLAB: Pattern = Pattern::any_case(|| concrete::SLAB.pattern(r"(?:^|[^\p{L}])", r"(?:[^\p{L}]|$)"));

/// Words of levels, bars, details and objects inside slabs. A text with one of them does not label a slab.
static NOT_SLAB: Pattern = Pattern::any_case(|| concrete::NOT_SLAB.bounded());

static OPENING: Pattern = Pattern::any_case(|| format!(r"^\W*(?:{})\W*$", concrete::OPENING.alternatives()));

const NUMBER: &str = r"(?:\d+[ -]\d+/\d+|\d+/\d+|\d+(?:[.,]\d+)?|[.,]\d+)";

/// `e=0.20`, `t = 150 mm`, `ESP. 15 cm`, `THK: 6"`, `厚150`.
static KEYED: Pattern = Pattern::any_case(|| {
    let (words, unspaced) = (concrete::THICKNESS.whole.join("|"), concrete::THICKNESS.within.join("|"));
    format!(
        r#"(?:^|[^\p{{L}}\p{{N}}])(?:e|t|h|d|{words})\s*[=:]?\s*=?\s*(?P<n>{NUMBER}\s*(?:"|mm|cm|m)?)(?:[^\p{{L}}\p{{N}}"]|$)|(?:{unspaced})\s*[=＝]?\s*(?P<j>\d+)"#
    )
});

/// A bare thickness: a label in a slab that does not name it.
static BARE: Pattern = Pattern::any_case(|| format!(r#"^\(?(?:e|t|h)\s*=\s*{NUMBER}\s*(?:"|mm|cm|m)?\.?\)?$"#));

/// `6" CONC. SLAB`, `6" THICK`, `200 THK`, `200 mm slab`, `losa de 20 cm`.
static LED: Pattern = Pattern::any_case(|| {
    let thick = concrete::THICK.alternatives();
    format!(r#"(?P<feet>\d\s*'\s*-?\s*)?(?P<n>{NUMBER}\s*(?:"|mm\b|cm\b)|\b\d{{2,3}}\b(?:\s*(?:{thick})\b))"#)
});

/// Returns the thickness that a label gives.
fn thickness(label: &str, sheet: System) -> Option<Length> {
    let text = normalize_spelling(label);
    let fits = |l: &Length| THICKNESS.contains(&l.meters());
    let keyed = KEYED.captures_iter(&text).find_map(|c| {
        let found = c.name("n").or(c.name("j"))?.as_str().to_owned();
        parse_length(&found, bare_thickness(sheet)).filter(fits)
    });
    // The inches of spacings (`#4@12"`) are not thicknesses, so remove bars first.
    let without_bars = BARS.replace_all(&text, " ");
    keyed.or_else(|| {
        LED.captures_iter(&without_bars).filter(|c| c.name("feet").is_none()).find_map(|c| {
            let found = c["n"].trim_end_matches(|l: char| l.is_alphabetic() && !"mc".contains(l.to_ascii_lowercase()));
            let digits = found.trim_end_matches(|l: char| l.is_whitespace());
            parse_length(digits, bare_thickness(System::Metric)).filter(fits)
        })
    })
}

static BARS: Pattern = Pattern::any_case(|| {
    let at = bars::AT.bounded();
    format!(
        r#"(?:#\s*\d+|ø\s*[\d/."]+|\d+m\b|w\d[\d.x -]*)?\s*(?:@|c/|{at})\s*\d[\d/. ]*\s*(?:"|mm|cm|m\b)?|\b\d+x\d+[- ]*w\d[\w.x]*"#
    )
});

/// A label and its position.
struct Tag {
    text: String,
    bbox: Rect,
    size: f32,
}

impl Tag {
    fn middle(&self) -> Point {
        self.bbox.center()
    }
}

/// A closed outline, with its area in square points.
struct Ring {
    points: Vec<Point>,
    area: f64,
}

/// Returns the slabs of a sheet outside the excluded areas, where there is a scale, by position.
pub fn slabs(sheet: &Sheet, scales: &[Scale], excluded: &[Rect]) -> Vec<Slab> {
    let all = lines(sheet);
    let (mut tags, mut openings) = (Vec::new(), Vec::new());
    for p in paragraphs(&all) {
        let tag = Tag { text: p.text, bbox: p.bbox, size: p.size };
        let seen = tag.bbox.to_array().iter().all(|v| v.abs() < FARTHEST)
            && !excluded.iter().any(|e| e.contains(tag.middle()));
        if !seen || measure_at(scales, tag.middle()).is_none() {
            continue;
        }
        if OPENING.is_match(tag.text.trim()) {
            openings.push(tag);
        } else if p.lines.len() <= MOST_LINES
            && tag.text.chars().count() <= MOST_CHARACTERS
            && !NOT_SLAB.is_match(&tag.text)
            && (SLAB.is_match(&tag.text) || BARE.is_match(normalize_spelling(&tag.text).trim()))
        {
            tags.push(tag);
        }
    }
    if tags.is_empty() {
        return Vec::new();
    }
    let points: Vec<Point> = tags.iter().chain(&openings).map(Tag::middle).collect();
    let rings = rings(sheet, &points);
    let closed: Vec<Option<usize>> = tags.iter().map(|t| smallest(&rings, t, scales)).collect();
    // A label without a closed outline may have one drawn line by line.
    let open: Vec<usize> = (0..tags.len()).filter(|i| closed[*i].is_none()).collect();
    let texts: Vec<(Rect, f32)> = open.iter().map(|i| (tags[*i].bbox, tags[*i].size)).collect();
    let mut drawn = if open.is_empty() { Vec::new() } else { enclosed(sheet, scales, excluded, &texts) }.into_iter();
    let holes: Vec<&Ring> = openings.iter().filter_map(|o| smallest(&rings, o, &[]).map(|r| &rings[r])).collect();
    let mut out: Vec<Slab> = Vec::new();
    for (tag, ring) in tags.iter().zip(closed) {
        let (points, sure) = match ring {
            Some(ring) => (rings[ring].points.clone(), true),
            None => match drawn.next().flatten() {
                Some(points) => (points, false),
                None => continue,
            },
        };
        // An outline with two labels is one slab. The label with a thickness wins.
        let slab = slab(tag, points, sure, &holes, scales);
        let Some(slab) = slab else { continue };
        match out.iter_mut().find(|s| s.outline == slab.outline) {
            Some(same) if same.thickness.is_none() => *same = slab,
            Some(_) => {}
            None => out.push(slab),
        }
    }
    out.sort_by(|a, b| a.tag.min.y.total_cmp(&b.tag.min.y).then(a.tag.min.x.total_cmp(&b.tag.min.x)));
    out
}

/// Returns the closed outlines around any of the points.
fn rings(sheet: &Sheet, around: &[Point]) -> Vec<Ring> {
    let mut out = Vec::new();
    for path in sheet.paths() {
        let Some(bbox) = path.bbox() else { continue };
        let fills = bbox.width() > PAGE * sheet.width && bbox.height() > PAGE * sheet.height;
        if fills || path.verbs.len() < 3 || !around.iter().any(|p| bbox.contains(*p)) {
            continue;
        }
        let pieces: Vec<Segment> = segments(&path, FLATTEN).collect();
        for part in pieces.chunk_by(|a, b| a.to == b.from) {
            let (Some(first), Some(last)) = (part.first(), part.last()) else { continue };
            let closed = (first.from - last.to).hypot() < 0.15;
            if part.len() < 3 || !closed {
                continue;
            }
            let points: Vec<Point> = part.iter().map(|s| s.from).collect();
            let size = area(&points).abs();
            if size.is_finite() {
                out.push(Ring { points, area: size });
            }
        }
    }
    out
}

/// Returns the smallest outline around a label that is large enough for a slab. Without scales, it only has to be
/// larger than the label.
fn smallest(rings: &[Ring], tag: &Tag, scales: &[Scale]) -> Option<usize> {
    let p = tag.middle();
    let meters = measure_at(scales, p).map(|m| m.meters(1.0));
    let text = f64::from(tag.bbox.area());
    let large = |r: &Ring| r.area > BOX_OF_TEXT * text && meters.is_none_or(|m| r.area * m * m >= SMALLEST);
    (0..rings.len())
        .filter(|i| large(&rings[*i]) && contains(&rings[*i].points, p))
        .min_by(|a, b| rings[*a].area.total_cmp(&rings[*b].area))
}

fn slab(tag: &Tag, outline: Vec<Point>, sure: bool, holes: &[&Ring], scales: &[Scale]) -> Option<Slab> {
    let scale = measure_at(scales, tag.middle())?;
    let system = System::of(scale.unit == crate::routes::Unit::Foot);
    let whole = area(&outline).abs();
    let inside: Vec<f64> = holes
        .iter()
        .filter(|h| h.area < whole && h.points.iter().all(|p| contains(&outline, *p)))
        .map(|h| h.area)
        .collect();
    let off: f64 = inside.iter().sum();
    if (whole - off) * scale.meters(1.0).powi(2) < SMALLEST {
        return None;
    }
    let per_point = scale.length(1.0);
    let thickness = thickness(&tag.text, system);
    let named = SLAB.is_match(&tag.text);
    let confidence = match (sure, named && thickness.is_some()) {
        (true, true) => Confidence::High,
        (true, false) => Confidence::Medium,
        (false, _) => Confidence::Low,
    };
    let how = if sure { "closed outline" } else { "lines" };
    let basis = format!("{how} around the label \"{}\"; unlabeled openings are not deducted", tag.text.trim());
    let mut text = format!("{} pt²", format_number(whole));
    if off > 0.0 {
        text = format!("({text} − {} pt² of {} openings)", format_number(off), inside.len());
    }
    let text = format!("{text} × ({per_point:.6} {}/pt)²", system.unit(Kind::Length).sign());
    let value = (whole - off) * per_point * per_point;
    let area = Measure::new(value, system.unit(Kind::Area), &text, basis.clone(), confidence);
    let volume = thickness.map(|t| slab_volume(value, t, system, &basis, confidence));
    let reinforcement = SpacedBars::parse(&tag.text, system);
    Some(Slab { outline, area, thickness, volume, reinforcement, label: tag.text.clone(), tag: tag.bbox, confidence })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_sheet::ScaleSource;
    use plumbline_sheet::drawing::Drawing;

    fn scales(ratio: f64, imperial: bool) -> Vec<Scale> {
        vec![Scale { ratio, imperial, source: ScaleSource::TitleBlock, text: String::new(), area: None }]
    }

    fn meters(label: &str, system: System) -> Option<f64> {
        thickness(label, system).map(|l| (l.meters() * 1e4).round() / 1e4)
    }

    #[test]
    fn thicknesses_are_read_as_labels_write_them() {
        for (label, want) in [
            ("6\" CONC. SLAB", Some(0.1524)),
            ("5 1/2\" THICK CONCRETE SLAB W/ #4@12\" EW", Some(0.1397)),
            ("CONC SLAB ON GRADE #4@12\" EW", None),
            ("SLAB 20'-6\" LONG", None),
        ] {
            assert_eq!(meters(label, System::Imperial), want, "{label}");
        }
        for (label, want) in [
            ("LOSA MACIZA e=0.20", Some(0.2)),
            ("LOSA e = 20 cm", Some(0.2)),
            ("SLAB t=150", Some(0.15)),
            ("SLAB 200 THK", Some(0.2)),
            ("200 mm SLAB", Some(0.2)),
            ("VLOER d=250 mm", Some(0.25)),
            ("スラブ厚150", Some(0.15)),
            ("e=0,15 m", Some(0.15)),
            ("LOSA ALIGERADA", None),
        ] {
            assert_eq!(meters(label, System::Metric), want, "{label}");
        }
    }

    #[test]
    fn a_labeled_outline_has_its_area_and_volume() {
        // 1/8" = 1'-0": a foot is 9 points; 40 × 25 ft = 1000 ft², × 0.5 ft ÷ 27 = 18.519 yd³.
        let mut drawing = Drawing::new(800.0, 600.0);
        drawing.rect([100.0, 100.0, 460.0, 325.0]).text("6\" CONC. SLAB W/ #4@12\" EW", [180.0, 200.0], 6.0);
        let found = slabs(&drawing.sheet(), &scales(96.0, true), &[]);
        assert_eq!(found.len(), 1);
        assert!((found[0].area.value - 1000.0).abs() < 0.5, "{}", found[0].area.formula);
        let volume = found[0].volume.as_ref().unwrap();
        assert!((volume.value - 18.519).abs() < 0.01, "{}", volume.formula);
        assert!(volume.formula.contains("ft² × 6 in ÷ 12 ÷ 27 ="));
        assert_eq!(found[0].reinforcement.as_ref().unwrap().bar.designation, "#4");
        assert_eq!(found[0].confidence, Confidence::High);
    }

    #[test]
    fn labeled_openings_are_subtracted() {
        // 1:50: a meter is 56.69 points; 10 × 6 m less 2 × 1.5 m.
        let m = 72.0 / 0.0254 / 50.0;
        let mut drawing = Drawing::new(800.0, 600.0);
        drawing.rect([50.0, 50.0, 50.0 + 10.0 * m, 50.0 + 6.0 * m]);
        drawing.rect([400.0, 100.0, 400.0 + 2.0 * m, 100.0 + 1.5 * m]).text("HUECO", [440.0, 140.0], 6.0);
        drawing.text("LOSA e=0.20", [150.0, 300.0], 6.0);
        let found = slabs(&drawing.sheet(), &scales(50.0, false), &[]);
        assert_eq!(found.len(), 1);
        assert!((found[0].area.value - 57.0).abs() < 0.05, "{}", found[0].area.formula);
        assert!((found[0].volume.as_ref().unwrap().value - 11.4).abs() < 0.02);
    }

    #[test]
    fn an_outline_drawn_line_by_line_is_found_with_less_confidence() {
        let m = 72.0 / 0.0254 / 50.0;
        let (x, y) = (60.0 + 6.0 * m, 60.0 + 5.0 * m);
        let mut drawing = Drawing::new(800.0, 600.0);
        drawing
            .line([60.0, 60.0], [x, 60.0])
            .line([x, y], [x, 60.0])
            .line([60.0, y], [x, y])
            .line([60.0, 60.0], [60.0, y]);
        drawing.text("LOSA e=0.15", [150.0, 200.0], 6.0);
        let found = slabs(&drawing.sheet(), &scales(50.0, false), &[]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].confidence, Confidence::Low);
        assert!((found[0].area.value / 30.0 - 1.0).abs() < 0.01, "{}", found[0].area.formula);
    }

    #[test]
    fn other_texts_and_labels_without_outline_are_not_slabs() {
        let mut drawing = Drawing::new(800.0, 600.0);
        drawing.rect([100.0, 100.0, 460.0, 325.0]).text("OFFICE 6\" WALL", [180.0, 200.0], 6.0);
        drawing.text("6\" CONC SLAB", [600.0, 500.0], 6.0).rect([10.0, 10.0, 790.0, 590.0]);
        drawing.text("T/SLAB EL. +17'-5\"", [200.0, 250.0], 6.0).text("1 #4 X 21'-5\" SLAB CONT", [200.0, 300.0], 6.0);
        assert!(slabs(&drawing.sheet(), &scales(96.0, true), &[]).is_empty());
    }
}
