//! Points joined by straight segments.

use crate::segment::Segment;
use crate::units::Point;

/// Points joined by straight segments, in their order.
pub trait Polyline<U> {
    /// Returns the segments between neighboring points.
    fn segments(&self) -> impl DoubleEndedIterator<Item = Segment<U>>;

    /// Returns the sum of the lengths of the segments.
    #[inline]
    fn length(&self) -> f32 {
        self.segments().map(Segment::length).sum()
    }
}

impl<U> Polyline<U> for [Point<U>] {
    #[inline]
    fn segments(&self) -> impl DoubleEndedIterator<Item = Segment<U>> {
        self.windows(2).map(|ends| Segment::new(ends[0], ends[1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::{Page, point};

    #[test]
    fn the_length_is_that_of_all_segments() {
        let corner: [Point<Page>; 3] = [point(0.0, 0.0), point(3.0, 4.0), point(3.0, 10.0)];
        assert_eq!((corner.segments().count(), corner.length()), (2, 11.0));
        assert_eq!((corner[..1].segments().count(), corner[..1].length()), (0, 0.0));
    }
}
