//! The rotations and mirror images in which a symbol looks the same. Placements that differ by those alone are tried
//! once.

use std::f32::consts::{FRAC_PI_2, TAU};

use plumbline_geometry::Point;

use crate::grid::Grid;
use crate::matching::{STRAIGHT, passes};
use crate::placement::Placement;
use crate::template::Template;

/// A rotation about the center after mirroring, in which a symbol covers itself.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Symmetry {
    /// Rotation in radians.
    turn: f32,
    mirror: bool,
}

/// Maximum distance of a stroke from another's image, in points: a plotter's grid.
const SAME: f32 = 0.15;

impl Symmetry {
    /// Returns the symmetries of a square that a symbol has, including the identity.
    pub(crate) fn all_of(template: &Template) -> Vec<Self> {
        let strokes = &template.specimen.ink.strokes;
        let grid = Grid::new(strokes);
        let covers = |symmetry: &Self| {
            let laid = Placement { at: Point::zero(), turn: symmetry.turn, mirror: symmetry.mirror, scale: 1.0 };
            let orientation = laid.orientation();
            template.samples.iter().all(|sample| {
                let p = laid.apply(sample.at);
                let direction = sample.direction.map(|v| orientation.turn(v));
                grid.near(p).iter().any(|&i| {
                    let s = &strokes[i as usize];
                    s.filled == sample.filled && s.color == sample.color && passes(s, p, direction, SAME, STRAIGHT)
                })
            })
        };
        let squares = (0..4u8)
            .flat_map(|quarter| [false, true].map(|mirror| Self { turn: f32::from(quarter) * FRAC_PI_2, mirror }));
        squares.filter(|s| (s.turn == 0.0 && !s.mirror) || covers(s)).collect()
    }
}

/// Angle in radians below which two rotations are the same.
const TURN: f32 = 0.03;

/// Returns the rotation and mirroring of a placement as numbers that are equal for all placements that look alike.
pub(crate) fn canonical_orientation(placement: Placement, symmetries: &[Symmetry]) -> (i32, bool) {
    let alike = |s: &Symmetry| {
        // A rotation before mirroring is the opposite rotation after it.
        let turn = placement.turn + if placement.mirror { -s.turn } else { s.turn };
        ((turn.rem_euclid(TAU) / TURN).round_ties_even() as i32, placement.mirror != s.mirror)
    };
    symmetries.iter().map(alike).min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::point;
    use plumbline_sheet::drawing::Drawing;

    use super::*;
    use crate::ink::Ink;
    use crate::template::Specimen;

    fn drawn(lines: &[[f32; 4]]) -> Template {
        let mut drawing = Drawing::new(100.0, 100.0);
        for &[x0, y0, x1, y1] in lines {
            drawing.line([50.0 + x0, 50.0 + y0], [50.0 + x1, 50.0 + y1]);
        }
        Template::new(Specimen::new(Ink::of(&drawing.sheet()), Vec::new()))
    }

    const CROSS: [[f32; 4]; 2] = [[-5.0, 0.0, 5.0, 0.0], [0.0, -5.0, 0.0, 5.0]];
    const ARROW: [[f32; 4]; 3] = [[-5.0, 0.0, 5.0, 0.0], [5.0, 0.0, 2.0, 2.0], [5.0, 0.0, 2.0, -2.0]];
    const HOOK: [[f32; 4]; 2] = [[-5.0, 0.0, 5.0, 0.0], [5.0, 0.0, 5.0, 3.0]];

    #[test]
    fn a_cross_has_those_of_a_square_an_arrow_two_and_a_hook_none_but_itself() {
        let count = |lines: &[[f32; 4]]| Symmetry::all_of(&drawn(lines)).len();
        assert_eq!((count(&CROSS), count(&ARROW), count(&HOOK)), (8, 2, 1));
    }

    #[test]
    fn placements_that_look_alike_have_one_way_and_others_have_not() {
        let arrow = drawn(&ARROW);
        let symmetries = Symmetry::all_of(&arrow);
        let laid = |turn: f32, mirror: bool| Placement { at: Point::zero(), turn, mirror, scale: 1.0 };
        // The arrow's tip shows its orientation. The ends of its head are alike.
        let looks = |p: Placement| p.apply(point(5.0, 0.0)).map(|v| (v * 10.0).round());
        let all: Vec<Placement> = (0..24).flat_map(|i| [false, true].map(|m| laid(i as f32 * TAU / 24.0, m))).collect();
        for a in &all {
            for b in &all {
                assert_eq!(
                    canonical_orientation(*a, &symmetries) == canonical_orientation(*b, &symmetries),
                    looks(*a) == looks(*b),
                    "{a:?} {b:?}"
                );
            }
        }
    }
}
