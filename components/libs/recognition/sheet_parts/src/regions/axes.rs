//! The directions along a line and across it, for the coordinates of places beside it.

use plumbline_geometry::{Point, Vector, vector};
use plumbline_sheet::lines::{along_across, direction};

/// Maximum sine of the angle between an axis and a line that counts as horizontal or vertical.
const STRAIGHT: f32 = 0.02;

/// The direction of a line and the one across it, of length 1. Parallel lines have the same, whichever end comes first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axes {
    along: Vector,
}

impl Axes {
    /// Returns the axes of the line between two points. Nearly horizontal and vertical lines snap to the page's axes.
    pub fn between(from: Point, to: Point) -> Self {
        let way = direction(from, to);
        let along = match (way.x, way.y) {
            (_, y) if y.abs() < STRAIGHT => vector(1.0, 0.0),
            (x, _) if x.abs() < STRAIGHT => vector(0.0, 1.0),
            (x, y) if (if x.abs() > y.abs() { x } else { y }) < 0.0 => -way,
            _ => way,
        };
        Self { along }
    }

    /// Returns the direction along the line: to the right, or down if it is steeper than 45°.
    pub fn along(self) -> Vector {
        self.along
    }

    /// Returns the direction across the line.
    pub fn across(self) -> Vector {
        vector(-self.along.y, self.along.x)
    }

    /// Returns whether the line is horizontal or vertical.
    pub fn is_straight(self) -> bool {
        self.along.x == 0.0 || self.along.y == 0.0
    }

    /// Returns the coordinates of a point: across the line and along it.
    pub fn coordinates(self, point: Point) -> (f32, f32) {
        let Point { x: at, y: off, .. } = along_across(self.along, point);
        (off, at)
    }

    /// Returns the point at the given coordinates.
    pub fn point(self, (off, at): (f32, f32)) -> Point {
        (self.across() * off + self.along * at).to_point()
    }
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::point;

    use super::*;

    #[test]
    fn a_place_gives_its_point_again_whichever_end_comes_first() {
        for degrees in 0..72 {
            let (sin, cos) = (degrees as f32 * 5.0).to_radians().sin_cos();
            let (from, to) = (point(10.0, 20.0), point(10.0 + 50.0 * cos, 20.0 + 50.0 * sin));
            let axes = Axes::between(from, to);
            assert_eq!(axes, Axes::between(to, from), "{degrees}");
            let Point { x, y, .. } = axes.point(axes.coordinates(point(31.0, -7.0)));
            assert!((x - 31.0).abs() < 1e-4 && (y + 7.0).abs() < 1e-4, "{degrees}: {x}, {y}");
        }
    }
}
