//! The drawn lines of a sheet, prepared for comparing shapes: strokes, features and rings.
//!
//! A *stroke* is a straight piece with its color; curves are flattened to strokes that are marked as curved. A
//! *feature* is a piece long and distinct enough to anchor a comparison at: a straight line, joined over the places
//! where a drawing program happened to split it, or the chord of an arc. A *ring* is a closed curve of one radius.

use plumbline_geometry::{Point, Rect, Vector, point, rect, vector};
use plumbline_sheet::Sheet;
use plumbline_sheet::model::Path;
use serde::{Deserialize, Serialize};

use crate::collect::Collector;
use crate::curves;
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
    /// Length in points.
    pub fn length(&self) -> f32 {
        (self.b - self.a).length()
    }

    /// x-min, y-min, x-max, y-max.
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

/// Distance in points below which two ends are one point: a plotter's grid is 0.01 to 0.06 pt.
pub(crate) const SAME_POINT: f32 = 0.06;

/// Shortest piece in points that can anchor a comparison. The plotter's grid hides the direction of a shorter one.
pub(crate) const SHORTEST_FEATURE: f32 = 0.6;

const WHITE: u32 = 0xff_ffff;

/// Returns the color in which a path shows and whether it is filled, or `None` if it is invisible on paper.
fn visible_color(path: &Path<'_>) -> Option<(u32, bool)> {
    let stroke = path.style.stroke.filter(|&c| c & WHITE != WHITE);
    let fill = path.style.fill.filter(|&c| c & WHITE != WHITE);
    match (stroke, fill) {
        (Some(color), fill) => Some((color, fill.is_some())),
        (None, Some(color)) => Some((color, true)),
        (None, None) => None,
    }
}

/// A point, as a cell of a grid of [`SAME_POINT`].
pub(crate) type GridPoint = (i32, i32);

pub(crate) fn key_of(p: Point) -> GridPoint {
    ((p.x / SAME_POINT).round_ties_even() as i32, (p.y / SAME_POINT).round_ties_even() as i32)
}

impl Ink {
    /// Collects the visible ink of a sheet.
    pub fn of(sheet: &Sheet) -> Self {
        let mut collector = Collector::default();
        for path in sheet.paths() {
            let Some((color, filled)) = visible_color(&path) else { continue };
            for outline in curves::outlines(&path) {
                collector.outline(&outline, color, filled, path.index as u32, path.clip);
            }
        }
        collector.finish(sheet)
    }

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

    /// x-min, y-min, x-max, y-max of the strokes, or `None` if there are none.
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
    fn circles_and_curves_drawn_in_pieces_are_as_in_one() {
        use kurbo::ParamCurve;
        let mut hook = kurbo::BezPath::new();
        hook.move_to((10.0, 10.0));
        hook.curve_to((16.0, 4.0), (16.0, 16.0), (22.0, 10.0));
        let mut drawing = Drawing::new(100.0, 100.0);
        for (n, whole) in [kurbo::Shape::to_path(&kurbo::Circle::new((50.0, 50.0), 6.0), 0.01), hook].iter().enumerate()
        {
            for (i, segment) in whole.segments().enumerate() {
                let cut = 0.3 + 0.1 * ((i + n) % 4) as f64;
                for part in [segment.subsegment(cut..1.0), segment.subsegment(0.0..cut).reverse()] {
                    let mut path = kurbo::BezPath::new();
                    path.move_to(part.start());
                    path.push(part.as_path_el());
                    drawing.symbol(&[path], [0.0, 0.0], 0.0, false);
                }
            }
        }
        let ink = Ink::of(&drawing.sheet());
        assert_eq!(ink.rings.len(), 1);
        assert!((ink.rings[0].radius - 6.0).abs() < 0.05);
        let whole: Vec<&Feature> = ink.features.iter().filter(|f| !f.piece).collect();
        assert_eq!(whole.len(), 1);
        assert!((whole[0].length - 12.0).abs() < 0.05);
    }

    #[test]
    fn a_line_that_ends_where_an_area_does_is_not_taken_for_its_outline() {
        let mut drawing = Drawing::new(100.0, 100.0);
        drawing.line([10.0, 10.0], [18.0, 10.0]).fill(Some(0)).rect([10.0, 10.0, 18.0, 18.0]);
        let strokes = Ink::of(&drawing.sheet()).strokes;
        assert_eq!(strokes.iter().filter(|s| s.filled).count(), 4);
        assert_eq!(strokes.iter().filter(|s| !s.filled).count(), 1);
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
        let sides: Vec<Point> = (0..=24)
            .map(|i| (i as f32 / 24.0 * std::f32::consts::TAU).sin_cos())
            .map(|(s, c)| point(20.0 + 4.0 * c, 20.0 + 4.0 * s))
            .collect();
        drawing.polyline(&sides);
        let ink = Ink::of(&drawing.sheet());
        let radii: Vec<f32> = ink.rings.iter().map(|r| r.radius.round()).collect();
        assert_eq!(radii, [4.0, 6.0]);
    }
}
