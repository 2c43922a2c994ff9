//! The pixels that are drawn on. A single threshold for a whole page loses thin gray lines where the paper is bright
//! and finds ink where it is dark, so the threshold follows the mean of the neighborhood (D. Bradley and G. Roth,
//! "Adaptive thresholding using the integral image", 2007; here with a difference instead of their ratio, and running
//! sums instead of an integral image, which would take four bytes per pixel).

use crate::image::gray::Gray;

/// A mark for each pixel of a picture: whether it is drawn on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ink {
    width: usize,
    height: usize,
    /// 1 for ink.
    marks: Vec<u8>,
}

/// Minimum difference between a pixel of ink and its neighborhood. Paper grain of scans stays below 15.
const CONTRAST: i32 = 24;

/// Pixels at least this dark are ink regardless of their surroundings, so that filled areas do not become hollow.
const DARK: u8 = 60;

impl Ink {
    /// Creates a picture without ink.
    pub fn blank(width: usize, height: usize) -> Self {
        Self { width, height, marks: vec![0; width * height] }
    }

    /// Finds the ink of a picture, by comparing each pixel with the mean of the square of `2 * reach + 1` pixels around
    /// it.
    pub fn of(picture: &Gray, reach: usize) -> Self {
        let (width, height) = (picture.width(), picture.height());
        let mut ink = Self::blank(width, height);
        // Sums of each column over the rows of the window.
        let mut columns = vec![0i32; width];
        let add = |columns: &mut [i32], y: usize, sign: i32| {
            for (sum, &value) in columns.iter_mut().zip(picture.row(y)) {
                *sum += sign * i32::from(value);
            }
        };
        for y in 0..reach.min(height) {
            add(&mut columns, y, 1);
        }
        for y in 0..height {
            if y + reach < height {
                add(&mut columns, y + reach, 1);
            }
            if y > reach {
                add(&mut columns, y - reach - 1, -1);
            }
            let rows = (y + reach).min(height - 1) - y.saturating_sub(reach) + 1;
            let mut sum: i32 = columns.iter().take(reach).sum();
            for (x, &value) in picture.row(y).iter().enumerate() {
                if x + reach < width {
                    sum += columns[x + reach];
                }
                if x > reach {
                    sum -= columns[x - reach - 1];
                }
                let across = (x + reach).min(width - 1) - x.saturating_sub(reach) + 1;
                let mean = sum / (rows * across) as i32;
                ink.marks[y * width + x] = u8::from(value < DARK || i32::from(value) < mean - CONTRAST);
            }
        }
        ink
    }

    /// Returns the width in pixels.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the height in pixels.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns whether a pixel has ink. Outside the picture there is none.
    pub fn at(&self, x: isize, y: isize) -> bool {
        x >= 0
            && y >= 0
            && (x as usize) < self.width
            && (y as usize) < self.height
            && self.marks[y as usize * self.width + x as usize] != 0
    }

    /// Sets or clears the ink of a pixel. Does nothing outside the picture.
    pub fn set(&mut self, x: usize, y: usize, ink: bool) {
        if x < self.width
            && let Some(mark) = self.marks.get_mut(y * self.width + x)
        {
            *mark = u8::from(ink);
        }
    }

    /// Returns the marks of a row, 1 for ink, or an empty slice outside the picture.
    pub fn row(&self, y: usize) -> &[u8] {
        self.marks.get(y * self.width..(y + 1) * self.width).unwrap_or_default()
    }

    /// Returns the number of pixels with ink.
    pub fn count(&self) -> usize {
        self.marks.iter().map(|&mark| usize::from(mark)).sum()
    }

    /// Returns the number of pixels with ink within `x0..x1`, `y0..y1`.
    pub fn count_in(&self, x0: usize, y0: usize, x1: usize, y1: usize) -> usize {
        (y0..y1.min(self.height))
            .map(|y| self.row(y).get(x0..x1.min(self.width)).unwrap_or_default())
            .map(|row| row.iter().map(|&mark| usize::from(mark)).sum::<usize>())
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thin_gray_lines_are_ink_on_bright_and_on_shaded_paper() {
        let mut picture = Gray::blank(200, 100);
        for y in 0..100 {
            for x in 0..200 {
                // The right half is in shade.
                picture.row_mut(y)[x] = if x < 100 { 250 } else { 170 };
            }
        }
        for y in 0..100 {
            picture.row_mut(y)[50] = 200;
            picture.row_mut(y)[150] = 120;
        }
        let ink = Ink::of(&picture, 15);
        assert!((20..80).all(|y| ink.at(50, y) && ink.at(150, y)));
        assert!((20..80).all(|y| !ink.at(30, y) && !ink.at(180, y)));
    }

    #[test]
    fn a_filled_area_is_ink_all_through() {
        let mut picture = Gray::blank(200, 200);
        for y in 50..150 {
            picture.row_mut(y)[50..150].fill(20);
        }
        let ink = Ink::of(&picture, 10);
        assert_eq!(ink.count(), 100 * 100);
        assert_eq!(ink.count_in(0, 0, 100, 100), 50 * 50);
    }

    #[test]
    fn paper_grain_is_no_ink() {
        let pixels = (0..100 * 100).map(|i: usize| 240 + (i * 7919 % 13) as u8).collect();
        assert_eq!(Ink::of(&Gray::from_pixels(100, 100, pixels).unwrap(), 15).count(), 0);
    }
}
