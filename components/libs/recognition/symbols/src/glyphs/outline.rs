//! Ink as points at even distances, moved and scaled so that shapes of any size and position can be compared.

use std::sync::OnceLock;

use plumbline_geometry::corners;

use super::glyph::{Glyph, Mark};
use crate::fast::Hypotenuse as _;
use crate::grid_point::SAME_POINT;
use crate::template::Specimen;

/// A point of ink.
#[derive(Debug, Clone, Copy)]
pub(super) struct Point {
    /// Position in spreads from the center of the ink.
    pub(super) at: [f32; 2],
    /// Direction of the line there.
    pub(super) along: [f32; 2],
}

/// A shape as points. The center of its ink is 0, 0, and the standard deviation from it is 1.
#[derive(Debug)]
pub(super) struct Outline {
    pub(super) points: Vec<Point>,
    /// Share of the ink that outlines filled areas.
    pub(super) filled: f32,
    /// Shares of the ink by distance from the center.
    pub(super) rings: [f32; RINGS],
    /// Share of the ink that runs around the center and not away from it, along one line, and along two at right
    /// angles.
    pub(super) directions: [f32; 3],
    /// The nearest point for each cell of a square around the center. Built on demand, because few glyphs need it.
    nearest: OnceLock<Vec<u8>>,
    /// Kept by `agreement`, which finds them.
    pub(super) symmetries: OnceLock<Symmetries>,
}

/// The symmetries of a shape: the number of rotations in a full turn that look the same, and whether its mirror image
/// does.
#[derive(Debug, Clone, Copy)]
pub(super) struct Symmetries {
    pub(super) turns: usize,
    pub(super) mirror: bool,
}

/// Approximate number of points of an outline.
const POINTS: f32 = 110.0;

/// Number of rings around the center in which ink is counted, and the width of each in spreads.
pub(super) const RINGS: usize = 25;
pub(super) const RING: f32 = 0.1;

/// Cells along a side of the square, and how far it reaches from the center, in spreads.
const CELLS: usize = 44;
const REACH: f32 = 2.75;

/// Chords of a glyph's full circle.
const CHORDS: f32 = 32.0;

/// A straight piece, and whether it outlines a filled area.
type Piece = ([f32; 2], [f32; 2], bool);

impl Outline {
    /// Returns the outline of a glyph, or `None` if it has no lines.
    pub(super) fn of_glyph(glyph: &Glyph) -> Option<Self> {
        Self::of(&glyph.marks.iter().flat_map(pieces).collect::<Vec<Piece>>())
    }

    /// Returns the outline of a shape on a sheet.
    pub(super) fn of_specimen(specimen: &Specimen) -> Option<Self> {
        Self::of(
            &specimen.ink.strokes.iter().map(|s| (s.a.to_array(), s.b.to_array(), s.filled)).collect::<Vec<Piece>>(),
        )
    }

    fn of(pieces: &[Piece]) -> Option<Self> {
        let pieces = &simplified(pieces);
        let length = |(a, b, _): &Piece| (b[0] - a[0]).hypotenuse(b[1] - a[1]);
        let ink: f32 = pieces.iter().map(length).sum();
        if ink <= 0.0 {
            return None;
        }
        let step = ink / POINTS;
        let mut points: Vec<Point> = Vec::new();
        // Points are even along all of the ink, so short chords get their share and no more.
        let mut next = step / 2.0;
        let mut before = 0.0;
        for piece in pieces {
            let own = length(piece);
            let (a, b, _) = piece;
            while next < before + own {
                let t = (next - before) / own;
                let at = [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
                points.push(Point { at, along: [(b[0] - a[0]) / own, (b[1] - a[1]) / own] });
                next += step;
            }
            before += own;
        }
        let count = points.len() as f32;
        let mean = |i: usize| points.iter().map(|p| p.at[i]).sum::<f32>() / count;
        let middle = [mean(0), mean(1)];
        let square = |p: &Point| (p.at[0] - middle[0]).powi(2) + (p.at[1] - middle[1]).powi(2);
        let spread = (points.iter().map(square).sum::<f32>() / count).sqrt();
        if spread <= 0.0 {
            return None;
        }
        for p in &mut points {
            p.at = [(p.at[0] - middle[0]) / spread, (p.at[1] - middle[1]) / spread];
        }
        let mut rings = [0.0; RINGS];
        for p in &points {
            let n = (p.at[0].hypotenuse(p.at[1]) / RING) as usize;
            rings[n.min(RINGS - 1)] += 1.0 / count;
        }
        let filled = pieces.iter().filter(|(_, _, filled)| *filled).map(length).sum::<f32>() / ink;
        let directions = directions(&points);
        Some(Self { points, filled, rings, directions, nearest: OnceLock::new(), symmetries: OnceLock::new() })
    }

    /// Returns the point nearest to a position, approximately.
    pub(super) fn nearest(&self, at: [f32; 2]) -> &Point {
        let nearest = self.nearest.get_or_init(|| nearest(&self.points));
        &self.points[usize::from(nearest[cell_of(at)])]
    }
}

/// Returns measures of the directions of ink that rotation and mirroring do not change, each from 0 to 1.
fn directions(points: &[Point]) -> [f32; 3] {
    let count = points.len() as f32;
    let around = |p: &Point| {
        let across = p.at[0] * p.along[1] - p.at[1] * p.along[0];
        across * across / (p.at[0] * p.at[0] + p.at[1] * p.at[1]).max(1e-6)
    };
    // Multiplying each angle by n makes directions that differ by a full turn over n coincide. The mean is 1 if all do.
    let parallel = |times: f32| {
        let angle = |p: &Point| times * p.along[1].atan2(p.along[0]);
        let sum = |of: fn(f32) -> f32| points.iter().map(|p| of(angle(p))).sum::<f32>();
        sum(f32::cos).hypotenuse(sum(f32::sin)) / count
    };
    [points.iter().map(around).sum::<f32>() / count, parallel(2.0), parallel(4.0)]
}

/// Maximum deviation caused by a plotter's steps or by chords and not by the shape, as a share of the longer side.
const STEPS: f32 = 0.025;

/// Joins the pieces that continue as one line.
fn simplified(pieces: &[Piece]) -> Vec<Piece> {
    let ends = || pieces.iter().flat_map(|(a, b, _)| [*a, *b]);
    let side = |i: usize| {
        let low = ends().map(|p| p[i]).fold(f32::MAX, f32::min);
        ends().map(|p| p[i]).fold(f32::MIN, f32::max) - low
    };
    let tolerance = STEPS * side(0).max(side(1));
    let goes_on =
        |x: &Piece, y: &Piece| (x.1[0] - y.0[0]).abs().max((x.1[1] - y.0[1]).abs()) < SAME_POINT && x.2 == y.2;
    let mut out = Vec::new();
    for run in pieces.chunk_by(goes_on) {
        let points: Vec<[f32; 2]> = run.iter().map(|(a, ..)| *a).chain(run.last().map(|(_, b, _)| *b)).collect();
        // A closed run is cut where it is farthest from its beginning.
        let away = |p: &[f32; 2]| (p[0] - points[0][0]).hypotenuse(p[1] - points[0][1]);
        let far = (0..points.len()).max_by(|&a, &b| away(&points[a]).total_cmp(&away(&points[b]))).unwrap_or(0);
        let points = points.as_slice();
        let kept = corners([(0, far), (far, points.len() - 1)], tolerance, move |from, to| {
            let (a, b) = (points[from], points[to]);
            let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
            let length = dx.hypotenuse(dy).max(1e-6);
            move |n: usize| (dx * (points[n][1] - a[1]) - dy * (points[n][0] - a[0])).abs() / length
        });
        out.extend(kept.windows(2).map(|two| (points[two[0]], points[two[1]], run[0].2)));
    }
    out
}

/// Returns the point nearest to the center of each cell, approximately: cells compare with their neighbors, in sweeps
/// from all four corners (Danielsson 1980).
fn nearest(points: &[Point]) -> Vec<u8> {
    let middle = |n: usize| (n as f32 + 0.5) / CELLS as f32 * 2.0 * REACH - REACH;
    let away = |cell: usize, point: u8| {
        let [x, y] = points[usize::from(point)].at;
        (x - middle(cell % CELLS)).powi(2) + (y - middle(cell / CELLS)).powi(2)
    };
    let mut best: Vec<Option<(u8, f32)>> = vec![None; CELLS * CELLS];
    let offer = |best: &mut Vec<Option<(u8, f32)>>, cell: usize, point: u8| {
        let far = away(cell, point);
        if best[cell].is_none_or(|(_, known)| far < known) {
            best[cell] = Some((point, far));
        }
    };
    for (n, point) in (0u8..).zip(points) {
        offer(&mut best, cell_of(point.at), n);
    }
    // Each sweep, in reading order and then backwards, uses the neighbors it has passed.
    let ahead: [(isize, isize); 4] = [(-1, 0), (-1, -1), (0, -1), (1, -1)];
    let size = CELLS as isize;
    for sweep in 0..4 {
        let sign = if sweep % 2 == 0 { 1 } else { -1 };
        for n in 0..size * size {
            let cell = if sign > 0 { n } else { size * size - 1 - n };
            let (x, y) = (cell % size, cell / size);
            for (dx, dy) in ahead {
                let (x, y) = (x + sign * dx, y + sign * dy);
                if (0..size).contains(&x)
                    && (0..size).contains(&y)
                    && let Some((point, _)) = best[(y * size + x) as usize]
                {
                    offer(&mut best, cell as usize, point);
                }
            }
        }
    }
    best.into_iter().map(|found| found.map_or(0, |(point, _)| point)).collect()
}

/// Returns the cell of a position, or the nearest cell.
fn cell_of(at: [f32; 2]) -> usize {
    let along = |v: f32| (((v + REACH) / (2.0 * REACH) * CELLS as f32) as usize).min(CELLS - 1);
    along(at[1]) * CELLS + along(at[0])
}

/// Converts a mark to straight pieces.
fn pieces(mark: &Mark) -> Vec<Piece> {
    let joined = |points: &[[f32; 2]], filled: bool| -> Vec<Piece> {
        points.windows(2).map(|two| (two[0], two[1], filled)).collect()
    };
    match mark {
        Mark::Lines(points) => joined(points, false),
        Mark::Filled(points) => {
            let closed: Vec<[f32; 2]> = points.iter().chain(points.first()).copied().collect();
            joined(&closed, true)
        }
        Mark::Circle(middle, radius) => joined(&arc(*middle, *radius, [0.0, 360.0]), false),
        Mark::Dot(middle, radius) => joined(&arc(*middle, *radius, [0.0, 360.0]), true),
        Mark::Arc(middle, radius, angles) => joined(&arc(*middle, *radius, *angles), false),
    }
}

/// Returns points along an arc that begins at an angle and extends over another, both in degrees.
fn arc(middle: [f32; 2], radius: f32, [from, over]: [f32; 2]) -> Vec<[f32; 2]> {
    let chords = (CHORDS * over.abs() / 360.0).ceil().max(2.0) as usize;
    let at = |n: usize| {
        let (sin, cos) = (from + over * n as f32 / chords as f32).to_radians().sin_cos();
        [middle[0] + radius * cos, middle[1] + radius * sin]
    };
    (0..=chords).map(at).collect()
}
