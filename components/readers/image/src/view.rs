//! Pictures of the page: a part of the image at another size, in gray.

use plumbline_geometry::size;
use plumbline_scanned_pages::image::Gray;
use plumbline_sheet::page_pictures::{Part, Raster, longer_side, part_size};

/// Returns a part of the image. Its longer side has at most `side` pixels, and no more than the image has there. Each
/// pixel is the mean of those that it covers.
pub(crate) fn draw(image: &Gray, part: Part, side: u16) -> Raster {
    // A page with a point for each pixel.
    let size = size(image.width() as f64, image.height() as f64);
    let scale = (f64::from(side) / longer_side(size, part).max(1.0)).min(1.0);
    // At most `side`, so both fit.
    let [width, height] = part_size(size, part).to_array().map(|side| (side * scale).round().max(1.0) as u16);
    let columns = ranges([part.min.x, part.max.x], image.width(), width);
    let rows = ranges([part.min.y, part.max.y], image.height(), height);
    let mut pixels = Vec::with_capacity(3 * columns.len() * rows.len());
    for (top, bottom) in rows {
        for &(left, right) in &columns {
            let covered = (top..bottom).flat_map(|y| &image.row(y)[left..right]);
            let sum: u64 = covered.map(|value| u64::from(*value)).sum();
            // A mean of bytes is a byte.
            pixels.extend([(sum / ((bottom - top) * (right - left)) as u64) as u8; 3]);
        }
    }
    Raster::from_pixels(width, height, pixels).unwrap_or_else(|| Raster::blank(width, height))
}

/// Divides a span, normalized to `length` pixels, into `count` ranges of at least one pixel.
fn ranges(span: [f64; 2], length: usize, count: u16) -> Vec<(usize, usize)> {
    let [start, end] = span.map(|value| value * length as f64);
    let step = (end - start) / f64::from(count);
    let edge = |index: u16| (start + step * f64::from(index)).round() as usize;
    let range = |index| {
        let first = edge(index).min(length.saturating_sub(1));
        (first, edge(index + 1).clamp(first + 1, length.max(first + 1)))
    };
    (0..count).map(range).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_geometry::bounds;
    use plumbline_sheet::page_pictures::WHOLE;

    #[test]
    fn a_part_is_cut_out_and_what_is_too_fine_is_averaged() {
        let mut image = Gray::blank(40, 20);
        for y in 0..20 {
            image.row_mut(y)[20..].fill(0);
            image.row_mut(y)[21] = 100;
        }
        let whole = draw(&image, WHOLE, 20);
        assert_eq!((whole.width(), whole.height()), (20, 10));
        let half = draw(&image, bounds([0.5, 0.0, 1.0, 0.5]), 1000);
        assert_eq!((half.width(), half.height()), (20, 10), "an image is not enlarged");
        let pixel = |raster: &Raster, x: usize| raster.pixels()[3 * x];
        assert_eq!((pixel(&whole, 9), pixel(&whole, 10), pixel(&whole, 11)), (255, 50, 0));
        assert_eq!((pixel(&half, 0), pixel(&half, 1)), (0, 100));
    }

    #[test]
    fn no_part_is_beyond_the_image() {
        let image = Gray::blank(3, 2);
        for part in [[0.0; 4], [1.0; 4], [0.9, 0.9, 0.1, 0.1], [0.99, 0.0, 1.0, 1.0]] {
            let raster = draw(&image, bounds(part), 1568);
            assert!(raster.width() >= 1 && raster.height() >= 1, "{part:?}");
        }
    }
}
