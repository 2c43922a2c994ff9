//! The strokes of a sheet, sorted into classes of lines that look alike and lie on one layer.

use std::collections::BTreeMap;

use plumbline_sheet::geometry::contains;
use plumbline_sheet::{FLATTEN, Path, Segment, Sheet, segments};

use crate::model::LineType;

/// Largest arrowhead, in points.
const ARROWHEAD: f32 = 16.0;

/// What the lines of a class have in common.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ClassKey {
    pub(crate) layer: Option<String>,
    pub(crate) color: u32,
    /// In hundredths of a point.
    pub(crate) width: u32,
    /// Whether the pen itself is dashed, and how, in hundredths of a point.
    pub(crate) dash: Vec<u32>,
}

impl ClassKey {
    /// Width in points.
    pub(crate) fn width_points(&self) -> f32 {
        self.width as f32 / 100.0
    }

    /// The line type of a dashed pen.
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
    /// Straight pieces; curves are flattened.
    pub(crate) segments: Vec<Segment>,
}

/// All strokes of a sheet by class, and where arrowheads are.
#[derive(Debug, Default)]
pub(crate) struct Linework {
    pub(crate) classes: BTreeMap<ClassKey, Strokes>,
    /// Middles of small filled triangles.
    pub(crate) arrowheads: Vec<[f32; 2]>,
}

/// Hundredths of a point.
fn hundredths(x: f32) -> u32 {
    (x * 100.0).round().max(0.0) as u32
}

/// The strokes of a sheet. `wanted` says by layer and colour which classes to collect.
pub(crate) fn linework(sheet: &Sheet, wanted: impl Fn(Option<&str>, u32) -> bool) -> Linework {
    let mut out = Linework::default();
    for path in sheet.paths() {
        if path.style.fill.is_some() && is_arrowhead(&path) {
            out.arrowheads.extend(path.bbox().map(|b| [(b[0] + b[2]) / 2.0, (b[1] + b[3]) / 2.0]));
        }
        let Some(color) = path.style.stroke else { continue };
        if path.style.fill.is_some() || !wanted(path.layer, color) {
            continue;
        }
        let key = ClassKey {
            layer: path.layer.map(str::to_owned),
            color,
            width: hundredths(path.style.width),
            dash: path.style.dash.iter().map(|d| hundredths(*d)).collect(),
        };
        let strokes = &mut out.classes.entry(key).or_default().segments;
        for subpath in subpaths(&path) {
            if is_closed(&subpath) || is_hidden(&path, &subpath) {
                continue;
            }
            strokes.extend(subpath);
        }
    }
    out.classes.retain(|_, strokes| !strokes.segments.is_empty());
    out
}

/// A path's pieces that hang together.
fn subpaths(path: &Path<'_>) -> Vec<Vec<Segment>> {
    let mut out: Vec<Vec<Segment>> = Vec::new();
    for s in segments(path, FLATTEN) {
        match out.last_mut() {
            Some(last) if last.last().is_some_and(|l| l[2] == s[0] && l[3] == s[1]) => last.push(s),
            _ => out.push(vec![s]),
        }
    }
    out
}

/// A closed outline is a symbol, a room or a frame, never a route.
fn is_closed(subpath: &[Segment]) -> bool {
    let (Some(first), Some(last)) = (subpath.first(), subpath.last()) else { return true };
    subpath.len() > 2 && (first[0] - last[2]).hypot(first[1] - last[3]) < 0.15
}

fn is_hidden(path: &Path<'_>, subpath: &[Segment]) -> bool {
    let seen = |clip: [f32; 4]| subpath.iter().any(|s| contains(clip, [s[0], s[1]]) || contains(clip, [s[2], s[3]]));
    path.clip.is_some_and(|clip| !seen(clip))
}

/// A small filled triangle (or one with a notch).
fn is_arrowhead(path: &Path<'_>) -> bool {
    let Some(b) = path.bbox() else { return false };
    let size = (b[2] - b[0]).max(b[3] - b[1]);
    let corners = segments(path, FLATTEN).count();
    !path.is_curved() && (3..=4).contains(&corners) && size <= ARROWHEAD && size > 1.0
}
