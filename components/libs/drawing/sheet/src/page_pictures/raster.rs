//! The pixels of a picture.

use plumbline_geometry::{Bounds, Pixel, point};

use crate::page_pictures::view::Part;

/// Pixels of a picture, also beyond its edges.
type Area = Bounds<Pixel, i32>;

/// Thickness of an outline in pixels.
const OUTLINE: i32 = 3;

/// Distance of an outline from the place in pixels, so that it hides nothing.
const GAP: i32 = 4;

/// The color of an outline: a red that drawings rarely have.
const RED: [u8; 3] = [230, 0, 38];

/// A picture in color, without transparency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raster {
    width: u16,
    height: u16,
    /// Red, green and blue of each pixel, row by row.
    pixels: Vec<u8>,
}

impl Raster {
    /// Creates a white picture.
    pub fn blank(width: u16, height: u16) -> Self {
        Self { width, height, pixels: vec![255; 3 * usize::from(width) * usize::from(height)] }
    }

    /// Creates a picture from the red, green and blue of each pixel, row by row. `None` if there are fewer or more.
    pub fn from_pixels(width: u16, height: u16, pixels: Vec<u8>) -> Option<Self> {
        (pixels.len() == 3 * usize::from(width) * usize::from(height)).then_some(Self { width, height, pixels })
    }

    /// Returns the width in pixels.
    pub const fn width(&self) -> u16 {
        self.width
    }

    /// Returns the height in pixels.
    pub const fn height(&self) -> u16 {
        self.height
    }

    /// Returns the red, green and blue of each pixel, row by row.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// Draws a red frame around a place. `part` is what the picture shows.
    pub fn outline(&mut self, part: Part, place: Part) {
        let pixel = |value: f64, min: f64, max: f64, count: u16| {
            // A picture's sides are far below these limits, and the cast saturates.
            (((value - min) / (max - min) * f64::from(count)).round() as i32).clamp(-1 << 20, 1 << 20)
        };
        let [left, right] = [place.min.x, place.max.x].map(|x| pixel(x, part.min.x, part.max.x, self.width));
        let [top, bottom] = [place.min.y, place.max.y].map(|y| pixel(y, part.min.y, part.max.y, self.height));
        let outer = Area::new(point(left, top), point(right, bottom)).inflate(GAP + OUTLINE, GAP + OUTLINE);
        self.fill(Area { max: point(outer.max.x, outer.min.y + OUTLINE), ..outer });
        self.fill(Area { min: point(outer.min.x, outer.max.y - OUTLINE), ..outer });
        self.fill(Area { max: point(outer.min.x + OUTLINE, outer.max.y), ..outer });
        self.fill(Area { min: point(outer.max.x - OUTLINE, outer.min.y), ..outer });
    }

    /// Fills a rectangle, as far as it lies within the picture.
    fn fill(&mut self, area: Area) {
        let (width, height) = (i32::from(self.width), i32::from(self.height));
        let [left, right] = [area.min.x, area.max.x].map(|x| x.clamp(0, width) as usize);
        let [top, bottom] = [area.min.y, area.max.y].map(|y| y.clamp(0, height) as usize);
        let stride = 3 * usize::from(self.width).max(1);
        for row in self.pixels.chunks_exact_mut(stride).take(bottom).skip(top) {
            row[3 * left..3 * right.max(left)].as_chunks_mut::<3>().0.fill(RED);
        }
    }

    /// Encodes the picture as PNG.
    ///
    /// # Errors
    /// Returns an error if a side is 0.
    pub fn png(&self) -> Result<Vec<u8>, png::EncodingError> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width.into(), self.height.into());
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.pixels)?;
        writer.finish()?;
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::bounds;

    use super::*;
    use crate::page_pictures::view::WHOLE;

    fn is_red(raster: &Raster, x: usize, y: usize) -> bool {
        let start = 3 * (y * usize::from(raster.width) + x);
        raster.pixels[start..start + 3] == RED
    }

    #[test]
    fn a_place_is_outlined_and_stays_visible() {
        let mut raster = Raster::blank(100, 50);
        raster.outline(WHOLE, bounds([0.4, 0.4, 0.6, 0.6]));
        // The place is 40..60 by 20..30.
        assert!(
            is_red(&raster, 33, 13) && is_red(&raster, 66, 36) && is_red(&raster, 50, 15) && is_red(&raster, 35, 25)
        );
        for y in 16..34 {
            for x in 36..64 {
                assert!(!is_red(&raster, x, y), "{x} {y}");
            }
        }
        let red = (0..50).flat_map(|y| (0..100).map(move |x| (x, y))).filter(|&(x, y)| is_red(&raster, x, y)).count();
        assert_eq!(red, 34 * 24 - 28 * 18);
    }

    #[test]
    fn an_outline_beyond_the_picture_is_cut_off() {
        for place in [[-9.0, -9.0, 9.0, 9.0], [0.0; 4], [1.0; 4], [f64::NAN; 4], [0.9, 0.9, 0.1, 0.1], [1e300; 4]] {
            let mut raster = Raster::blank(20, 10);
            raster.outline(WHOLE, bounds(place));
            raster.outline(bounds([0.5; 4]), bounds(place));
            assert_eq!(raster.pixels.len(), 600);
        }
    }

    #[test]
    fn the_file_can_be_read_back() {
        let pixels: Vec<u8> = (0..60).collect();
        let raster = Raster::from_pixels(4, 5, pixels.clone()).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(raster.png().unwrap())).read_info().unwrap();
        let mut read = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut read).unwrap();
        assert_eq!(read, pixels);
        assert_eq!(Raster::from_pixels(4, 4, pixels), None);
        assert!(Raster::blank(0, 5).png().is_err());
    }
}
