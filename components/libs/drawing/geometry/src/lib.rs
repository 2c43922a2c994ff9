//! Points, vectors, rectangles, segments and polylines that know their unit, spatial indexes, and disjoint sets.
//!
//! Points, vectors and sizes are euclid's: pairs of numbers with the unit in their type. A point of the page and a
//! pixel of its picture do not mix, and the difference of two points is a vector. Nothing of this exists at run time.
//! Almost all geometry is that of the page, so [`Point`] without a unit is `Point<Page>`.
//!
//! - `units`: the units, and euclid's types under shorter names;
//! - `rect`: rectangles, `segment`: straight segments, `polyline`: points joined by segments;
//! - `axis`: code for both axes;
//! - `index`: boxes, points and cells by place;
//! - `disjoint_sets`: numbers joined into sets; `marks`: entries of a list, chosen by their index.
//!
//! ```
//! use plumbline_geometry::{Point, Rect, point, rect};
//!
//! let label: Rect = rect(10.0, 10.0, 30.0, 18.0);
//! let tip: Point = point(50.0, 14.0);
//! assert!(!label.contains(tip));
//! assert_eq!((tip - label.center()).length(), 30.0);
//! ```

mod axis;
mod disjoint_sets;
mod index;
mod marks;
mod polyline;
mod rect;
mod segment;
mod units;

pub use axis::Axis;
pub use disjoint_sets::{DisjointSets, reached};
pub use index::{BoxIndex, Buckets, PointIndex};
pub use marks::{corners, first_of_each, remove_marked};
pub use polyline::Polyline;
pub use rect::{Rect, rect};
pub use segment::Segment;
pub use units::{
    Aligned, Bounds, Grid, Normalized, Page, Pixel, Point, Size, Vector, VectorExt, World, bounds, circle, distance,
    halfway, point, size, total_order, vector,
};
