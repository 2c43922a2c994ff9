//! Pages of a PDF as PNG pictures in colour, with their annotations: the marks of `plumbline-markup` are on them.
//!
//! A picture is a whole page or a part of it. Its size is given in pixels and not in dots per inch, because a sheet may be
//! a letter or a metre wide and the renderer's memory follows the pixels: four bytes each.

use std::sync::Arc;

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::vello_cpu::{Pixmap, RasterizerSettings, RenderContext, Resources, TargetInit};
use hayro::{RenderCache, RenderSettings, render_into};
use kurbo::Affine;

/// Reasons why a page has no picture.
#[derive(Debug, thiserror::Error)]
pub enum RasterError {
    /// The file is not a PDF that the renderer reads.
    #[error("the PDF cannot be drawn")]
    Unreadable,
    /// The file has fewer pages.
    #[error("the PDF has no page {0}")]
    NoSuchPage(u32),
    /// The page, or the part asked for, has no area.
    #[error("page {0} has no area to draw")]
    Empty(u32),
    /// The picture could not be encoded.
    #[error("the picture could not be written: {0}")]
    Encoding(#[from] png::EncodingError),
}

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The PNG file.
    pub png: Vec<u8>,
    /// Pixels across.
    pub width: u16,
    /// Pixels down.
    pub height: u16,
}

/// The whole page.
pub const WHOLE: [f64; 4] = [0.0, 0.0, 1.0, 1.0];

/// Draws a part of page `number` (1-based) so that its longer side has `side` pixels.
///
/// `part` is `[x_min, y_min, x_max, y_max]`, normalised to the page as displayed, origin top-left. What lies outside the
/// page is not drawn.
///
/// # Errors
/// See [`RasterError`].
pub fn page(pdf: &[u8], number: u32, part: [f64; 4], side: u16) -> Result<Picture, RasterError> {
    let pdf = Pdf::new(Arc::new(pdf.to_vec())).map_err(|_| RasterError::Unreadable)?;
    let pages = pdf.pages();
    let index = number.checked_sub(1).and_then(|index| usize::try_from(index).ok());
    let page = index.and_then(|index| pages.get(index)).ok_or(RasterError::NoSuchPage(number))?;
    let (width, height) = page.render_dimensions();
    let [x_min, y_min, x_max, y_max] = part.map(|value| value.clamp(0.0, 1.0));
    let (left, top) = (x_min * f64::from(width), y_min * f64::from(height));
    let (across, down) = ((x_max - x_min) * f64::from(width), (y_max - y_min) * f64::from(height));
    if !(across > 0.0 && down > 0.0) {
        return Err(RasterError::Empty(number));
    }
    let scale = f64::from(side) / across.max(down);
    // Neither side is longer than `side`, which fits.
    let pixels = |length: f64| (length * scale).round().clamp(1.0, f64::from(side)) as u16;
    let (columns, rows) = (pixels(across), pixels(down));
    let place = Affine::new(page.initial_transform(true).as_coeffs());
    let transform = Affine::scale(scale) * Affine::translate((-left, -top)) * place;

    let mut context = RenderContext::new(columns, rows);
    let cache = RenderCache::new();
    render_into(page, &cache, &InterpreterSettings::default(), &RenderSettings::default(), &mut context, transform);
    context.flush();
    let mut drawn = Pixmap::new(columns, rows);
    let paper = RasterizerSettings { target_init: TargetInit::Clear(WHITE), ..RasterizerSettings::default() };
    context.render_with(&mut drawn, &mut Resources::default(), paper);
    Ok(Picture { png: encode(drawn.data_as_u8_slice(), columns, rows)?, width: columns, height: rows })
}

/// Encodes opaque RGBA pixels without their alpha.
fn encode(pixels: &[u8], width: u16, height: u16) -> Result<Vec<u8>, png::EncodingError> {
    let colors: Vec<u8> =
        pixels.as_chunks::<4>().0.iter().flat_map(|[red, green, blue, _]| [*red, *green, *blue]).collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width.into(), height.into());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&colors)?;
    writer.finish()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_markup::{Mark, mark};
    use plumbline_sample::{Drawing, Options};

    /// The pixels of a picture that are red: the colour of the first group of marks.
    fn red(picture: &Picture) -> usize {
        let mut reader = png::Decoder::new(std::io::Cursor::new(&picture.png)).read_info().expect("a PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
        reader.next_frame(&mut pixels).expect("pixels");
        pixels.as_chunks::<3>().0.iter().filter(|[r, g, b]| *r > 180 && *g < 100 && *b < 100).count()
    }

    #[test]
    fn a_picture_shows_the_marks_and_a_part_is_larger() {
        let drawing = Drawing::e101(1, &Options::default());
        let item = &drawing.truth.items[0];
        let marks = [Mark { page: 1, bbox: item.bbox, number: 1, label: "Item".into(), group: "g".into() }];
        let marked = mark(&drawing.pdf, &marks).expect("a marked file");
        let plain = page(&drawing.pdf, 1, WHOLE, 1200).expect("the page");
        let whole = page(&marked, 1, WHOLE, 1200).expect("the page");
        assert_eq!(whole.width.max(whole.height), 1200);
        assert_eq!(red(&plain), 0);
        assert!(red(&whole) > 20, "{}", red(&whole));

        let [x0, y0, x1, y1] = item.bbox;
        let part = [x0 - 0.03, y0 - 0.03, x1 + 0.03, y1 + 0.03];
        let crop = page(&marked, 1, part, 600).expect("a part");
        assert!(red(&crop) > 2 * red(&whole), "{} of {}", red(&crop), red(&whole));
        let elsewhere = page(&marked, 1, [0.0, 0.0, 0.02, 0.02], 200).expect("a corner");
        assert_eq!(red(&elsewhere), 0);
    }

    #[test]
    fn pages_that_are_missing_or_empty_are_refused() {
        let drawing = Drawing::e101(1, &Options::default());
        assert!(matches!(page(b"no PDF", 1, WHOLE, 100), Err(RasterError::Unreadable)));
        for number in [0, 99] {
            assert!(matches!(page(&drawing.pdf, number, WHOLE, 100), Err(RasterError::NoSuchPage(_))));
        }
        assert!(matches!(page(&drawing.pdf, 1, [0.5, 0.5, 0.5, 0.6], 100), Err(RasterError::Empty(1))));
    }
}
