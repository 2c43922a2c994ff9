//! The drawn lines of a sheet, ready for comparing shapes: strokes, features and rings.
//!
//! A *stroke* is a straight piece with its colour; curves are flattened to strokes that are marked as curved. A
//! *feature* is a piece long and distinct enough to anchor a comparison at: a straight line, joined over the places
//! where a drawing program happened to split it, or the chord of an arc. A *ring* is a closed curve of one radius.

use std::collections::HashSet;
use std::collections::hash_map::{Entry, HashMap};

use plumbline_sheet::Sheet;
use plumbline_sheet::model::Path;
use serde::{Deserialize, Serialize};

use crate::curves;

/// A straight piece of ink.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Stroke {
    /// One end, in points of the sheet.
    pub a: [f32; 2],
    /// The other end.
    pub b: [f32; 2],
    /// 0xRRGGBB of the stroke, or of the fill for the outline of a filled shape.
    pub color: u32,
    /// Whether it is a piece of a curve.
    pub curved: bool,
    /// Whether it outlines a filled shape.
    pub filled: bool,
    /// Index of its path in the sheet.
    pub path: u32,
}

impl Stroke {
    /// Length in points.
    pub fn length(&self) -> f32 {
        (self.b[0] - self.a[0]).hypot(self.b[1] - self.a[1])
    }
}

/// What an anchor can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FeatureKind {
    /// A straight line.
    Line,
    /// The chord of an open curve.
    Chord,
}

/// Something to anchor a comparison at.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Feature {
    /// One end.
    pub a: [f32; 2],
    /// The other end.
    pub b: [f32; 2],
    /// Distance of the ends in points.
    pub length: f32,
    /// 0xRRGGBB.
    pub color: u32,
    /// What it is.
    pub kind: FeatureKind,
}

/// A closed curve whose points have one distance from their middle.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Ring {
    /// Middle.
    pub center: [f32; 2],
    /// Radius in points.
    pub radius: f32,
    /// 0xRRGGBB.
    pub color: u32,
    /// Whether it is filled.
    pub filled: bool,
}

/// All ink of a sheet, or of a part of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Ink {
    /// Strokes in drawing order, each drawn place once.
    pub strokes: Vec<Stroke>,
    /// Features by length.
    pub features: Vec<Feature>,
    /// Rings by radius.
    pub rings: Vec<Ring>,
}

/// Ends nearer than this are one point: a plotter's grid is 0.01 to 0.06 pt.
const SAME_POINT: f32 = 0.06;

/// Shortest piece that can anchor a comparison: below, its direction is lost in the plotter's grid.
pub(crate) const SHORTEST_FEATURE: f32 = 0.6;

const WHITE: u32 = 0xff_ffff;

/// The colour in which a path shows; `None` for one that cannot be seen on paper.
fn visible_color(path: &Path<'_>) -> Option<(u32, bool)> {
    let stroke = path.style.stroke.filter(|&c| c & WHITE != WHITE);
    let fill = path.style.fill.filter(|&c| c & WHITE != WHITE);
    match (stroke, fill) {
        (Some(color), fill) => Some((color, fill.is_some())),
        (None, Some(color)) => Some((color, true)),
        (None, None) => None,
    }
}

/// A point on a grid of [`SAME_POINT`].
type Spot = (i32, i32);

/// A line's index and which of its ends.
type End = (u32, bool);

fn key_of(p: [f32; 2]) -> Spot {
    ((p[0] / SAME_POINT).round() as i32, (p[1] / SAME_POINT).round() as i32)
}

impl Ink {
    /// The visible ink of a sheet.
    pub fn of(sheet: &Sheet) -> Self {
        let mut collector = Collector::default();
        for path in sheet.paths() {
            let Some((color, filled)) = visible_color(&path) else { continue };
            for outline in curves::outlines(&path) {
                collector.outline(&outline, color, filled, path.index as u32, path.clip);
            }
        }
        collector.finish()
    }

    /// The ink wholly inside a box, features and rings included.
    pub fn inside(&self, area: [f32; 4]) -> Ink {
        let holds = |p: [f32; 2]| area[0] <= p[0] && p[0] <= area[2] && area[1] <= p[1] && p[1] <= area[3];
        self.filter(
            |s| holds(s.a) && holds(s.b),
            |f| holds(f.a) && holds(f.b),
            |r| {
                holds([r.center[0] - r.radius, r.center[1] - r.radius])
                    && holds([r.center[0] + r.radius, r.center[1] + r.radius])
            },
        )
    }

    /// The part that three tests let through.
    pub fn filter(
        &self,
        stroke: impl Fn(&Stroke) -> bool,
        feature: impl Fn(&Feature) -> bool,
        ring: impl Fn(&Ring) -> bool,
    ) -> Ink {
        Ink {
            strokes: self.strokes.iter().filter(|s| stroke(s)).copied().collect(),
            features: self.features.iter().filter(|f| feature(f)).copied().collect(),
            rings: self.rings.iter().filter(|r| ring(r)).copied().collect(),
        }
    }

    /// x-min, y-min, x-max, y-max of the strokes; `None` without any.
    pub fn bbox(&self) -> Option<[f32; 4]> {
        let first = self.strokes.first()?;
        let start = [first.a[0], first.a[1], first.a[0], first.a[1]];
        Some(
            self.strokes
                .iter()
                .flat_map(|s| [s.a, s.b])
                .fold(start, |b, p| [b[0].min(p[0]), b[1].min(p[1]), b[2].max(p[0]), b[3].max(p[1])]),
        )
    }

    /// Features of one kind within a span of lengths.
    pub fn features_of(&self, kind: FeatureKind, from: f32, to: f32) -> impl Iterator<Item = &Feature> {
        let start = self.features.partition_point(|f| f.length < from);
        self.features[start..].iter().take_while(move |f| f.length <= to).filter(move |f| f.kind == kind)
    }

    /// Rings within a span of radii.
    pub fn rings_of(&self, from: f32, to: f32) -> impl Iterator<Item = &Ring> {
        let start = self.rings.partition_point(|r| r.radius < from);
        self.rings[start..].iter().take_while(move |r| r.radius <= to)
    }
}

/// Gathers strokes, leaving out what is drawn twice.
#[derive(Default)]
struct Collector {
    ink: Ink,
    /// Where each place was drawn first.
    seen: HashMap<(Spot, Spot, u32), usize>,
    seen_rings: HashSet<(Spot, i32, u32)>,
}

impl Collector {
    fn outline(&mut self, outline: &curves::Outline, color: u32, filled: bool, path: u32, clip: Option<[f32; 4]>) {
        let clipped_away = |a: [f32; 2], b: [f32; 2]| {
            clip.is_some_and(|c| {
                a[0].max(b[0]) < c[0] || a[0].min(b[0]) > c[2] || a[1].max(b[1]) < c[1] || a[1].min(b[1]) > c[3]
            })
        };
        for (pair, &curved) in outline.points.windows(2).zip(&outline.curved) {
            let (a, b) = (pair[0], pair[1]);
            if clipped_away(a, b) {
                continue;
            }
            let (ka, kb) = (key_of(a), key_of(b));
            if ka == kb {
                continue;
            }
            match self.seen.entry((ka.min(kb), ka.max(kb), color)) {
                // Filled and outlined in two steps is the same as in one.
                Entry::Occupied(first) => self.ink.strokes[*first.get()].filled |= filled,
                Entry::Vacant(free) => {
                    free.insert(self.ink.strokes.len());
                    self.ink.strokes.push(Stroke { a, b, color, curved, filled, path });
                }
            }
        }
        if let Some((center, radius)) = outline.ring() {
            let key = (key_of(center), (radius / SAME_POINT).round() as i32, color);
            if !clipped_away(center, center) && self.seen_rings.insert(key) {
                self.ink.rings.push(Ring { center, radius, color, filled });
            }
            return;
        }
        for (a, b) in outline.chords() {
            let length = (b[0] - a[0]).hypot(b[1] - a[1]);
            if length >= SHORTEST_FEATURE && !clipped_away(a, b) {
                self.ink.features.push(Feature { a, b, length, color, kind: FeatureKind::Chord });
            }
        }
    }

    fn finish(mut self) -> Ink {
        let lines = self.ink.strokes.iter().filter(|s| !s.curved).copied().collect::<Vec<_>>();
        self.ink.features.extend(lines.iter().filter_map(|s| line(s.a, s.b, s.color)));
        self.ink.features.extend(joined(&lines).into_iter().filter_map(|(a, b, color)| line(a, b, color)));
        self.ink.features.sort_by(|x, y| x.length.total_cmp(&y.length));
        self.ink.rings.sort_by(|x, y| x.radius.total_cmp(&y.radius));
        self.ink
    }
}

fn line(a: [f32; 2], b: [f32; 2], color: u32) -> Option<Feature> {
    let length = (b[0] - a[0]).hypot(b[1] - a[1]);
    (length >= SHORTEST_FEATURE).then_some(Feature { a, b, length, color, kind: FeatureKind::Line })
}

/// Lines that were drawn in several pieces, end to end: only those of more than one piece.
fn joined(lines: &[Stroke]) -> Vec<([f32; 2], [f32; 2], u32)> {
    let mut ends: HashMap<(Spot, u32), Vec<End>> = HashMap::with_capacity(lines.len() * 2);
    for (i, s) in lines.iter().enumerate() {
        ends.entry((key_of(s.a), s.color)).or_default().push((i as u32, false));
        ends.entry((key_of(s.b), s.color)).or_default().push((i as u32, true));
    }
    // The piece that goes straight on from the end `at_b` of piece `i`.
    let next = |i: u32, at_b: bool| -> Option<(u32, bool)> {
        let s = &lines[i as usize];
        let (from, end) = if at_b { (s.a, s.b) } else { (s.b, s.a) };
        let direction = unit(from, end)?;
        let (kx, ky) = key_of(end);
        let around = [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)];
        around.iter().filter_map(|(dx, dy)| ends.get(&((kx + dx, ky + dy), s.color))).flatten().copied().find(
            |&(j, at)| {
                let t = &lines[j as usize];
                let (near, far) = if at { (t.b, t.a) } else { (t.a, t.b) };
                j != i
                    && unit(near, far).is_some_and(|d| {
                        // Straight on within half a degree, or within the plotter's grid for short pieces.
                        let across = (direction[0] * d[1] - direction[1] * d[0]).abs();
                        let along = direction[0] * d[0] + direction[1] * d[1];
                        along > 0.0 && across < 0.009f32.max(SAME_POINT / s.length().min(t.length()).max(0.1)).min(0.1)
                    })
            },
        )
    };
    let mut done = vec![false; lines.len()];
    let mut out = Vec::new();
    for start in 0..lines.len() as u32 {
        if done[start as usize] {
            continue;
        }
        done[start as usize] = true;
        let mut pieces = 1;
        let mut walk = |mut at: u32, mut at_b: bool| -> [f32; 2] {
            while let Some((j, entered_b)) = next(at, at_b) {
                if std::mem::replace(&mut done[j as usize], true) {
                    break;
                }
                pieces += 1;
                (at, at_b) = (j, !entered_b);
            }
            let s = &lines[at as usize];
            if at_b { s.b } else { s.a }
        };
        let (b, a) = (walk(start, true), walk(start, false));
        if pieces > 1 {
            out.push((a, b, lines[start as usize].color));
        }
    }
    out
}

/// Unit vector from `a` to `b`; `None` when they are one point.
pub(crate) fn unit(a: [f32; 2], b: [f32; 2]) -> Option<[f32; 2]> {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let length = dx.hypot(dy);
    (length > 1e-4).then(|| [dx / length, dy / length])
}

#[cfg(test)]
mod tests {
    use plumbline_sheet::drawing::Drawing;

    use super::*;

    #[test]
    fn a_line_drawn_in_pieces_and_twice_is_one_feature_of_its_whole_length() {
        let mut drawing = Drawing::new(100.0, 100.0);
        drawing.line([10.0, 10.0], [14.0, 10.0]).line([20.0, 10.0], [14.0, 10.0]).line([10.0, 10.0], [14.0, 10.0]);
        let ink = Ink::of(&drawing.sheet());
        assert_eq!(ink.strokes.len(), 2);
        assert!(ink.features.iter().any(|f| (f.length - 10.0).abs() < 1e-3));
    }

    #[test]
    fn white_covers_are_no_ink() {
        let mut drawing = Drawing::new(100.0, 100.0);
        drawing.pen(WHITE, 0.5).rect([10.0, 10.0, 20.0, 20.0]);
        assert!(Ink::of(&drawing.sheet()).strokes.is_empty());
    }

    #[test]
    fn circles_of_curves_and_of_many_sides_are_rings() {
        let mut drawing = Drawing::new(100.0, 100.0);
        drawing.circle([50.0, 50.0], 6.0);
        let sides: Vec<[f32; 2]> = (0..=24)
            .map(|i| (i as f32 / 24.0 * std::f32::consts::TAU).sin_cos())
            .map(|(s, c)| [20.0 + 4.0 * c, 20.0 + 4.0 * s])
            .collect();
        drawing.polyline(&sides);
        let ink = Ink::of(&drawing.sheet());
        let radii: Vec<f32> = ink.rings.iter().map(|r| r.radius.round()).collect();
        assert_eq!(radii, [4.0, 6.0]);
    }
}
