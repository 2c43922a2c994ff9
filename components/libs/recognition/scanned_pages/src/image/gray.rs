//! A gray picture, with samples between its pixels and crops at any angle.

/// The value of blank paper.
pub const WHITE: u8 = 255;

/// Rows of gray pixels: 0 is black, 255 white.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gray {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Gray {
    /// Creates a blank picture.
    pub fn blank(width: usize, height: usize) -> Self {
        Self { width, height, pixels: vec![WHITE; width * height] }
    }

    /// Creates a picture from rows of pixels. Returns `None` if the number of pixels is not width × height.
    pub fn from_pixels(width: usize, height: usize, pixels: Vec<u8>) -> Option<Self> {
        (width.checked_mul(height)? == pixels.len()).then_some(Self { width, height, pixels })
    }

    /// Returns the width in pixels.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the height in pixels.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns a row, or an empty slice outside the picture.
    pub fn row(&self, y: usize) -> &[u8] {
        self.pixels.get(y * self.width..(y + 1) * self.width).unwrap_or_default()
    }

    /// Returns a row for writing, or an empty slice outside the picture.
    pub fn row_mut(&mut self, y: usize) -> &mut [u8] {
        self.pixels.get_mut(y * self.width..(y + 1) * self.width).unwrap_or_default()
    }

    /// Returns a pixel, or blank paper outside the picture.
    pub fn at(&self, x: isize, y: isize) -> u8 {
        if x < 0 || y < 0 || x as usize >= self.width || y as usize >= self.height {
            return WHITE;
        }
        self.pixels[y as usize * self.width + x as usize]
    }

    /// Returns the value at a point, interpolated between the four pixels around it (bilinear).
    pub fn sample(&self, x: f32, y: f32) -> f32 {
        let (x, y) = (x - 0.5, y - 0.5);
        let (left, top) = (x.floor(), y.floor());
        let (right_part, low_part) = (x - left, y - top);
        let (left, top) = (left as isize, top as isize);
        let pixel = |dx: isize, dy: isize| f32::from(self.at(left + dx, top + dy));
        let upper = pixel(0, 0) * (1.0 - right_part) + pixel(1, 0) * right_part;
        let lower = pixel(0, 1) * (1.0 - right_part) + pixel(1, 1) * right_part;
        upper * (1.0 - low_part) + lower * low_part
    }

    /// Draws the parallelogram with a corner at `corner` and the sides `across` and `down` as an upright picture of
    /// `width` × `height` pixels. If the result is smaller, the pixels under each new one are averaged.
    pub fn crop(&self, corner: [f32; 2], across: [f32; 2], down: [f32; 2], width: usize, height: usize) -> Self {
        let mut out = Self::blank(width, height);
        if width == 0 || height == 0 {
            return out;
        }
        let step = |side: [f32; 2], count: usize| side.map(|part| part / count as f32);
        let (right, below) = (step(across, width), step(down, height));
        // As many samples in each direction as old pixels fall under a new one. 8 are enough for the eye and bound
        // the work.
        let samples = |side: [f32; 2]| (side[0].hypot(side[1]).ceil() as usize).clamp(1, 8);
        let (columns, rows) = (samples(right), samples(below));
        let share = 1.0 / (columns * rows) as f32;
        for y in 0..height {
            let line = out.row_mut(y);
            for (x, value) in line.iter_mut().enumerate() {
                let mut sum = 0.0;
                for row in 0..rows {
                    let v = y as f32 + (row as f32 + 0.5) / rows as f32;
                    for column in 0..columns {
                        let u = x as f32 + (column as f32 + 0.5) / columns as f32;
                        let at = |axis: usize| corner[axis] + right[axis] * u + below[axis] * v;
                        sum += self.sample(at(0), at(1));
                    }
                }
                *value = (sum * share).round() as u8;
            }
        }
        out
    }

    /// Returns the picture at another size.
    pub fn resized(&self, width: usize, height: usize) -> Self {
        self.crop([0.0, 0.0], [self.width as f32, 0.0], [0.0, self.height as f32], width, height)
    }

    /// Returns the picture with inverted brightness, for white lettering on black.
    pub fn inverted(&self) -> Self {
        Self { pixels: self.pixels.iter().map(|&value| WHITE - value).collect(), ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ramp(width: usize, height: usize) -> Gray {
        let pixels = (0..width * height).map(|i| (i % width) as u8).collect();
        Gray::from_pixels(width, height, pixels).unwrap()
    }

    #[test]
    fn a_sample_in_the_middle_of_a_pixel_is_the_pixel_and_between_two_their_mean() {
        let picture = ramp(20, 4);
        assert_eq!(picture.sample(7.5, 1.5), 7.0);
        assert_eq!(picture.sample(8.0, 2.0), 7.5);
        assert_eq!(picture.at(-1, 0), WHITE);
    }

    #[test]
    fn a_crop_turned_by_a_right_angle_reads_columns_as_rows() {
        let picture = ramp(20, 10);
        // Down on the page becomes right, and right on the page becomes up.
        let turned = picture.crop([14.0, 2.0], [0.0, 6.0], [-4.0, 0.0], 6, 4);
        for y in 0..4 {
            assert_eq!(turned.row(y), &[13 - y as u8; 6]);
        }
    }

    #[test]
    fn a_smaller_picture_averages_what_falls_together() {
        let mut picture = Gray::blank(40, 40);
        for y in (0..40).step_by(2) {
            picture.row_mut(y).fill(0);
        }
        let small = picture.resized(10, 10);
        assert!(small.row(4)[1..9].iter().all(|&v| (120..=136).contains(&v)), "{:?}", small.row(4));
    }
}
