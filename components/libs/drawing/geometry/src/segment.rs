//! Straight segments.

use std::fmt;

use crate::rect::Rect;
use crate::units::{Page, Point, Vector, VectorExt, distance, halfway, point};

/// A straight segment from one point to another.
#[repr(C)]
pub struct Segment<U = Page> {
    /// Where it starts.
    pub from: Point<U>,
    /// Where it ends.
    pub to: Point<U>,
}

// Not derived, because that would require the same of the unit.
impl<U> Copy for Segment<U> {}

impl<U> Clone for Segment<U> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<U> PartialEq for Segment<U> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.from == other.from && self.to == other.to
    }
}

impl<U> fmt::Debug for Segment<U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_array().fmt(f)
    }
}

impl<U> From<[f32; 4]> for Segment<U> {
    #[inline]
    fn from([x_from, y_from, x_to, y_to]: [f32; 4]) -> Self {
        Self::new(point(x_from, y_from), point(x_to, y_to))
    }
}

impl<U> Segment<U> {
    /// Creates a segment.
    #[inline]
    pub const fn new(from: Point<U>, to: Point<U>) -> Self {
        Self { from, to }
    }

    /// Returns `[x_from, y_from, x_to, y_to]`.
    #[inline]
    pub const fn to_array(self) -> [f32; 4] {
        [self.from.x, self.from.y, self.to.x, self.to.y]
    }

    /// Returns the step from the start to the end.
    #[inline]
    pub fn vector(self) -> Vector<U> {
        self.to - self.from
    }

    /// Returns the length. It is the same in both directions, to the last bit.
    #[inline]
    pub fn length(self) -> f32 {
        self.vector().hypot()
    }

    /// Returns the point in the middle.
    #[inline]
    pub fn middle(self) -> Point<U> {
        halfway(self.from, self.to)
    }

    /// Returns the distance of a point.
    pub fn distance(self, p: Point<U>) -> f32 {
        let (step, off) = (self.vector(), p - self.from);
        let square = (step.x * step.x + step.y * step.y).max(1e-9);
        let t = ((off.x * step.x + off.y * step.y) / square).clamp(0.0, 1.0);
        distance(p, self.from + step * t)
    }

    /// Returns whether it crosses another segment: the ends of each are on opposite sides of the other.
    pub fn crosses(self, other: Self) -> bool {
        let side = |s: Self, p: Point<U>| s.vector().cross(p - s.from);
        let apart = |s: Self, t: Self| side(s, t.from) * side(s, t.to) < 0.0;
        apart(self, other) && apart(other, self)
    }

    /// Returns the smallest rectangle around it.
    #[inline]
    pub fn bbox(self) -> Rect<U> {
        Rect::between(self.from, self.to)
    }
}
