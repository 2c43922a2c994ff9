//! Vertical lengths that the plan does not show: riser marks (`UP`, `DN`, `FROM 2ND FLOOR`) and heights above the floor
//! (`+18" AFF`, `h=1.10m`, `FL+1200`) at the ends of routes.

use plumbline_geometry::{Point, Rect};
use plumbline_notation::language::routes;
use plumbline_sheet::Pattern;
use plumbline_sheet::lines::Line;

use crate::routes::areas::Areas;
use crate::routes::candidate::CandidateRun;
use crate::routes::graph::distance;
use crate::routes::model::{Drop, EndKind, Route, Unit};

/// Largest distance of a mark from a route's end, in text heights.
const NEAR: f32 = 1.6;
/// The same if a small circle is drawn at the end, which the text describes.
const BY_CIRCLE: f32 = 4.0;
/// Largest distance of a circle from the end that it marks, in points.
const AT_END: f32 = 3.0;
/// Longest shaft of a riser's arrow, in points (10 mm on paper).
const ARROW: f32 = 28.0;
/// Plausible heights above the floor, in meters.
const HEIGHTS: std::ops::RangeInclusive<f64> = 0.05..=15.0;

/// Matches riser marks.
static RISER: Pattern = Pattern::any_case(|| routes::RISER.pattern(r"(?:^|[\s.(/])", r"(?:$|[\s.,;:)/])"));
static FEET: Pattern = Pattern::any_case(|| {
    let above = routes::ABOVE_FLOOR_IN_FEET.alternatives();
    format!(r#"(?:^|[\s@=+])(\d{{1,2}})\s*['′]\s*-?\s*(?:(\d{{1,2}}(?:\.\d+)?)\s*(?:"|''|”|″))?\s*(?:{above})"#)
});
static INCHES: Pattern = Pattern::any_case(|| {
    let above = routes::ABOVE_FLOOR_IN_FEET.alternatives();
    format!(r#"(?:^|[\s@=+])(\d{{1,3}}(?:\.\d+)?)\s*(?:"|''|”|″)\s*(?:{above})"#)
});
static ABOVE: Pattern = Pattern::any_case(|| {
    let above = routes::ABOVE_FLOOR.alternatives();
    format!(r"(?:^|[\s@=+])(\d{{1,4}}(?:[.,]\d+)?)\s*(m|cm|mm)?\.?\s*(?:{above})")
});
static HEIGHT: Pattern = Pattern::any_case(|| {
    let height = routes::HEIGHT.alternatives();
    format!(r#"(?:^|[\s(])(?:{height})\.?\s*[=:]\s*\+?\s*(\d{{1,4}}(?:[.,]\d+)?)\s*(mm|cm|m|"|'')?(?:$|[\s.,;)])"#)
});
static LEVEL: Pattern = Pattern::any_case(|| {
    let floor = routes::FLOOR.alternatives();
    format!(r"(?:^|[\s(])(?:{floor})\s?\+\s?(\d{{2,4}})(?:$|[\s.,;)])")
});

/// Returns the height above the floor that a text states, in meters.
fn height(text: &str, imperial: bool) -> Option<f64> {
    const INCH: f64 = 0.0254;
    let number = |s: &str| s.replace(',', ".").parse::<f64>().ok();
    let with_unit = |value: f64, unit: Option<&str>| match unit.map(str::to_ascii_lowercase).as_deref() {
        Some("m") => value,
        Some("cm") => value / 100.0,
        Some("mm") => value / 1000.0,
        Some(_) => value * INCH,
        // The usual meaning without a unit: 1.10 is meters, 18 is inches or 40 centimeters, 1200 is millimeters.
        None if imperial => value * INCH,
        None if value < 10.0 => value,
        None if value < 200.0 => value / 100.0,
        None => value / 1000.0,
    };
    let meters = if let Some(c) = FEET.captures(text) {
        number(&c[1])? * 12.0 * INCH + c.get(2).and_then(|i| number(i.as_str())).unwrap_or(0.0) * INCH
    } else if let Some(c) = INCHES.captures(text) {
        number(&c[1])? * INCH
    } else if let Some(c) = LEVEL.captures(text) {
        number(&c[1])? / 1000.0
    } else {
        let c = ABOVE.captures(text).or_else(|| HEIGHT.captures(text))?;
        with_unit(number(&c[1])?, c.get(2).map(|u| u.as_str()))
    };
    HEIGHTS.contains(&meters).then_some(meters)
}

/// A text about a riser or a height.
#[derive(Debug, Clone, PartialEq)]
struct Mark {
    text: String,
    /// The font height in points.
    size: f32,
    bbox: Rect,
    riser: bool,
    /// The height above the floor in meters.
    height: Option<f64>,
}

/// All marks of risers and heights on a sheet, by position.
pub(crate) struct Verticals {
    marks: Vec<Mark>,
    places: Areas,
}

impl Verticals {
    pub(crate) fn new(lines: &[Line], imperial: bool) -> Self {
        let mark = |line: &Line| {
            let text = line.text.trim();
            let (riser, height) = (RISER.is_match(text), height(text, imperial));
            let short = text.chars().count() <= 48 && (riser || height.is_some());
            short.then(|| Mark { text: text.to_owned(), size: line.size, bbox: line.bbox, riser, height })
        };
        let marks: Vec<Mark> = lines.iter().filter_map(mark).collect();
        let grown = |m: &Mark| {
            let r = BY_CIRCLE * m.size;
            m.bbox.grown(r)
        };
        Self { places: Areas::new(marks.iter().map(grown).collect()), marks }
    }

    /// Returns the nearest mark at a point that fits.
    fn at(&self, p: Point, circles: &Areas, fits: impl Fn(&Mark) -> bool) -> Option<&Mark> {
        let circle = circles.touching(Rect::between(p, p).grown(AT_END)).next().is_some();
        let reach = if circle { BY_CIRCLE } else { NEAR };
        let off = |m: &Mark| m.bbox.distance(p);
        self.places
            .touching(Rect::between(p, p))
            .map(|(i, _)| &self.marks[i])
            .filter(|m| fits(m) && off(m) <= reach * m.size)
            .min_by(|a, b| off(a).total_cmp(&off(b)).then_with(|| a.text.cmp(&b.text)))
    }

    /// Removes the arrows of risers from the ends of a run. They point up or down and have no length on the plan.
    /// Returns whether anything is left.
    pub(crate) fn strip_riser_arrows(&self, run: &mut CandidateRun, circles: &Areas) -> bool {
        let is_arrow = |tip: Point| {
            run.tips.iter().any(|t| distance(*t, tip) <= AT_END) && self.at(tip, circles, |m| m.riser).is_some()
        };
        if let [p, q] = run.course.points[..]
            && run.course.branches.is_empty()
            && distance(p, q) <= ARROW
            && (is_arrow(p) || is_arrow(q))
        {
            return false;
        }
        let ends = [run.course.points.last(), run.course.points.first()];
        let [at_last, at_first] = ends.map(|end| end.is_some_and(|p| is_arrow(*p)));
        let of_branches: Vec<bool> =
            run.course.branches.iter().map(|b| b.points.last().is_some_and(|p| is_arrow(*p))).collect();
        for (at_end, reverse) in [(at_last, false), (at_first, true)] {
            let points = &mut run.course.points;
            if reverse {
                points.reverse();
            }
            let taken = at_end.then(|| without_arrow(points)).flatten();
            if reverse {
                points.reverse();
            }
            run.subtract_arrow(taken);
        }
        for (n, _) in of_branches.into_iter().enumerate().filter(|(_, at_end)| *at_end) {
            let branch = &mut run.course.branches[n];
            let taken = without_arrow(&mut branch.points);
            branch.length -= taken.map_or(0.0, |(length, _)| length);
            run.subtract_arrow(taken);
        }
        true
    }

    /// Sets the vertical length at a route's ends, and the kind of ends at risers.
    pub(crate) fn mark(&self, route: &mut Route, circles: &Areas) {
        let (mut length, mut reasons): (Option<f64>, Vec<String>) = (None, Vec::new());
        for end in [&mut route.starts_at, &mut route.ends_at] {
            let riser = self.at(end.at, circles, |m| m.riser);
            let height = self.at(end.at, circles, |m| m.height.is_some());
            if riser.is_some() && end.kind == EndKind::Unknown {
                end.kind = EndKind::Riser;
            }
            if let Some(meters) = height.and_then(|m| m.height) {
                length = Some(length.unwrap_or(0.0) + meters);
            }
            for mark in riser.into_iter().chain(height) {
                if !reasons.contains(&mark.text) {
                    reasons.push(mark.text.clone());
                }
            }
        }
        if reasons.is_empty() {
            return;
        }
        reasons.sort();
        let per_meter = if route.unit == Unit::Foot { 1.0 / 0.3048 } else { 1.0 };
        route.drop = Some(Drop { length: length.map(|m| m * per_meter), reason: reasons.join("; ") });
    }
}

/// Removes the last piece of a line with several. Returns its length and the new end of the line.
fn without_arrow(points: &mut Vec<Point>) -> Option<(f32, Point)> {
    let [.., before, tip] = points[..] else { return None };
    let length = distance(before, tip);
    (points.len() > 2 && length <= ARROW).then(|| {
        points.pop();
        (length, before)
    })
}

impl CandidateRun {
    /// Subtracts the length of an arrow and records the riser at it.
    fn subtract_arrow(&mut self, taken: Option<(f32, Point)>) {
        let Some((length, riser)) = taken else { return };
        self.course.length -= length;
        self.course.segments = self.course.segments.saturating_sub(1);
        self.risers.push(riser);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_as_written() {
        let close = |text: &str, imperial: bool, want: f64| {
            let got = height(text, imperial);
            assert!(got.is_some_and(|h| (h - want).abs() < 1e-6), "{text}: {got:?}");
        };
        close("+18\" AFF", true, 18.0 * 0.0254);
        close("4'-6\" A.F.F.", true, 54.0 * 0.0254);
        close("@ 48\" AFF", true, 48.0 * 0.0254);
        close("h=1.10m", false, 1.10);
        close("H = 0,40", false, 0.40);
        close("h=40cm", false, 0.40);
        close("1.20 m S.N.P.T.", false, 1.20);
        close("FL+1200", false, 1.2);
        for other in ["18\"", "A-101", "h", "2.40 x 1.20"] {
            assert_eq!(height(other, true), None, "{other}");
        }
    }

    #[test]
    fn riser_marks_as_written() {
        for riser in ["UP", "3\" SAN DN", "FROM 2ND FLOOR", "FROM ABOVE", "RISER", "BAJA", "2\" VENT UP", "立上"] {
            assert!(RISER.is_match(riser), "{riser}");
        }
        for other in ["SUPPLY", "DINING", "UPPER ROOM", "CW"] {
            assert!(!RISER.is_match(other), "{other}");
        }
    }
}
