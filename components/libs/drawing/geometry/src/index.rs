//! Indexes of boxes and points by place.

use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};
use rustc_hash::FxHashMap;

use crate::rect::Rect;
use crate::units::Point;

fn envelope(area: Rect) -> AABB<[f32; 2]> {
    AABB::from_corners(area.min.into(), area.max.into())
}

/// Boxes of any size by place, each with a value.
#[derive(Debug)]
pub struct BoxIndex<T>(RTree<GeomWithData<Rectangle<[f32; 2]>, T>>);

impl<T: Copy> BoxIndex<T> {
    /// Indexes boxes. The corners of a box may be in any order.
    pub fn new(boxes: impl IntoIterator<Item = (Rect, T)>) -> Self {
        Self(RTree::bulk_load(boxes.into_iter().map(Self::entry).collect()))
    }

    fn entry((area, value): (Rect, T)) -> GeomWithData<Rectangle<[f32; 2]>, T> {
        GeomWithData::new(Rectangle::from_corners(area.min.into(), area.max.into()), value)
    }

    /// Adds a box.
    pub fn insert(&mut self, area: Rect, value: T) {
        self.0.insert(Self::entry((area, value)));
    }

    /// Returns the values of the boxes that touch an area.
    pub fn touching(&self, area: Rect) -> impl Iterator<Item = T> {
        self.0.locate_in_envelope_intersecting(&envelope(area)).map(|entry| entry.data)
    }

    /// Returns the values of the boxes that touch an area, in order.
    pub fn sorted(&self, area: Rect) -> Vec<T>
    where
        T: Ord,
    {
        let mut out: Vec<T> = self.touching(area).collect();
        out.sort_unstable();
        out
    }

    /// Returns the values of the boxes around a point.
    pub fn at(&self, p: Point) -> impl Iterator<Item = T> {
        self.touching(Rect::new(p, p))
    }

    /// Returns the values of the boxes within an area.
    pub fn within(&self, area: Rect) -> impl Iterator<Item = T> {
        self.0.locate_in_envelope(&envelope(area)).map(|entry| entry.data)
    }
}

/// Points by place, each with a value.
#[derive(Debug)]
pub struct PointIndex<T>(RTree<GeomWithData<[f32; 2], T>>);

impl<T: Copy> PointIndex<T> {
    /// Indexes points.
    pub fn new(points: impl IntoIterator<Item = (Point, T)>) -> Self {
        Self(RTree::bulk_load(points.into_iter().map(|(p, value)| GeomWithData::new(p.into(), value)).collect()))
    }

    fn point(entry: &GeomWithData<[f32; 2], T>) -> (Point, T) {
        ((*entry.geom()).into(), entry.data)
    }

    /// Returns the points within an area and their values.
    pub fn within(&self, area: Rect) -> impl Iterator<Item = (Point, T)> {
        self.0.locate_in_envelope(&envelope(area)).map(Self::point)
    }

    /// Returns the points within a distance of a point and their values.
    pub fn near(&self, p: Point, reach: f32) -> impl Iterator<Item = (Point, T)> {
        self.0.locate_within_distance(p.into(), reach * reach).map(Self::point)
    }
}

/// Values by the square cells that their points or areas are in.
#[derive(Debug)]
pub struct Buckets<T> {
    width: f32,
    cells: FxHashMap<(i32, i32), Vec<T>>,
}

impl<T: Copy> Buckets<T> {
    /// Creates cells of a width in points.
    pub fn new(width: f32) -> Self {
        Self { width, cells: FxHashMap::default() }
    }

    /// Puts each value in the cell of its point.
    pub fn of_points(width: f32, points: impl IntoIterator<Item = (Point, T)>) -> Self {
        let mut out = Self::new(width);
        points.into_iter().for_each(|(p, value)| out.insert(p, value));
        out
    }

    /// Puts each value in all cells that its area touches.
    pub fn of_areas(width: f32, areas: impl IntoIterator<Item = (Rect, T)>) -> Self {
        let mut out = Self::new(width);
        for (area, value) in areas {
            for cell in out.cells_of(area) {
                out.cells.entry(cell).or_default().push(value);
            }
        }
        out
    }

    /// Adds a value to the cell of a point.
    pub fn insert(&mut self, p: Point, value: T) {
        let cell = self.cell(p);
        self.cells.entry(cell).or_default().push(value);
    }

    /// Returns the column and row of a point's cell.
    pub fn cell(&self, p: Point) -> (i32, i32) {
        ((p.x / self.width).floor() as i32, (p.y / self.width).floor() as i32)
    }

    fn cells_of(&self, area: Rect) -> impl Iterator<Item = (i32, i32)> + use<T> {
        let (from, to) = (self.cell(area.min), self.cell(area.max));
        (from.0..=to.0).flat_map(move |x| (from.1..=to.1).map(move |y| (x, y)))
    }

    /// Returns the values in the cell of a point.
    pub fn at(&self, p: Point) -> &[T] {
        self.cells.get(&self.cell(p)).map_or(&[], Vec::as_slice)
    }

    /// Returns the cell of a point and the eight around it, column by column, without empty ones.
    pub fn cells_around(&self, p: Point) -> impl Iterator<Item = &[T]> {
        let (x, y) = self.cell(p);
        let around = (-1..=1).flat_map(move |dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
        around.filter_map(move |cell| self.cells.get(&cell)).map(Vec::as_slice)
    }

    /// Returns the values in the cell of a point and in the eight around it.
    pub fn around(&self, p: Point) -> impl Iterator<Item = T> {
        self.cells_around(p).flatten().copied()
    }

    /// Returns the values in the cells that an area touches.
    pub fn touching(&self, area: Rect) -> impl Iterator<Item = T> {
        self.cells_of(area).filter_map(move |cell| self.cells.get(&cell)).flatten().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rect::rect;
    use crate::units::point;

    #[test]
    fn boxes_and_points_are_found_at_their_place() {
        let mut boxes = BoxIndex::new([(rect(0.0, 0.0, 10.0, 10.0), 1), (rect(30.0, 20.0, 20.0, 30.0), 0)]);
        assert_eq!(boxes.sorted(rect(10.0, 10.0, 20.0, 20.0)), [0, 1]);
        assert_eq!(boxes.within(rect(15.0, 15.0, 40.0, 40.0)).collect::<Vec<_>>(), [0]);
        boxes.insert(rect(4.0, 4.0, 6.0, 6.0), 2);
        assert_eq!(boxes.at(point(11.0, 5.0)).count() + boxes.at(point(5.0, 5.0)).count(), 2);
        let points = PointIndex::new([(point(1.0, 1.0), 'a'), (point(4.0, 5.0), 'b')]);
        assert_eq!(points.near(point(0.0, 1.0), 1.0).collect::<Vec<_>>(), [(point(1.0, 1.0), 'a')]);
        assert_eq!(points.within(rect(2.0, 2.0, 9.0, 9.0)).collect::<Vec<_>>(), [(point(4.0, 5.0), 'b')]);
    }

    #[test]
    fn values_are_found_in_their_cells_and_around() {
        let points = Buckets::of_points(10.0, [(point(-1.0, 5.0), 0), (point(12.0, 5.0), 1), (point(25.0, 5.0), 2)]);
        assert_eq!(points.around(point(9.0, 19.0)).collect::<Vec<_>>(), [0, 1]);
        assert_eq!((points.at(point(29.0, 0.0)), points.at(point(35.0, 0.0))), (&[2][..], &[][..]));
        let areas = Buckets::of_areas(10.0, [(rect(5.0, 5.0, 15.0, 6.0), 7)]);
        assert_eq!(areas.touching(rect(0.0, 0.0, 19.0, 1.0)).collect::<Vec<_>>(), [7, 7]);
    }
}
