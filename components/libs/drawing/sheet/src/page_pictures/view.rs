//! The part of a page that a picture shows, and its size in pixels.

/// A part of a page: `[x_min, y_min, x_max, y_max]`, normalized to the page as displayed, origin top-left.
pub type Part = [f64; 4];

/// The part that is the whole page.
pub const WHOLE: Part = [0.0, 0.0, 1.0, 1.0];

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
    /// Returns the part of the page that the picture shows. `size` is that of the page in points.
    pub fn part(&self, size: [f64; 2]) -> Part {
        match *self {
            Self::Page => WHOLE,
            Self::Area(part) => part.map(|value| value.clamp(0.0, 1.0)),
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

/// Returns a place with a margin, clipped to the page. `size` is that of the page in points.
pub fn surroundings(size: [f64; 2], [x_min, y_min, x_max, y_max]: Part) -> Part {
    let (width, height) = ((x_max - x_min) * size[0], (y_max - y_min) * size[1]);
    let margin = MARGIN.max(width.max(height) / 2.0);
    let (x, y) = (margin / size[0], margin / size[1]);
    [(x_min - x).max(0.0), (y_min - y).max(0.0), (x_max + x).min(1.0), (y_max + y).min(1.0)]
}

/// Returns the longer side of a part of the page in points. `size` is that of the page in points.
pub fn longer_side(size: [f64; 2], part: Part) -> f64 {
    ((part[2] - part[0]) * size[0]).max((part[3] - part[1]) * size[1])
}

/// Returns the length of the picture's longer side in pixels: at [`DOTS_PER_INCH`], but at most [`MAX_SIDE`].
pub fn side(size: [f64; 2], part: Part) -> u16 {
    // Between 1 and MAX_SIDE after the clamp.
    (longer_side(size, part) / POINTS_PER_INCH * DOTS_PER_INCH).round().clamp(1.0, MAX_SIDE) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 36 by 24 inches.
    const ARCH_D: [f64; 2] = [2592.0, 1728.0];

    #[test]
    fn a_symbol_is_shown_with_half_an_inch_around_it() {
        // 18 points square in the middle.
        let place = [0.5, 0.5, 0.5 + 18.0 / ARCH_D[0], 0.5 + 18.0 / ARCH_D[1]];
        let view = View::Place(place);
        let part = view.part(ARCH_D);
        assert!((longer_side(ARCH_D, part) - 90.0).abs() < 1e-6);
        assert_eq!((side(ARCH_D, part), view.place()), (250, Some(place)), "90 points at 200 dots per inch");
    }

    #[test]
    fn a_picture_is_never_larger_than_a_model_reads_and_never_beyond_the_page() {
        assert_eq!(side(ARCH_D, View::Page.part(ARCH_D)), 1568);
        for place in [[0.0, 0.0, 1.0, 1.0], [0.2, 0.0, 0.9, 0.1], [0.99, 0.99, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0]] {
            let part = View::Place(place).part(ARCH_D);
            assert!(part.iter().all(|value| (0.0..=1.0).contains(value)), "{part:?}");
            assert!(part[0] < part[2] && part[1] < part[3] && f64::from(side(ARCH_D, part)) <= MAX_SIDE);
        }
        assert_eq!(View::Area([-1.0, 0.2, 0.5, 7.0]).part(ARCH_D), [0.0, 0.2, 0.5, 1.0]);
    }
}
