//! The drawn lines of a sheet, prepared for comparing shapes: strokes, features and rings.
//!
//! A *stroke* is a straight piece with its color; curves are flattened to strokes that are marked as curved. A
//! *feature* is a piece long and distinct enough to anchor a comparison at: a straight line, joined over the places
//! where a drawing program happened to split it, or the chord of an arc. A *ring* is a closed curve of one radius.

use plumbline_geometry::{Point, Rect, Vector, point, rect, vector};
use serde::{Deserialize, Serialize};

use crate::fast::Hypotenuse as _;

/// A straight piece of ink.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Stroke {
    /// One end, in points of the sheet.
    pub a: Point,
    /// The other end.
    pub b: Point,
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
    /// Returns the length in points.
    pub fn length(&self) -> f32 {
        (self.b - self.a).length()
    }

    /// Returns the bounding box.
    pub fn bbox(&self) -> Rect {
        let (a, b) = (self.a, self.b);
        Rect::between(a, b)
    }
}

/// The kinds of anchor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FeatureKind {
    /// A straight line.
    Line,
    /// The chord of an open curve.
    Chord,
}

/// A line or chord that can anchor a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Feature {
    /// One end.
    pub a: Point,
    /// The other end.
    pub b: Point,
    /// Distance between the ends in points.
    pub length: f32,
    /// 0xRRGGBB.
    pub color: u32,
    /// Whether it is a line or a chord.
    pub kind: FeatureKind,
    /// Number of its chain, for the pieces and the whole of a line or curve drawn in several pieces; otherwise 0.
    pub chain: u32,
    /// Whether it is a piece of its chain. The place where a plot is cut says nothing about the shape.
    pub piece: bool,
}

/// A closed curve whose points are all at one distance from its center.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Ring {
    /// Center.
    pub center: Point,
    /// Radius in points.
    pub radius: f32,
    /// 0xRRGGBB.
    pub color: u32,
    /// Whether it is filled.
    pub filled: bool,
    /// Number of the chain of arcs it was drawn as, or 0 if it was drawn in one piece.
    pub chain: u32,
}

/// All ink of a sheet, or of a part of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Ink {
    /// Strokes in drawing order, without duplicates.
    pub strokes: Vec<Stroke>,
    /// Features, by length.
    pub features: Vec<Feature>,
    /// Rings, by radius.
    pub rings: Vec<Ring>,
}

/// Shortest piece in points that can anchor a comparison. The plotter's grid hides the direction of a shorter one.
pub(crate) const SHORTEST_FEATURE: f32 = 0.6;

/// Shortest stroke in points whose direction is compared.
pub(crate) const SHORTEST_DIRECTED: f32 = 0.4;

impl Ink {
    /// Returns the ink wholly inside a box, including features and rings.
    pub fn inside(&self, area: Rect) -> Ink {
        let holds = |p: Point| area.min.x <= p.x && p.x <= area.max.x && area.min.y <= p.y && p.y <= area.max.y;
        self.filter(
            |s| holds(s.a) && holds(s.b),
            |f| holds(f.a) && holds(f.b),
            |r| {
                holds(point(r.center.x - r.radius, r.center.y - r.radius))
                    && holds(point(r.center.x + r.radius, r.center.y + r.radius))
            },
        )
    }

    /// Returns the strokes, features and rings that pass the tests.
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

    /// Returns the ink with every point moved.
    #[must_use]
    pub(crate) fn moved(mut self, to: impl Fn(Point) -> Point) -> Ink {
        for s in &mut self.strokes {
            (s.a, s.b) = (to(s.a), to(s.b));
        }
        for f in &mut self.features {
            (f.a, f.b) = (to(f.a), to(f.b));
        }
        for r in &mut self.rings {
            r.center = to(r.center);
        }
        self
    }

    /// Returns the bounding box of the strokes, or `None` if there are none.
    pub fn bbox(&self) -> Option<Rect> {
        let first = self.strokes.first()?;
        let start = rect(first.a.x, first.a.y, first.a.x, first.a.y);
        Some(self.strokes.iter().flat_map(|s| [s.a, s.b]).fold(start, |b, p| b.including(p)))
    }

    /// Returns the features of one kind within a range of lengths.
    pub fn features_of(&self, kind: FeatureKind, from: f32, to: f32) -> impl Iterator<Item = &Feature> {
        let start = self.features.partition_point(|f| f.length < from);
        self.features[start..].iter().take_while(move |f| f.length <= to).filter(move |f| f.kind == kind)
    }

    /// Returns the rings within a range of radii.
    pub fn rings_of(&self, from: f32, to: f32) -> impl Iterator<Item = &Ring> {
        let start = self.rings.partition_point(|r| r.radius < from);
        self.rings[start..].iter().take_while(move |r| r.radius <= to)
    }
}

/// Returns the unit vector from `a` to `b`, or `None` if they are one point.
pub(crate) fn unit(a: Point, b: Point) -> Option<Vector> {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let length = dx.hypotenuse(dy);
    (length > 1e-4).then(|| vector(dx / length, dy / length))
}
