//! Collects the strokes of a sheet into classes of lines with the same look and layer.

use std::collections::{BTreeMap, HashMap};

use plumbline_geometry::{Axis, Point, Rect, Segment, VectorExt as _, rect};
use plumbline_sheet::{FLATTEN, Path, Sheet, segments};

use crate::routes::model::LineType;
use crate::routes::strips;

/// Largest arrowhead, in points.
const ARROWHEAD: f32 = 16.0;
/// Sizes of closed outlines that may be in a line, in points: valves, meters, tags.
const MARKS: std::ops::RangeInclusive<f32> = 1.5..=30.0;

/// The properties that the lines of a class share.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ClassKey {
    pub(crate) layer: Option<String>,
    pub(crate) color: u32,
    /// The width in hundredths of a point.
    pub(crate) width: u32,
    /// The dash pattern of the pen in hundredths of a point. Empty for a solid pen.
    pub(crate) dash: Vec<u32>,
}

impl ClassKey {
    /// Returns the width in points.
    pub(crate) fn width_points(&self) -> f32 {
        self.width as f32 / 100.0
    }

    /// Returns the line type of a dashed pen.
    pub(crate) fn pen_type(&self) -> LineType {
        let dashes: Vec<u32> = self.dash.iter().step_by(2).copied().collect();
        let (least, most) = (dashes.iter().min().copied().unwrap_or(0), dashes.iter().max().copied().unwrap_or(0));
        let gap = self.dash.iter().skip(1).step_by(2).max().copied().unwrap_or(0);
        if self.dash.is_empty() {
            LineType::Continuous
        } else if most > 2 * least {
            LineType::DashDot
        } else if most * 3 < gap || most <= 2 * self.width {
            LineType::Dotted
        } else {
            LineType::Dashed
        }
    }
}

/// The lines of one class.
#[derive(Debug, Default, Clone)]
pub(crate) struct Strokes {
    /// The straight pieces of open paths. Curves are flattened.
    pub(crate) segments: Vec<Segment>,
    /// The pieces of closed outlines, if requested. Ducts may be drawn as closed outlines.
    pub(crate) closed: Vec<Segment>,
}

/// All strokes of a sheet by class, and the arrowheads.
#[derive(Debug, Default)]
pub(crate) struct Linework {
    pub(crate) classes: BTreeMap<ClassKey, Strokes>,
    /// The middles of small filled triangles.
    pub(crate) arrowheads: Vec<Point>,
    /// The boxes of small closed outlines: symbols that may be in a line.
    pub(crate) marks: Vec<Rect>,
}

/// Converts points to hundredths of a point.
fn hundredths(x: f32) -> u32 {
    (x * 100.0).round().max(0.0) as u32
}

/// Collects the strokes of a sheet. `wanted` selects classes by layer and color. `closed` includes closed outlines.
pub(crate) fn linework(sheet: &Sheet, closed: bool, wanted: impl Fn(Option<&str>, u32) -> bool) -> Linework {
    let mut out = Linework::default();
    // Cache the answers: they depend only on layer and color, and each layer's name is matched against seven patterns.
    let mut asked: HashMap<(Option<&str>, u32), bool> = HashMap::new();
    for path in sheet.paths() {
        if path.style.fill.is_some() {
            filled(&path, &wanted, &mut out);
            continue;
        }
        let Some(color) = path.style.stroke else { continue };
        let is_wanted = *asked.entry((path.layer, color)).or_insert_with(|| wanted(path.layer, color));
        let (mut strokes, mut outlines): (Vec<Segment>, Vec<Segment>) = (Vec::new(), Vec::new());
        for subpath in subpaths(&path) {
            if is_closed(&subpath) {
                out.marks.extend(mark(&subpath));
                if closed && is_wanted {
                    outlines.extend(subpath.into_iter().filter_map(|s| seen(path.clip, s)));
                }
            } else if is_wanted {
                strokes.extend(subpath.into_iter().filter_map(|s| seen(path.clip, s)));
            }
        }
        if !strokes.is_empty() || !outlines.is_empty() {
            let key = ClassKey {
                layer: path.layer.map(str::to_owned),
                color,
                width: hundredths(path.style.width),
                dash: path.style.dash.iter().map(|d| hundredths(*d)).collect(),
            };
            let class = out.classes.entry(key).or_default();
            class.segments.append(&mut strokes);
            class.closed.append(&mut outlines);
        }
    }
    out.classes.retain(|_, strokes| !strokes.segments.is_empty() || !strokes.closed.is_empty());
    out
}

/// Adds an arrowhead, or a wide line that was exported as its outline.
fn filled(path: &Path<'_>, wanted: &impl Fn(Option<&str>, u32) -> bool, out: &mut Linework) {
    if is_arrowhead(path) {
        out.arrowheads.extend(path.bbox().map(|b| b.center()));
        return;
    }
    let Some(color) = path.style.fill.filter(|c| wanted(path.layer, *c)) else { return };
    for subpath in subpaths(path) {
        let Some((middle, width)) = strips::middle(&subpath) else { continue };
        // Computed widths differ in their last digits, so round them.
        let width = (width * 20.0).round() as u32 * 5;
        let key = ClassKey { layer: path.layer.map(str::to_owned), color, width, dash: Vec::new() };
        let strokes = &mut out.classes.entry(key).or_default().segments;
        strokes.extend(middle.into_iter().filter_map(|s| seen(path.clip, s)));
    }
}

/// Returns the box of a closed outline if it has the size of a symbol.
fn mark(subpath: &[Segment]) -> Option<Rect> {
    let start = rect(f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY);
    let b = subpath.iter().fold(start, |b: Rect, s| b.including(s.from));
    MARKS.contains(&b.width().max(b.height())).then_some(b)
}

/// Returns the part of a segment inside a clip rectangle (Liang and Barsky, 1984).
fn seen(clip: Option<Rect>, s: Segment) -> Option<Segment> {
    let Some(clip) = clip else { return Some(s) };
    let (d, mut from, mut to) = (s.to - s.from, 0.0f32, 1.0f32);
    for axis in Axis::BOTH {
        let (low, high) = axis.span(clip);
        for (side, way) in [(low, 1.0), (high, -1.0)] {
            let (inward, off) = (axis.of(d.to_point()) * way, (side - axis.of(s.from)) * way);
            if inward == 0.0 {
                if off > 0.0 {
                    return None;
                }
            } else if inward > 0.0 {
                from = from.max(off / inward);
            } else {
                to = to.min(off / inward);
            }
        }
    }
    let at = |t: f32| s.from + d * t;
    (from < to).then(|| Segment::new(at(from), at(to)))
}

/// Returns the connected pieces of a path.
fn subpaths(path: &Path<'_>) -> Vec<Vec<Segment>> {
    let mut out: Vec<Vec<Segment>> = Vec::new();
    for s in segments(path, FLATTEN) {
        match out.last_mut() {
            Some(last) if last.last().is_some_and(|l| l.to == s.from) => last.push(s),
            _ => out.push(vec![s]),
        }
    }
    out
}

/// Returns whether a subpath is closed. A closed outline is a symbol, a room or a frame, never a route.
fn is_closed(subpath: &[Segment]) -> bool {
    let (Some(first), Some(last)) = (subpath.first(), subpath.last()) else { return true };
    subpath.len() > 2 && (first.from - last.to).hypot() < 0.15
}

/// Returns whether a path is a small filled triangle, possibly with a notch.
fn is_arrowhead(path: &Path<'_>) -> bool {
    let Some(b) = path.bbox() else { return false };
    let size = b.width().max(b.height());
    let corners = segments(path, FLATTEN).count();
    !path.is_curved() && (3..=4).contains(&corners) && size <= ARROWHEAD && size > 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_at_its_clip() {
        let clip = Some(rect(10.0, 10.0, 50.0, 50.0));
        let seen = |clip: Option<Rect>, s: [f32; 4]| seen(clip, s.into()).map(Segment::to_array);
        assert_eq!(seen(clip, [0.0, 20.0, 100.0, 20.0]), Some([10.0, 20.0, 50.0, 20.0]));
        assert_eq!(seen(clip, [20.0, 20.0, 30.0, 40.0]), Some([20.0, 20.0, 30.0, 40.0]));
        assert_eq!(seen(clip, [0.0, 5.0, 100.0, 5.0]), None);
        assert_eq!(seen(None, [0.0, 5.0, 100.0, 5.0]), Some([0.0, 5.0, 100.0, 5.0]));
    }
}
