//! Wires, their pens, and distances from their strokes.

use plumbline_geometry::{Point, Segment};

use crate::ink::Stroke;

/// A line of one pen that connects devices.
#[derive(Debug, Clone, PartialEq)]
pub struct Wire {
    /// The indices of the connected devices, ascending.
    pub devices: Vec<usize>,
    /// The ends without a device: ends of home runs, and of wires to symbols that are not counted.
    pub loose: Vec<Point>,
    /// The indices of its strokes, ascending.
    pub strokes: Vec<u32>,
}

/// A color on a layer. Drafters usually give wires a pen of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Pen {
    /// The color as 0xRRGGBB.
    pub(crate) color: u32,
    pub(crate) layer: u32,
}

/// Returns the distance of a point from a stroke in points.
pub fn distance_to_stroke(p: Point, s: &Stroke) -> f32 {
    Segment::new(s.a, s.b).distance(p)
}
