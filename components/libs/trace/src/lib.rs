//! Linework of a scanned page as paths along the middle of its lines.
//!
//! - `thin`: ink worn down to one pixel, and how wide it was; `skeleton`: that as chains between ends and junctions;
//! - `piece`: chains as straight lines and arcs; `join`, `rings`: lines and arcs that a junction parted.
//!
//! Space: pixels, origin top-left, y down.

mod join;
mod piece;
mod rings;
mod skeleton;
mod thin;

use kurbo::{Arc, BezPath, Point, Vec2};
use plumbline_picture::Ink;

/// A line or an arc.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// A straight line between two points.
    Line(Point, Point),
    /// A part of a circle; angles in radians from the right, clockwise on the screen.
    Arc {
        /// The middle of the circle.
        middle: Point,
        /// Its radius.
        radius: f64,
        /// Where the arc begins.
        start: f64,
        /// How far it goes; the sign is its direction, 2π a whole circle.
        sweep: f64,
    },
}

/// A traced line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Traced {
    /// Its middle.
    pub shape: Shape,
    /// How wide it is drawn.
    pub width: f64,
}

impl Traced {
    /// Its middle as a path.
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

    /// Its length.
    pub fn length(&self) -> f64 {
        match self.shape {
            Shape::Line(from, to) => from.distance(to),
            Shape::Arc { radius, sweep, .. } => radius * sweep.abs(),
        }
    }
}

/// Lines shorter than this are specks of the scan, in pixels.
const SPECK: f64 = 4.0;

/// Traces the lines of a page. Ink within the boxes of `text` (x-min, y-min, x-max, y-max) is lettering and left out.
pub fn trace(mut ink: Ink, text: &[[f32; 4]]) -> Vec<Traced> {
    mask(&mut ink, text);
    let thinned = thin::thin(&ink);
    drop(ink);
    let chains = skeleton::chains(thinned);
    let mut pieces = Vec::new();
    for chain in &chains {
        piece::fit(chain, &mut pieces);
    }
    drop(chains);
    let mut lines = rings::joined(join::joined(pieces));
    lines.retain(|line| line.length() >= SPECK);
    lines
}

/// Takes the ink of lettering away, and with it the part of a line that passes through: joining bridges what is short.
fn mask(ink: &mut Ink, text: &[[f32; 4]]) {
    for &[x0, y0, x1, y1] in text {
        let low = |at: f32| at.floor().max(0.0) as usize;
        for y in low(y0)..(y1.ceil().max(0.0) as usize).min(ink.height()) {
            for x in low(x0)..(x1.ceil().max(0.0) as usize).min(ink.width()) {
                ink.set(x, y, false);
            }
        }
    }
}
