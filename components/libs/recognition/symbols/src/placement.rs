//! The placements of a template on a sheet, from a feature of one laid on a feature of the other.

use plumbline_geometry::{Point, Vector, halfway, vector};

use crate::ink::Feature;

/// Position and orientation of a template.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placement {
    /// The middle of the symbol on the sheet.
    pub at: Point,
    /// Rotation in radians, from x toward y, after mirroring.
    pub turn: f32,
    /// Whether it is first mirrored left to right.
    pub mirror: bool,
    /// Size relative to the template.
    pub scale: f32,
}

impl Placement {
    /// Returns the rotation and mirroring, without scale.
    pub(crate) fn orientation(&self) -> Orientation {
        let (s, c) = self.turn.sin_cos();
        let m = if self.mirror { -1.0 } else { 1.0 };
        Orientation { x_axis: vector(c * m, s * m), y_axis: vector(-s, c) }
    }

    /// Returns the position of a point of the template on the sheet.
    pub fn apply(&self, p: Point) -> Point {
        (self.orientation().turn(p.to_vector()) * self.scale + self.at.to_vector()).to_point()
    }
}

/// A rotation and mirroring: where the axes of a template point on the sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Orientation {
    x_axis: Vector,
    y_axis: Vector,
}

impl Orientation {
    /// Returns the direction on the sheet of a direction in the template.
    pub(crate) fn turn(self, v: Vector) -> Vector {
        self.x_axis * v.x + self.y_axis * v.y
    }
}

/// Returns how much longer or shorter a line of a block may be in another place: a plotter's grid at both ends, and the
/// percent or two by which blocks are scaled by hand.
pub(crate) fn slack(length: f32) -> f32 {
    0.15 + 0.015 * length
}

/// Returns the range of lengths that a feature of a template may have on the sheet.
pub(crate) fn span(f: &Feature) -> (f32, f32) {
    let slack = slack(f.length);
    (f.length - slack, f.length + slack)
}

/// Adds the four placements that put one feature on another. They are scaled if the lengths differ by more than a
/// plotter's grid explains.
pub(crate) fn align(ours: &Feature, theirs: &Feature, out: &mut Vec<Placement>) {
    align_one_way(ours, theirs, out);
    align_one_way(ours, &Feature { a: theirs.b, b: theirs.a, ..*theirs }, out);
}

pub(crate) fn align_one_way(ours: &Feature, theirs: &Feature, out: &mut Vec<Placement>) {
    for mirror in [false, true] {
        let m = if mirror { -1.0 } else { 1.0 };
        let from = (ours.b.y - ours.a.y).atan2((ours.b.x - ours.a.x) * m);
        let to = (theirs.b.y - theirs.a.y).atan2(theirs.b.x - theirs.a.x);
        let mut turn = to - from;
        // A plotter's grid turns short lines slightly. Blocks are usually placed at multiples of 15 degrees.
        let step = std::f32::consts::PI / 12.0;
        let snapped = (turn / step).round() * step;
        if (turn - snapped).abs() * theirs.length < 0.1 {
            turn = snapped;
        }
        let same = (theirs.length - ours.length).abs() <= slack(ours.length);
        let scale = if same { 1.0 } else { theirs.length / ours.length.max(1e-3) };
        let origin = Placement { at: Point::zero(), turn, mirror, scale };
        let middle = origin.apply(halfway(ours.a, ours.b));
        let there = halfway(theirs.a, theirs.b);
        out.push(Placement { at: (there - middle).to_point(), ..origin });
    }
}
