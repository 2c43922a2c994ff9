//! Pages of a PDF as PNG pictures in color, with their annotations, which include the marks.
//!
//! A picture is a whole page or a part of it. Its size is given in pixels rather than dots per inch, because a sheet
//! may be a letter or a meter wide and the renderer's memory grows with the pixels, at four bytes each. Many small
//! pictures of one page are cut from one [`Canvas`], because drawing interprets the whole page, regardless of the part.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let pdf = std::fs::read("E-101.pdf")?;
//! let picture = plumbline_pdf::pictures::page(&pdf, 1, plumbline_pdf::pictures::WHOLE, 1200)?;
//! std::fs::write("E-101.png", picture.png)?;
//! # Ok(())
//! # }
//! ```

use std::sync::Arc;

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::page::Page;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::vello_cpu::{Pixmap, RasterizerSettings, RenderContext, Resources, TargetInit};
use hayro::{RenderCache, RenderSettings, render_into};
use kurbo::Affine;
use plumbline_geometry::{Bounds, Pixel, bounds, point, size};
pub use plumbline_sheet::page_pictures::WHOLE;
use plumbline_sheet::page_pictures::{PageSize, Part, Raster, View, on_page, part_size, side};

/// Pixels of a picture.
type Area = Bounds<Pixel, u16>;

/// Reasons why a page cannot be drawn.
#[derive(Debug, thiserror::Error)]
pub enum RasterError {
    /// The file is not a PDF that the renderer can read.
    #[error("the PDF cannot be drawn")]
    Unreadable,
    /// The file does not have this page.
    #[error("the PDF has no page {0}")]
    NoSuchPage(u32),
    /// The page or the requested part has no area.
    #[error("page {0} has no area to draw")]
    Empty(u32),
    /// The picture could not be encoded.
    #[error("the picture could not be written: {0}")]
    Encoding(#[from] plumbline_sheet::page_pictures::EncodingError),
}

/// A drawn picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The PNG file.
    pub png: Vec<u8>,
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
}

/// Draws a part of page `number` (1-based) so that its longer side has `side` pixels. Anything outside the page is not
/// drawn.
///
/// # Errors
/// See [`RasterError`].
pub fn page(pdf: &[u8], number: u32, part: Part, side: u16) -> Result<Picture, RasterError> {
    Document::open(pdf.to_vec())?.draw(number, part, side)?.picture()
}

/// A PDF file whose pages can be drawn.
pub struct Document {
    pdf: Pdf,
}

impl Document {
    /// Opens a PDF file.
    ///
    /// # Errors
    /// [`RasterError::Unreadable`] if the renderer cannot read the file.
    pub fn open(pdf: Vec<u8>) -> Result<Self, RasterError> {
        Pdf::new(Arc::new(pdf)).map(|pdf| Self { pdf }).map_err(|_| RasterError::Unreadable)
    }

    /// Returns the size of page `number` as displayed.
    ///
    /// # Errors
    /// [`RasterError::NoSuchPage`] if the file does not have this page.
    pub fn size(&self, number: u32) -> Result<PageSize, RasterError> {
        self.page(number).map(displayed_size)
    }

    /// Draws a part of a page; see [`page`].
    ///
    /// # Errors
    /// See [`RasterError`].
    pub fn draw(&self, number: u32, part: Part, side: u16) -> Result<Canvas, RasterError> {
        draw(self.page(number)?, number, part, side)
    }

    /// Draws what a view shows of page `number`, and returns the PNG.
    ///
    /// # Errors
    /// See [`RasterError`].
    pub fn view(&self, number: u32, view: &View) -> Result<Vec<u8>, RasterError> {
        let page = self.page(number)?;
        draw_view(page, number, displayed_size(page), view)
    }

    fn page(&self, number: u32) -> Result<&Page<'_>, RasterError> {
        let index = number.checked_sub(1).and_then(|index| usize::try_from(index).ok());
        index.and_then(|index| self.pdf.pages().get(index)).ok_or(RasterError::NoSuchPage(number))
    }
}

/// Draws what a view shows of a page of an open PDF, and returns the PNG. `size` is that of the page.
///
/// # Errors
/// See [`RasterError`].
pub fn draw_view(page: &Page<'_>, number: u32, size: PageSize, view: &View) -> Result<Vec<u8>, RasterError> {
    let part = view.part(size);
    let mut picture = draw(page, number, part, side(size, part))?.raster();
    if let Some(place) = view.place() {
        picture.outline(part, place);
    }
    Ok(picture.png()?)
}

/// Draws a part of a page of an open PDF; see [`page`].
///
/// # Errors
/// See [`RasterError`].
pub fn draw(page: &Page<'_>, number: u32, part: Part, side: u16) -> Result<Canvas, RasterError> {
    let size = displayed_size(page);
    let part = on_page(part);
    let PageSize { width: across, height: down, .. } = part_size(size, part);
    if !(across > 0.0 && down > 0.0) {
        return Err(RasterError::Empty(number));
    }
    let scale = f64::from(side) / across.max(down);
    // Neither side is longer than `side`, so both fit.
    let pixels = |length: f64| (length * scale).round().clamp(1.0, f64::from(side)) as u16;
    let (columns, rows) = (pixels(across), pixels(down));
    let place = Affine::new(page.initial_transform(true).as_coeffs());
    let transform =
        Affine::scale(scale) * Affine::translate((-part.min.x * size.width, -part.min.y * size.height)) * place;

    let mut context = RenderContext::new(columns, rows);
    let cache = RenderCache::new();
    render_into(page, &cache, &InterpreterSettings::default(), &RenderSettings::default(), &mut context, transform);
    context.flush();
    let mut pixmap = Pixmap::new(columns, rows);
    let paper = RasterizerSettings { target_init: TargetInit::Clear(WHITE), ..RasterizerSettings::default() };
    context.render_with(&mut pixmap, &mut Resources::default(), paper);
    Ok(Canvas { page: number, part, pixmap, columns, rows })
}

fn displayed_size(page: &Page<'_>) -> PageSize {
    let (width, height) = page.render_dimensions();
    size(width.into(), height.into())
}

/// A drawn part of a page.
pub struct Canvas {
    page: u32,
    part: Part,
    pixmap: Pixmap,
    columns: u16,
    rows: u16,
}

impl Canvas {
    /// Returns the whole canvas as a picture.
    ///
    /// # Errors
    /// [`RasterError::Encoding`] if the picture cannot be encoded.
    pub fn picture(&self) -> Result<Picture, RasterError> {
        self.pixels(bounds([0, 0, self.columns, self.rows]))
    }

    /// Cuts out the pixels of `part`. Anything outside the canvas is omitted.
    ///
    /// # Errors
    /// [`RasterError::Empty`] if the part and the canvas have no pixel in common, [`RasterError::Encoding`] if the
    /// picture cannot be encoded.
    pub fn cut(&self, part: Part) -> Result<Picture, RasterError> {
        let Part { min, max } = self.part;
        let pixel = |value: f64, min: f64, max: f64, count: u16| {
            // Within 0..=count after the clamp.
            ((value - min) / (max - min) * f64::from(count)).clamp(0.0, f64::from(count)).round() as u16
        };
        let corner = |x, y| point(pixel(x, min.x, max.x, self.columns), pixel(y, min.y, max.y, self.rows));
        let area = Area::new(corner(part.min.x, part.min.y), corner(part.max.x, part.max.y));
        if area.is_empty() {
            return Err(RasterError::Empty(self.page));
        }
        self.pixels(area)
    }

    /// Returns the whole canvas.
    pub fn raster(&self) -> Raster {
        self.crop(bounds([0, 0, self.columns, self.rows]))
    }

    /// Encodes the pixels of an area, which is not empty and lies within the canvas.
    fn pixels(&self, area: Area) -> Result<Picture, RasterError> {
        let raster = self.crop(area);
        Ok(Picture { png: raster.png()?, width: raster.width(), height: raster.height() })
    }

    /// Returns the pixels of an area, which lies within the canvas.
    fn crop(&self, area: Area) -> Raster {
        let pixels = self.pixmap.data_as_u8_slice();
        let stride = 4 * usize::from(self.columns);
        let columns = 4 * usize::from(area.min.x)..4 * usize::from(area.max.x);
        let (width, height) = (area.width(), area.height());
        let mut colors = Vec::with_capacity(3 * usize::from(width) * usize::from(height));
        for row in pixels.chunks_exact(stride).take(usize::from(area.max.y)).skip(usize::from(area.min.y)) {
            // The paper is opaque, so alpha is not needed.
            colors.extend(
                row[columns.clone()].as_chunks::<4>().0.iter().flat_map(|[red, green, blue, _]| [*red, *green, *blue]),
            );
        }
        Raster::from_pixels(width, height, colors).unwrap_or_else(|| Raster::blank(width, height))
    }
}

#[cfg(all(test, feature = "marks"))]
mod tests {
    use super::*;
    use crate::marks::{Mark, mark};
    use plumbline_sample::{Drawing, Options};

    /// Counts the red pixels of a picture. Red is the color of the first group of marks.
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
        let part = bounds([x0 - 0.03, y0 - 0.03, x1 + 0.03, y1 + 0.03]);
        let crop = page(&marked, 1, part, 600).expect("a part");
        assert!(red(&crop) > 2 * red(&whole), "{} of {}", red(&crop), red(&whole));
        let cut = Document::open(marked.clone())
            .expect("a PDF")
            .draw(1, WHOLE, 2400)
            .expect("the page")
            .cut(part)
            .expect("a part");
        assert!(red(&cut) > red(&whole) && cut.width < 2400 / 4, "{} pixels across", cut.width);
        let elsewhere = page(&marked, 1, bounds([0.0, 0.0, 0.02, 0.02]), 200).expect("a corner");
        assert_eq!(red(&elsewhere), 0);
    }

    #[test]
    fn pages_that_are_missing_or_empty_are_refused() {
        let drawing = Drawing::e101(1, &Options::default());
        assert!(matches!(page(b"no PDF", 1, WHOLE, 100), Err(RasterError::Unreadable)));
        for number in [0, 99] {
            assert!(matches!(page(&drawing.pdf, number, WHOLE, 100), Err(RasterError::NoSuchPage(_))));
        }
        assert!(matches!(page(&drawing.pdf, 1, bounds([0.5, 0.5, 0.5, 0.6]), 100), Err(RasterError::Empty(1))));
    }
}
