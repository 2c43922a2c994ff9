//! A traced line.

use kurbo::{Arc, BezPath, Point, Vec2};

/// A line or an arc.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// A straight line between two points.
    Line(Point, Point),
    /// An arc of a circle. Angles are in radians from the right, clockwise on the screen.
    Arc {
        /// Center of the circle.
        middle: Point,
        /// Radius of the circle.
        radius: f64,
        /// Start angle.
        start: f64,
        /// Angle that the arc covers. The sign is its direction, and 2π is a whole circle.
        sweep: f64,
    },
}

/// A traced line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Traced {
    /// Centerline.
    pub shape: Shape,
    /// Drawn width in pixels.
    pub width: f64,
}

impl Traced {
    /// Returns its centerline as a path.
    pub fn path(&self) -> BezPath {
        let mut path = BezPath::new();
        match self.shape {
            Shape::Line(from, to) => {
                path.move_to(from);
                path.line_to(to);
            }
            Shape::Arc { middle, radius, start, sweep } => {
                let arc = Arc::new(middle, Vec2::new(radius, radius), start, sweep, 0.0);
                path.move_to(middle + Vec2::from_angle(start) * radius);
                arc.to_cubic_beziers(0.05, |a, b, to| path.curve_to(a, b, to));
            }
        }
        path
    }

    /// Returns its length.
    pub fn length(&self) -> f64 {
        match self.shape {
            Shape::Line(from, to) => from.distance(to),
            Shape::Arc { radius, sweep, .. } => radius * sweep.abs(),
        }
    }
}
