//! The placements of a template on a sheet, from a feature of one laid on a feature of the other.

use crate::ink::Feature;

/// Position and orientation of a template.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placement {
    /// The middle of the symbol on the sheet.
    pub at: [f32; 2],
    /// Rotation in radians, from x toward y, after mirroring.
    pub turn: f32,
    /// Whether it is first mirrored left to right.
    pub mirror: bool,
    /// Size relative to the template.
    pub scale: f32,
}

impl Placement {
    /// Returns the rotation and mirroring, without scale.
    pub(crate) fn matrix(&self) -> [f32; 4] {
        let (s, c) = self.turn.sin_cos();
        let m = if self.mirror { -1.0 } else { 1.0 };
        [c * m, -s, s * m, c]
    }

    /// Returns the position of a point of the template on the sheet.
    pub fn apply(&self, p: [f32; 2]) -> [f32; 2] {
        let [a, b, c, d] = self.matrix();
        let k = self.scale;
        [k * (a * p[0] + b * p[1]) + self.at[0], k * (c * p[0] + d * p[1]) + self.at[1]]
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
        let from = (ours.b[1] - ours.a[1]).atan2((ours.b[0] - ours.a[0]) * m);
        let to = (theirs.b[1] - theirs.a[1]).atan2(theirs.b[0] - theirs.a[0]);
        let mut turn = to - from;
        // A plotter's grid turns short lines slightly. Blocks are usually placed at multiples of 15 degrees.
        let step = std::f32::consts::PI / 12.0;
        let snapped = (turn / step).round() * step;
        if (turn - snapped).abs() * theirs.length < 0.1 {
            turn = snapped;
        }
        let same = (theirs.length - ours.length).abs() <= slack(ours.length);
        let scale = if same { 1.0 } else { theirs.length / ours.length.max(1e-3) };
        let origin = Placement { at: [0.0, 0.0], turn, mirror, scale };
        let middle = origin.apply([(ours.a[0] + ours.b[0]) / 2.0, (ours.a[1] + ours.b[1]) / 2.0]);
        let there = [(theirs.a[0] + theirs.b[0]) / 2.0, (theirs.a[1] + theirs.b[1]) / 2.0];
        out.push(Placement { at: [there[0] - middle[0], there[1] - middle[1]], ..origin });
    }
}
