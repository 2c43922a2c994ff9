//! Rectangles with sides along the axes.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::units::{Page, Point, Size, Vector, point};

/// A rectangle with sides along the axes, including its border.
///
/// euclid's `Box2D` has the same fields, but excludes its right and lower side and treats a box without area as empty.
/// On a drawing, the box of a straight line has no area.
///
/// It is serialized as `[x_min, y_min, x_max, y_max]`.
#[derive(Serialize, Deserialize)]
#[serde(from = "[f32; 4]", into = "[f32; 4]", bound = "")]
#[repr(C)]
pub struct Rect<U = Page> {
    /// The corner with the smallest coordinates, at the top left of a page.
    pub min: Point<U>,
    /// The corner with the largest coordinates.
    pub max: Point<U>,
}

// Not derived, because that would require the same of the unit.
impl<U> Copy for Rect<U> {}

impl<U> Clone for Rect<U> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<U> Default for Rect<U> {
    #[inline]
    fn default() -> Self {
        rect(0.0, 0.0, 0.0, 0.0)
    }
}

impl<U> PartialEq for Rect<U> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.min == other.min && self.max == other.max
    }
}

impl<U> fmt::Debug for Rect<U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_array().fmt(f)
    }
}

/// Creates a rectangle from its sides.
#[inline]
pub const fn rect<U>(x_min: f32, y_min: f32, x_max: f32, y_max: f32) -> Rect<U> {
    Rect { min: point(x_min, y_min), max: point(x_max, y_max) }
}

impl<U> From<[f32; 4]> for Rect<U> {
    #[inline]
    fn from([x_min, y_min, x_max, y_max]: [f32; 4]) -> Self {
        rect(x_min, y_min, x_max, y_max)
    }
}

impl<U> From<Rect<U>> for [f32; 4] {
    #[inline]
    fn from(rect: Rect<U>) -> Self {
        rect.to_array()
    }
}

impl<U> Rect<U> {
    /// Returns the distance of a point, or 0 inside.
    #[inline]
    pub fn distance(self, p: Point<U>) -> f32 {
        self.gap(Self::new(p, p))
    }

    /// Returns the distance of another rectangle, or 0 if they touch.
    #[inline]
    pub fn gap(self, other: Self) -> f32 {
        let x = (self.min.x - other.max.x).max(other.min.x - self.max.x).max(0.0);
        let y = (self.min.y - other.max.y).max(other.min.y - self.max.y).max(0.0);
        x.hypot(y)
    }

    /// Creates a rectangle from its corners.
    #[inline]
    pub const fn new(min: Point<U>, max: Point<U>) -> Self {
        Self { min, max }
    }

    /// Returns the rectangle from the origin to a size.
    #[inline]
    pub const fn from_size(size: Size<U>) -> Self {
        rect(0.0, 0.0, size.width, size.height)
    }

    /// Returns `[x_min, y_min, x_max, y_max]`.
    #[inline]
    pub const fn to_array(self) -> [f32; 4] {
        [self.min.x, self.min.y, self.max.x, self.max.y]
    }

    /// Returns the width.
    #[inline]
    pub const fn width(self) -> f32 {
        self.max.x - self.min.x
    }

    /// Returns the height.
    #[inline]
    pub const fn height(self) -> f32 {
        self.max.y - self.min.y
    }

    /// Returns the width times the height.
    #[inline]
    pub const fn area(self) -> f32 {
        self.width() * self.height()
    }

    /// Returns the area that it has in common with another rectangle, or 0.
    #[inline]
    pub fn common_area(self, other: Self) -> f32 {
        let width = (self.max.x.min(other.max.x) - self.min.x.max(other.min.x)).max(0.0);
        let height = (self.max.y.min(other.max.y) - self.min.y.max(other.min.y)).max(0.0);
        width * height
    }

    /// Returns the longer side.
    #[inline]
    pub const fn longer_side(self) -> f32 {
        self.width().max(self.height())
    }

    /// Returns the width and the height.
    #[inline]
    pub const fn size(self) -> Size<U> {
        Size::new(self.width(), self.height())
    }

    /// Returns the step from the smallest corner to the largest.
    #[inline]
    pub const fn diagonal(self) -> Vector<U> {
        Vector::new(self.width(), self.height())
    }

    /// Returns whether all coordinates are finite numbers.
    #[inline]
    pub const fn is_finite(self) -> bool {
        self.min.x.is_finite() && self.min.y.is_finite() && self.max.x.is_finite() && self.max.y.is_finite()
    }

    /// Returns the middle.
    #[inline]
    pub const fn center(self) -> Point<U> {
        point((self.min.x + self.max.x) / 2.0, (self.min.y + self.max.y) / 2.0)
    }

    /// Returns the corners, clockwise on the page, from the smallest.
    #[inline]
    pub const fn corners(self) -> [Point<U>; 4] {
        let Self { min, max } = self;
        [point(min.x, min.y), point(max.x, min.y), point(max.x, max.y), point(min.x, max.y)]
    }

    /// Returns the rectangle with every side moved outward by `margin`.
    #[inline]
    pub const fn grown(self, margin: f32) -> Self {
        rect(self.min.x - margin, self.min.y - margin, self.max.x + margin, self.max.y + margin)
    }

    /// Returns whether a point is inside or on the border.
    #[inline]
    pub const fn contains(self, p: Point<U>) -> bool {
        self.min.x <= p.x && p.x <= self.max.x && self.min.y <= p.y && p.y <= self.max.y
    }

    /// Returns whether two rectangles share a point.
    #[inline]
    pub const fn overlaps(self, other: Self) -> bool {
        self.min.x <= other.max.x && other.min.x <= self.max.x && self.min.y <= other.max.y && other.min.y <= self.max.y
    }

    /// Returns the smallest rectangle around both.
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        let (a, b) = (self, other);
        rect(a.min.x.min(b.min.x), a.min.y.min(b.min.y), a.max.x.max(b.max.x), a.max.y.max(b.max.y))
    }

    /// Returns the smallest rectangle around this one and a point.
    #[inline]
    pub const fn including(self, p: Point<U>) -> Self {
        self.union(Self { min: point(p.x, p.y), max: point(p.x, p.y) })
    }

    /// Returns the smallest rectangle around two opposite corners.
    #[inline]
    pub const fn between(a: Point<U>, b: Point<U>) -> Self {
        rect(a.x.min(b.x), a.y.min(b.y), a.x.max(b.x), a.y.max(b.y))
    }

    /// Returns the smallest rectangle around points, or `None` if there are none.
    #[inline]
    pub fn around(points: impl IntoIterator<Item = Point<U>>) -> Option<Self> {
        let nowhere = rect(f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY);
        points.into_iter().fold(None, |bounds: Option<Self>, p| Some(bounds.unwrap_or(nowhere).including(p)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_border_belongs_to_a_rectangle() {
        let one: Rect = rect(10.0, 10.0, 20.0, 30.0);
        assert!(one.contains(point(20.0, 30.0)) && !one.contains(point(20.1, 30.0)));
        assert!(one.overlaps(rect(20.0, 30.0, 40.0, 40.0)) && !one.overlaps(rect(20.1, 10.0, 40.0, 40.0)));
    }

    #[test]
    fn distances_are_those_of_the_nearest_points() {
        let one: Rect = rect(0.0, 0.0, 10.0, 10.0);
        assert_eq!([point(5.0, 10.0), point(13.0, 14.0)].map(|p| one.distance(p)), [0.0, 5.0]);
        assert_eq!([rect(10.0, 0.0, 12.0, 4.0), rect(2.0, 12.5, 4.0, 14.0)].map(|other| one.gap(other)), [0.0, 2.5]);
        assert_eq!(
            [rect(8.0, 5.0, 12.0, 20.0), rect(12.0, 5.0, 14.0, 6.0)].map(|other| one.common_area(other)),
            [10.0, 0.0]
        );
    }

    #[test]
    fn a_rectangle_without_area_counts_in_a_union() {
        let line: Rect = rect(0.0, 5.0, 100.0, 5.0);
        assert_eq!(line.union(rect(10.0, 10.0, 20.0, 20.0)), rect(0.0, 5.0, 100.0, 20.0));
        assert_eq!(Rect::<Page>::around([point(3.0, 1.0), point(2.0, 4.0)]), Some(rect(2.0, 1.0, 3.0, 4.0)));
        assert_eq!(Rect::<Page>::around([]), None);
    }

    #[test]
    fn rectangles_and_points_are_stored_as_their_numbers() {
        let numbers = [1.0f32, 2.0, 3.0, 4.0];
        let stored = postcard::to_allocvec(&numbers).unwrap();
        assert_eq!(postcard::to_allocvec(&Rect::<Page>::from(numbers)).unwrap(), stored);
        assert_eq!(postcard::from_bytes::<Rect>(&stored).unwrap().to_array(), numbers);
        assert_eq!(postcard::to_allocvec(&point::<Page, _>(1.0f32, 2.0)).unwrap(), stored[..8]);
    }
}
