//! The part of a page that a picture shows, and its size in pixels.

use plumbline_geometry::{Bounds, Normalized, Page, Size, bounds, size};

/// A part of a page.
pub type Part = Bounds<Normalized, f64>;

/// The size of a page in points.
pub type PageSize = Size<Page, f64>;

/// The part that is the whole page.
pub const WHOLE: Part = bounds([0.0, 0.0, 1.0, 1.0]);

/// Maximum length of a picture's longer side in pixels. Readers such as language models scale larger pictures down.
pub const MAX_SIDE: f64 = 1568.0;

/// Dots per inch of pictures that [`MAX_SIDE`] does not limit. An 8-point text is 22 pixels high.
pub const DOTS_PER_INCH: f64 = 200.0;

/// Points per inch.
const POINTS_PER_INCH: f64 = 72.0;

/// Minimum margin around a place in points. Half an inch of the drawing shows where the place is.
const MARGIN: f64 = 36.0;

/// What a picture shows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum View {
    /// The whole page.
    Page,
    /// A part of the page.
    Area(Part),
    /// A place, outlined, with its surroundings.
    Place(Part),
}

impl View {
    /// Returns the part of the page that the picture shows.
    pub fn part(&self, size: PageSize) -> Part {
        match *self {
            Self::Page => WHOLE,
            Self::Area(part) => on_page(part),
            Self::Place(place) => surroundings(size, place),
        }
    }

    /// Returns the place to outline.
    pub fn place(&self) -> Option<Part> {
        match *self {
            Self::Place(place) => Some(place),
            Self::Page | Self::Area(_) => None,
        }
    }
}

/// Returns what of a part lies on the page.
pub fn on_page(part: Part) -> Part {
    Part::new(part.min.clamp(WHOLE.min, WHOLE.max), part.max.clamp(WHOLE.min, WHOLE.max))
}

/// Returns a place with a margin, clipped to the page.
pub fn surroundings(size: PageSize, place: Part) -> Part {
    let margin = MARGIN.max(longer_side(size, place) / 2.0);
    on_page(place.inflate(margin / size.width, margin / size.height))
}

/// Returns the size of a part of the page in points.
pub fn part_size(page: PageSize, part: Part) -> PageSize {
    size(part.width() * page.width, part.height() * page.height)
}

/// Returns the longer side of a part of the page in points.
pub fn longer_side(size: PageSize, part: Part) -> f64 {
    let PageSize { width, height, .. } = part_size(size, part);
    width.max(height)
}

/// Returns the length of the picture's longer side in pixels: at [`DOTS_PER_INCH`], but at most [`MAX_SIDE`].
pub fn side(size: PageSize, part: Part) -> u16 {
    // Between 1 and MAX_SIDE after the clamp.
    (longer_side(size, part) / POINTS_PER_INCH * DOTS_PER_INCH).round().clamp(1.0, MAX_SIDE) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 36 by 24 inches.
    const ARCH_D: PageSize = size(2592.0, 1728.0);

    #[test]
    fn a_symbol_is_shown_with_half_an_inch_around_it() {
        // 18 points square in the middle.
        let place = bounds([0.5, 0.5, 0.5 + 18.0 / ARCH_D.width, 0.5 + 18.0 / ARCH_D.height]);
        let view = View::Place(place);
        let part = view.part(ARCH_D);
        assert!((longer_side(ARCH_D, part) - 90.0).abs() < 1e-6);
        assert_eq!((side(ARCH_D, part), view.place()), (250, Some(place)), "90 points at 200 dots per inch");
    }

    #[test]
    fn a_picture_is_never_larger_than_a_model_reads_and_never_beyond_the_page() {
        assert_eq!(side(ARCH_D, View::Page.part(ARCH_D)), 1568);
        for place in [[0.0, 0.0, 1.0, 1.0], [0.2, 0.0, 0.9, 0.1], [0.99, 0.99, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0]] {
            let part = View::Place(bounds(place)).part(ARCH_D);
            assert!(WHOLE.contains_box(&part) && !part.is_empty(), "{part:?}");
            assert!(f64::from(side(ARCH_D, part)) <= MAX_SIDE);
        }
        assert_eq!(View::Area(bounds([-1.0, 0.2, 0.5, 7.0])).part(ARCH_D), bounds([0.0, 0.2, 0.5, 1.0]));
    }
}
