//! The pixels in gray, upright, at a resolution at which text is readable.

use std::io::Cursor;

use plumbline_reader::Failure;
use plumbline_scanned_pages::image::Gray;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::header::{Header, damaged};
use crate::limits;

/// Pixels per inch that suffice for reading a drawing. Images of twice the density are halved.
const TARGET_DENSITY: f64 = 150.0;

/// The longest side in pixels below which letters are likely too small for reading, so the picture is enlarged to twice
/// its size.
const MIN_SIDE: usize = 1800;

/// Decodes a file whose header was read.
///
/// # Errors
/// Returns an error if its pixels are damaged, or too many for memory.
pub(crate) fn decode(bytes: &[u8], header: &Header) -> Result<Gray, Failure> {
    let density = header.density.map_or(0.0, |[across, down]| across.max(down));
    let pixels = u64::from(header.width) * u64::from(header.height);
    let factor_by_size = (pixels as f64 / limits::RECOGNIZED_PIXELS as f64).sqrt().ceil();
    let factor = factor_by_size.max((density / TARGET_DENSITY).round()).max(1.0) as usize;
    let stored = if bytes.starts_with(b"\x89PNG") { png(bytes, factor)? } else { jpeg(bytes, factor, pixels)? };
    let upright = upright(stored, header.orientation);
    let longest = upright.width().max(upright.height());
    Ok(if longest < MIN_SIDE { upright.resized(upright.width() * 2, upright.height() * 2) } else { upright })
}

/// A reduction that averages squares of `factor` × `factor` pixels as their rows arrive.
struct Downsampler {
    factor: usize,
    sums: Vec<u32>,
    rows: usize,
    out: Vec<u8>,
    width: usize,
}

impl Downsampler {
    fn new(width: usize, factor: usize) -> Self {
        let width = width.div_ceil(factor);
        Self { factor, sums: vec![0; width], rows: 0, out: Vec::new(), width }
    }

    fn push_row(&mut self, row: impl Iterator<Item = u8>) {
        for (x, value) in row.enumerate() {
            if let Some(sum) = self.sums.get_mut(x / self.factor) {
                *sum += u32::from(value);
            }
        }
        self.rows += 1;
        if self.rows == self.factor {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if self.rows > 0 {
            let count = (self.rows * self.factor) as u32;
            // The last square of a row may be incomplete. Its missing part counts as black, in one pixel at the border.
            self.out.extend(self.sums.drain(..).map(|sum| (sum / count) as u8));
            self.sums.resize(self.width, 0);
            self.rows = 0;
        }
    }

    fn finish(mut self) -> Result<Gray, Failure> {
        self.flush();
        let height = self.out.len() / self.width.max(1);
        Gray::from_pixels(self.width, height, self.out).ok_or_else(|| damaged("missing rows"))
    }
}

/// Returns the gray value of a pixel with one to four channels: gray, gray and alpha, color, color and alpha.
/// Transparent pixels count as paper.
fn gray(pixel: &[u8]) -> u8 {
    let luma = |r: u8, g: u8, b: u8| (77 * u32::from(r) + 150 * u32::from(g) + 29 * u32::from(b)) >> 8;
    let over_white = |value: u32, alpha: u8| (value * u32::from(alpha) + 255 * (255 - u32::from(alpha))) / 255;
    let value = match *pixel {
        [value] => u32::from(value),
        [value, alpha] => over_white(value.into(), alpha),
        [r, g, b] => luma(r, g, b),
        [r, g, b, alpha] => over_white(luma(r, g, b), alpha),
        _ => 255,
    };
    value as u8
}

fn png(bytes: &[u8], factor: usize) -> Result<Gray, Failure> {
    let limits = png::Limits { bytes: limits::DECODED_BYTES };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(damaged)?;
    let channels = reader.output_color_type().0.samples();
    let (width, interlaced) = (reader.info().width as usize, reader.info().interlaced);
    let mut downsampler = Downsampler::new(width, factor);
    if interlaced {
        // An interlaced image has seven passes, so it must be held completely.
        let size = reader.output_buffer_size().filter(|&size| size <= limits::DECODED_BYTES);
        let size = size.ok_or_else(|| {
            Failure::capacity("The interlaced image is too large for text recognition. Save it without interlacing.")
        })?;
        let mut frame = vec![0; size];
        reader.next_frame(&mut frame).map_err(damaged)?;
        for row in frame.chunks_exact(width * channels) {
            downsampler.push_row(row.chunks_exact(channels).map(gray));
        }
    } else {
        while let Some(row) = reader.next_row().map_err(damaged)? {
            downsampler.push_row(row.data().chunks_exact(channels).map(gray));
        }
    }
    downsampler.finish()
}

fn jpeg(bytes: &[u8], factor: usize, pixels: u64) -> Result<Gray, Failure> {
    if pixels > limits::DECODED_BYTES as u64 {
        return Err(Failure::capacity(
            "The image has too many pixels for text recognition. Scan it at a lower resolution.",
        ));
    }
    let side = usize::from(u16::MAX);
    let options = DecoderOptions::default().set_max_width(side).set_max_height(side);
    let options = options.jpeg_set_out_colorspace(ColorSpace::Luma);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    let values = decoder.decode().map_err(|error| damaged(format!("{error:?}")))?;
    let info = decoder.info().ok_or_else(|| damaged("no header"))?;
    let mut downsampler = Downsampler::new(info.width.into(), factor);
    for row in values.chunks_exact(usize::from(info.width)) {
        downsampler.push_row(row.iter().copied());
    }
    downsampler.finish()
}

/// Returns the picture upright, by its EXIF orientation (CIPA DC-008, tag 0x0112).
fn upright(stored: Gray, orientation: u32) -> Gray {
    let (w, h) = (stored.width() as f32, stored.height() as f32);
    let rotated = |corner, across, down| stored.crop(corner, across, down, stored.height(), stored.width());
    let mirrored = |corner, across, down| stored.crop(corner, across, down, stored.width(), stored.height());
    match orientation {
        2 => mirrored([w, 0.0], [-w, 0.0], [0.0, h]),
        3 => mirrored([w, h], [-w, 0.0], [0.0, -h]),
        4 => mirrored([0.0, h], [w, 0.0], [0.0, -h]),
        5 => rotated([0.0, 0.0], [0.0, h], [w, 0.0]),
        6 => rotated([0.0, h], [0.0, -h], [w, 0.0]),
        7 => rotated([w, h], [0.0, -h], [-w, 0.0]),
        8 => rotated([w, 0.0], [0.0, h], [-w, 0.0]),
        _ => stored,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_taken_with_the_camera_turned_is_shown_upright() {
        // One dark pixel at the top left of the stored image.
        let mut stored = Gray::blank(3, 2);
        stored.row_mut(0)[0] = 0;
        let dark = |orientation| {
            let shown = upright(stored.clone(), orientation);
            let at = (0..shown.height()).flat_map(|y| (0..shown.width()).map(move |x| (x, y)));
            let found: Vec<_> = at.filter(|&(x, y)| shown.row(y)[x] == 0).collect();
            (found, shown.width(), shown.height())
        };
        assert_eq!(dark(1), (vec![(0, 0)], 3, 2));
        assert_eq!(dark(2), (vec![(2, 0)], 3, 2));
        assert_eq!(dark(3), (vec![(2, 1)], 3, 2));
        assert_eq!(dark(4), (vec![(0, 1)], 3, 2));
        assert_eq!(dark(5), (vec![(0, 0)], 2, 3));
        assert_eq!(dark(6), (vec![(1, 0)], 2, 3));
        assert_eq!(dark(7), (vec![(1, 2)], 2, 3));
        assert_eq!(dark(8), (vec![(0, 2)], 2, 3));
    }

    #[test]
    fn what_is_too_fine_is_averaged() {
        let mut downsampler = Downsampler::new(4, 2);
        for row in [[0u8, 100, 10, 30], [100, 0, 10, 30], [7, 7, 9, 9], [7, 7, 9, 9]] {
            downsampler.push_row(row.into_iter());
        }
        let small = downsampler.finish().unwrap();
        assert_eq!((small.row(0), small.row(1)), (&[50, 20][..], &[7, 9][..]));
    }

    #[test]
    fn transparent_is_paper() {
        assert_eq!(
            [gray(&[0, 0, 0, 0]), gray(&[0, 0, 0, 255]), gray(&[0, 255]), gray(&[255, 255, 255])],
            [255, 0, 0, 255]
        );
    }
}
