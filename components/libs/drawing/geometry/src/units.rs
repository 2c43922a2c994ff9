//! The units, and euclid's types under shorter names. Without a unit, a type is of the page.

use std::cmp::Ordering;

/// PDF points of the page as displayed, with the origin at the top left and y down.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Page;

/// Fractions of the page as displayed: from 0 at the left and top to 1 at the right and bottom.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Normalized;

/// Meters of the building.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct World;

/// Pixels of a picture of the page, with the origin at the top left and y down.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pixel;

/// Along a direction and across it: x along it, y across it to its right-hand side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Aligned;

/// Cells of a grid that an algorithm lays over the page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid;

/// A place.
pub type Point<U = Page, T = f32> = euclid::Point2D<T, U>;

/// A step from one place to another, or a direction.
pub type Vector<U = Page, T = f32> = euclid::Vector2D<T, U>;

/// A width and a height.
pub type Size<U = Page, T = f32> = euclid::Size2D<T, U>;

/// The corners of a rectangle with sides along the axes. [`Rect`](crate::Rect) is that of drawings, with more to it.
pub type Bounds<U = Page, T = f32> = euclid::Box2D<T, U>;

/// Creates a point.
#[inline]
pub const fn point<U, T>(x: T, y: T) -> Point<U, T> {
    Point::new(x, y)
}

/// Creates a vector.
#[inline]
pub const fn vector<U, T>(x: T, y: T) -> Vector<U, T> {
    Vector::new(x, y)
}

/// Creates a size.
#[inline]
pub const fn size<U, T>(width: T, height: T) -> Size<U, T> {
    Size::new(width, height)
}

/// Creates bounds from `[x_min, y_min, x_max, y_max]`.
#[inline]
pub const fn bounds<U, T: Copy>([x_min, y_min, x_max, y_max]: [T; 4]) -> Bounds<U, T> {
    Bounds::new(point(x_min, y_min), point(x_max, y_max))
}

/// Returns the point halfway between two points.
#[inline]
pub const fn halfway<U>(a: Point<U>, b: Point<U>) -> Point<U> {
    point((a.x + b.x) / 2.0, (a.y + b.y) / 2.0)
}

/// The length of a vector by `hypot`.
pub trait VectorExt {
    /// Returns the length as `f32::hypot` computes it. [`Vector::length`] takes the square root of the sum of squares.
    /// It is faster, and its last digit may differ.
    fn hypot(self) -> f32;
}

impl<U> VectorExt for Vector<U> {
    #[inline]
    fn hypot(self) -> f32 {
        self.x.hypot(self.y)
    }
}

/// Returns the distance between two points, by `hypot`.
#[inline]
pub fn distance<U>(a: Point<U>, b: Point<U>) -> f32 {
    (a - b).hypot()
}

/// Returns the center and the radius of the circle through three points, or `None` if four times the area between them
/// is below `least`.
pub fn circle<U>(a: Point<U>, b: Point<U>, c: Point<U>, least: f64) -> Option<(Point<U>, f32)> {
    let (bx, by) = (f64::from(b.x - a.x), f64::from(b.y - a.y));
    let (cx, cy) = (f64::from(c.x - a.x), f64::from(c.y - a.y));
    let d = 2.0 * (bx * cy - by * cx);
    if d.abs() < least {
        return None;
    }
    let (bb, cc) = (bx * bx + by * by, cx * cx + cy * cy);
    let (x, y) = ((cy * bb - by * cc) / d, (bx * cc - cx * bb) / d);
    Some((point(a.x + x as f32, a.y + y as f32), x.hypot(y) as f32))
}

/// Compares numbers one after the other, in the total order of floats.
pub fn total_order<const N: usize>(a: [f32; N], b: [f32; N]) -> Ordering {
    a.iter().zip(&b).map(|(a, b)| a.total_cmp(b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}
