//! The two axes of the page, for code that treats them alike.

use crate::rect::{Rect, rect};
use crate::units::Point;

/// An axis of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// To the right.
    X,
    /// Down.
    Y,
}

impl Axis {
    /// Both axes.
    pub const BOTH: [Self; 2] = [Self::X, Self::Y];

    /// Returns the other axis.
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::X => Self::Y,
            Self::Y => Self::X,
        }
    }

    /// Returns the coordinate of a point along this axis.
    #[inline]
    pub const fn of<U>(self, p: Point<U>) -> f32 {
        match self {
            Self::X => p.x,
            Self::Y => p.y,
        }
    }

    /// Returns the rectangle that begins and ends at these coordinates along this axis and along the other.
    #[inline]
    pub const fn rect<U>(self, own: (f32, f32), other: (f32, f32)) -> Rect<U> {
        match self {
            Self::X => rect(own.0, other.0, own.1, other.1),
            Self::Y => rect(other.0, own.0, other.1, own.1),
        }
    }

    /// Returns where a rectangle begins and ends along this axis.
    #[inline]
    pub const fn span<U>(self, b: Rect<U>) -> (f32, f32) {
        (self.of(b.min), self.of(b.max))
    }
}
