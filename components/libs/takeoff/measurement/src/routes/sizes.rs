//! Finds where a pipe or a conduit changes its size: at a tee or at a figure in the line, between two labels that state
//! different sizes. Each part then has its own size and length.

use plumbline_geometry::{Point, Polyline};

use crate::routes::areas::Areas;
use crate::routes::graph::foot;
use crate::routes::labels::Label;

/// Largest distance from a line to the middle of a figure in it, in points.
const IN_LINE: f32 = 1.0;
/// Largest distance from a way to a tee on it, in points.
const ON_WAY: f32 = 0.5;
/// Largest figure in a line, in points. A larger figure is around the line.
const LARGEST: f32 = 16.0;

/// A part of a way with one size.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Part {
    pub(crate) points: Vec<Point>,
    /// Its share of the way's length.
    pub(crate) share: f32,
    /// The index of the label that states its size.
    pub(crate) label: usize,
}

/// The places where a way may change its size.
pub(crate) struct Places<'a> {
    /// The points where branches meet the way.
    pub(crate) tees: &'a [Point],
    /// Small closed outlines: reducers and other fittings.
    pub(crate) figures: &'a Areas,
}

/// Divides a way by the sizes beside it. Returns nothing if the way has one size, or if there is no place for a change
/// between two sizes.
///
/// `beside` are the indices of the labels beside the way that may state a size.
pub(crate) fn parts(points: &[Point], beside: &[usize], labels: &[Label], places: &Places<'_>) -> Vec<Part> {
    let mut sized: Vec<(f32, usize, String)> = beside
        .iter()
        .filter_map(|&i| Some((along(points, labels[i].middle)?.0, i, canonical(&labels[i].diameter()?))))
        .collect();
    sized.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    drop_strays(&mut sized);
    let total: f32 = points.length();
    let changes = places_on(points, places);
    let mut cuts: Vec<(f32, usize)> = Vec::new();
    for pair in sized.windows(2).filter(|pair| pair[0].2 != pair[1].2) {
        let halfway = (pair[0].0 + pair[1].0) / 2.0;
        let between = changes.iter().copied().filter(|at| (pair[0].0..=pair[1].0).contains(at));
        let Some(at) = between.min_by(|a, b| (a - halfway).abs().total_cmp(&(b - halfway).abs())) else {
            continue;
        };
        cuts.push((at, pair[0].1));
    }
    let Some(last) = sized.last().filter(|_| !cuts.is_empty() && total > 0.0) else { return Vec::new() };
    cuts.push((total, last.1));
    let mut from = 0.0;
    let part = |(to, label): (f32, usize)| {
        let part = Part { points: between(points, from, to), share: (to - from) / total, label };
        from = to;
        part
    };
    cuts.into_iter().map(part).collect()
}

/// Removes a label between two labels that agree with each other and not with it. It belongs to a branch or a
/// neighbor. Pipes do not become larger again after a smaller piece.
fn drop_strays(sized: &mut Vec<(f32, usize, String)>) {
    let stray = |s: &[(f32, usize, String)]| s.windows(3).position(|w| w[0].2 == w[2].2 && w[0].2 != w[1].2);
    while let Some(at) = stray(sized) {
        sized.remove(at + 1);
    }
}

/// Returns a size in one spelling: `1-1/2"` and `1 1/2"` are equal, and so are `Ø20` and `20 ø`.
fn canonical(size: &str) -> String {
    let size = size.replace("''", "\"").replace(['”', '″'], "\"");
    size.chars().filter(|c| c.is_ascii_digit() || "/.,\"½¼¾⅜⅝⅞".contains(*c)).collect()
}

/// Returns the position along a way of the place nearest to a point, and the distance to it.
fn along(points: &[Point], p: Point) -> Option<(f32, f32)> {
    let mut passed = 0.0;
    let mut best: Option<(f32, f32)> = None;
    for piece in points.segments() {
        let (t, off) = foot(&piece, p);
        let long = piece.length();
        if best.is_none_or(|(_, least)| off < least) {
            best = Some((passed + t.clamp(0.0, 1.0) * long, off));
        }
        passed += long;
    }
    best
}

/// Returns the positions of tees and figures along the way.
fn places_on(points: &[Point], places: &Places<'_>) -> Vec<f32> {
    let tees = places.tees.iter().filter_map(|tee| along(points, *tee)).filter(|(_, off)| *off <= ON_WAY);
    let mut out: Vec<f32> = tees.map(|(at, _)| at).collect();
    for piece in points.segments() {
        for (_, figure) in places.figures.touching(piece.bbox()) {
            if figure.longer_side() <= LARGEST {
                out.extend(along(points, figure.center()).filter(|(_, off)| *off <= IN_LINE).map(|(at, _)| at));
            }
        }
    }
    out
}

/// Returns the points of a way between two positions along it.
fn between(points: &[Point], from: f32, to: f32) -> Vec<Point> {
    let mut out: Vec<Point> = Vec::new();
    let mut passed = 0.0;
    for piece in points.segments() {
        let long = piece.length();
        let at = |length: f32| {
            let t = ((length - passed) / long.max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
            piece.from + piece.vector() * t
        };
        if passed < to && passed + long > from {
            if out.is_empty() {
                out.push(at(from));
            }
            out.push(at(to));
        }
        passed += long;
    }
    out
}
