//! A symbol's shape prepared for the search: where ink must be, where it must not be, and where to begin.

use std::collections::HashSet;

use plumbline_geometry::{Point, Size, Vector, rect};
use serde::{Deserialize, Serialize};

use crate::contact::{STRAIGHT, passes};
use crate::grid::Grid;
use crate::ink::{Feature, Ink, Ring, SHORTEST_DIRECTED, unit};

/// Text that belongs to a symbol, relative to the symbol's middle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Letters {
    /// The text, trimmed.
    pub text: String,
    /// Middle of its box relative to the symbol's middle.
    pub at: Point,
    /// Height of the font in points.
    pub size: f32,
    /// Whether it is within the symbol's ink or beside it.
    pub inside: bool,
}

/// One drawing of a symbol: its ink and letters, moved so that the middle of the ink's box is 0, 0.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Specimen {
    /// The lines.
    pub ink: Ink,
    /// The text within and beside the ink.
    pub letters: Vec<Letters>,
    /// Width and height of the ink's box in points, or 0 without ink.
    pub size: Size,
}

impl Specimen {
    /// Creates a specimen from ink and letters in sheet coordinates. Letters are inside if their middle lies in the
    /// ink's box.
    pub fn new(ink: Ink, letters: Vec<Letters>) -> Self {
        let bbox = ink.bbox().unwrap_or_else(|| {
            let first = letters.first().map_or(Point::zero(), |l| l.at);
            rect(first.x, first.y, first.x, first.y)
        });
        let middle = bbox.center();
        let size = bbox.size();
        let shift = |p: Point| (p - middle).to_point();
        let mut ink = ink;
        for s in &mut ink.strokes {
            (s.a, s.b) = (shift(s.a), shift(s.b));
        }
        for f in &mut ink.features {
            (f.a, f.b) = (shift(f.a), shift(f.b));
        }
        for r in &mut ink.rings {
            r.center = shift(r.center);
        }
        // If the whole of a piece extends beyond the specimen, the piece is all there is of it here.
        let wholes = ink.features.iter().filter(|f| !f.piece).map(|f| f.chain).chain(ink.rings.iter().map(|r| r.chain));
        let wholes: HashSet<u32> = wholes.collect();
        for f in &mut ink.features {
            f.piece &= wholes.contains(&f.chain);
        }
        let letters = letters
            .into_iter()
            .map(|l| {
                let at = shift(l.at);
                let inside =
                    at.x.abs() <= size.width / 2.0 && at.y.abs() <= size.height / 2.0 && !ink.strokes.is_empty();
                Letters { at, inside, ..l }
            })
            .collect();
        Self { ink, letters, size }
    }

    /// Returns the shape scaled by `factor`.
    #[must_use]
    pub fn scaled(&self, factor: f32) -> Self {
        let mut out = self.clone();
        let grow = |p: Point| p * factor;
        for s in &mut out.ink.strokes {
            (s.a, s.b) = (grow(s.a), grow(s.b));
        }
        for f in &mut out.ink.features {
            (f.a, f.b, f.length) = (grow(f.a), grow(f.b), f.length * factor);
        }
        for r in &mut out.ink.rings {
            (r.center, r.radius) = (grow(r.center), r.radius * factor);
        }
        for l in &mut out.letters {
            (l.at, l.size) = (grow(l.at), l.size * factor);
        }
        out.size *= factor;
        out
    }

    /// Returns the symbol without letters drawn as lines within it, or `None` if there are none.
    pub(crate) fn without_inner_letters(&self) -> Option<Self> {
        let ink = crate::parts::without_inner_pieces(&self.ink)?;
        Some(Self { ink, letters: self.letters.clone(), size: self.size })
    }

    /// Returns the length of all strokes in points.
    pub fn ink_length(&self) -> f32 {
        self.ink.strokes.iter().map(crate::ink::Stroke::length).sum()
    }
}

/// A place where a stroke must pass.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) at: Point,
    /// Direction of the stroke, or `None` if it is too short to have one.
    pub(crate) direction: Option<Vector>,
    pub(crate) color: u32,
    pub(crate) curved: bool,
    pub(crate) filled: bool,
    /// Index in the specimen of the stroke it lies on.
    pub(crate) stroke: u32,
    /// Points of ink that it represents.
    pub(crate) weight: f32,
}

/// A place just beyond the end of a line, where the line must not go on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Guard {
    pub(crate) at: Point,
    pub(crate) direction: Vector,
    pub(crate) color: u32,
}

/// A specimen prepared for the search.
#[derive(Debug, Clone)]
pub struct Template {
    /// The specimen it was made from.
    pub specimen: Specimen,
    /// Samples, ordered so that the first few are spread over the symbol.
    pub(crate) samples: Vec<Sample>,
    pub(crate) guards: Vec<Guard>,
    /// Sum of the samples' weights.
    pub(crate) weight: f32,
    /// Distinct features, longest first.
    pub(crate) features: Vec<Feature>,
    /// Distinct rings, largest first.
    pub(crate) rings: Vec<Ring>,
}

/// Approximate number of samples of a symbol: enough that one percent of its ink is several samples.
const SAMPLES: f32 = 400.0;

/// Closest spacing of samples in points. They need not be denser than the tolerance.
const CLOSEST: f32 = 0.5;

/// How far beyond a line's end ink is forbidden, in points.
const BEYOND: f32 = 1.0;

impl Template {
    /// Prepares a specimen.
    pub fn new(specimen: Specimen) -> Self {
        let strokes = &specimen.ink.strokes;
        let step = (specimen.ink_length() / SAMPLES).max(CLOSEST);
        let mut samples = Vec::new();
        for (stroke, s) in (0u32..).zip(strokes) {
            let length = s.length();
            let count = (length / step).ceil().max(1.0) as usize;
            let direction = unit(s.a, s.b).filter(|_| length >= SHORTEST_DIRECTED);
            for i in 0..count {
                let t = (i as f32 + 0.5) / count as f32;
                samples.push(Sample {
                    at: s.a + (s.b - s.a) * t,
                    direction,
                    color: s.color,
                    curved: s.curved,
                    filled: s.filled,
                    stroke,
                    weight: length / count as f32,
                });
            }
        }
        let samples = spread(samples);
        let weight = samples.iter().map(|s| s.weight).sum();
        let guards = guards(&specimen.ink);
        let mut features: Vec<Feature> = Vec::new();
        for f in specimen.ink.features.iter().rev() {
            let same = |g: &Feature| {
                g.piece == f.piece && g.kind == f.kind && g.color == f.color && (g.length - f.length).abs() < 0.1
            };
            // A few of each length are kept: one may be spoilt by a wire in line with it.
            if features.iter().filter(|g| same(g)).count() < 2 {
                features.push(*f);
            }
        }
        let mut rings: Vec<Ring> = Vec::new();
        for r in specimen.ink.rings.iter().rev() {
            if !rings.iter().any(|q| q.color == r.color && (q.radius - r.radius).abs() < 0.1 && q.center == r.center) {
                rings.push(*r);
            }
        }
        Self { specimen, samples, guards, weight, features, rings }
    }

    /// Returns how much there is to recognize: whole lines of different length or direction, and rings. A dot or a bare
    /// line has 1, a plain rectangle 2.
    pub fn detail(&self) -> usize {
        let mut kinds: Vec<(i32, i32)> = self
            .specimen
            .ink
            .features
            .iter()
            .filter(|f| !f.piece)
            .map(|f| {
                let direction = (f.b.y - f.a.y).atan2(f.b.x - f.a.x).rem_euclid(std::f32::consts::PI);
                ((f.length * 2.0).round() as i32, (direction * 12.0 / std::f32::consts::PI).round() as i32 % 12)
            })
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds.len() + self.rings.len()
    }

    /// Returns whether rotation changes nothing: only circles around one center.
    pub(crate) fn is_round(&self) -> bool {
        self.features.iter().all(|f| f.piece)
            && self
                .rings
                .first()
                .is_some_and(|first| self.rings.iter().all(|r| (r.center - first.center).length() < 0.15))
    }
}

/// Reorders samples so that any first part is spread over the whole, with a stride that shares no factor with the
/// count.
fn spread(samples: Vec<Sample>) -> Vec<Sample> {
    let n = samples.len();
    if n < 4 {
        return samples;
    }
    let common = |mut a: usize, mut b: usize| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let mut stride = (n as f32 * 0.618) as usize;
    while common(stride, n) != 1 {
        stride += 1;
    }
    (0..n).map(|i| samples[i * stride % n]).collect()
}

fn guards(ink: &Ink) -> Vec<Guard> {
    let grid = Grid::new(&ink.strokes);
    let mut out = Vec::new();
    for s in ink.strokes.iter().filter(|s| !s.curved && s.length() >= 2.0 * BEYOND) {
        for (from, to) in [(s.a, s.b), (s.b, s.a)] {
            let Some(direction) = unit(from, to) else { continue };
            let at = to + direction * BEYOND;
            let goes_on = grid.near(at).iter().any(|&i| {
                let t = &ink.strokes[i as usize];
                passes(t, at, Some(direction), 0.6, STRAIGHT)
            });
            if !goes_on {
                out.push(Guard { at, direction, color: s.color });
            }
        }
    }
    out
}
