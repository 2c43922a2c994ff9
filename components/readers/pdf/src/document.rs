//! An open PDF, and its pages as sheets and pictures.

use std::sync::Arc;

use hayro_interpret::{Context, InterpreterCache, InterpreterSettings, RenderContent, interpret_page};
use hayro_syntax::Pdf;
use hayro_syntax::page::{Page, Rotation};
use kurbo::{Affine, Rect};
use plumbline_geometry::size;
use plumbline_pdf::pictures::draw_view;
use plumbline_reader::Failure;
use plumbline_reader::pictures::{DrawViews, cannot_draw};
use plumbline_scanned_pages::reader::{DrawPages, DrawnPage, mark_incomplete};
use plumbline_scanned_pages::text::need;
use plumbline_sheet::page_pictures::View;
use plumbline_sheet::{Sheet, SheetBuilder, hidden_layers};

use crate::device::Collector;
use crate::failure::load_failure;
use crate::{annotations, blocks, budget, layers, limits, object_streams, picture, predictors};

/// An open PDF.
pub struct Document {
    data: Arc<Vec<u8>>,
    pdf: Pdf,
    /// Decoded bytes of the pages read since the file was opened.
    cached: usize,
}

impl std::fmt::Debug for Document {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Document").field("bytes", &self.data.len()).field("pages", &self.page_count()).finish()
    }
}

impl Document {
    /// Parses the structure of a file, not its pages.
    ///
    /// # Errors
    /// Returns an error if it is not a PDF, is damaged beyond repair, needs a password or has too many pages.
    pub fn open(mut bytes: Vec<u8>) -> Result<Self, Failure> {
        predictors::correct(&mut bytes);
        if !bytes.windows(5).take(64 * 1024).any(|w| w == b"%PDF-") {
            return Err(Failure::unreadable(
                "The file is not a PDF because it has no PDF header. Export the drawing as PDF and upload it again.",
            ));
        }
        object_streams::check(&bytes)?;
        let data = Arc::new(bytes);
        let pdf = Pdf::new(Arc::clone(&data)).map_err(load_failure)?;
        match pdf.pages().len() {
            0 => Err(Failure::unreadable("The PDF has no pages. Export it again and upload it.")),
            n if n > limits::PAGES => Err(Failure::capacity(format!(
                "The PDF has {n} pages. The limit is {}. Split it and upload the parts.",
                limits::PAGES
            ))),
            _ => Ok(Self { data, pdf, cached: 0 }),
        }
    }

    /// Returns the number of pages.
    pub fn page_count(&self) -> u32 {
        self.pdf.pages().len() as u32
    }

    /// Parses one page. Page numbers start at 1.
    ///
    /// # Errors
    /// Returns an error if the page does not exist, or it draws more than the limits allow.
    pub fn sheet(&mut self, page_number: u32) -> Result<Sheet, Failure> {
        if self.cached > limits::CACHED_BYTES {
            self.pdf = Pdf::new(Arc::clone(&self.data)).map_err(load_failure)?;
            self.cached = 0;
        }
        let page = self.page(page_number)?;
        budget::check(page, page_number)?;
        let sheet = read_page(&self.pdf, page, page_number)?;
        self.cached += page.page_stream().map_or(0, <[u8]>::len);
        Ok(sheet)
    }

    fn page(&self, page_number: u32) -> Result<&Page<'_>, Failure> {
        let pages = self.pdf.pages();
        (page_number as usize).checked_sub(1).and_then(|index| pages.get(index)).ok_or_else(|| {
            Failure::unreadable(format!(
                "Page {page_number} does not exist. The document has pages 1 to {}.",
                pages.len()
            ))
        })
    }
}

impl DrawPages for Document {
    fn draw(&mut self, page_number: u32) -> Result<DrawnPage, Failure> {
        let page = self.page(page_number)?;
        budget::check(page, page_number)?;
        let (transform, width, height) = page_transform(page);
        Ok(picture::draw(page, transform, width, height))
    }
}

impl DrawViews for Document {
    fn draw_view(&mut self, page_number: u32, view: &View) -> Result<Vec<u8>, Failure> {
        let page = self.page(page_number)?;
        budget::check(page, page_number)?;
        let (_, width, height) = page_transform(page);
        draw_view(page, page_number, size(width.into(), height.into()), view).map_err(cannot_draw)
    }
}

plumbline_reader::pages_by_methods!(Document, limits::FILE_BYTES);

/// Returns the transformation from a page's user space to the sheet, and the sheet's width and height in points.
///
/// `UserUnit` (PDF 1.6, table 31) is the size of a unit in 1/72 inch. Values outside Acrobat's range are ignored as
/// damage.
fn page_transform(page: &Page<'_>) -> (Affine, f32, f32) {
    let unit = page.raw().get::<f64>(b"UserUnit").filter(|u| (0.001..=75_000.0).contains(u)).unwrap_or(1.0);
    let (width, height) = page.render_dimensions();
    let base = Affine::new(page.initial_transform(true).as_coeffs());
    (Affine::scale(unit) * base, width * unit as f32, height * unit as f32)
}

fn read_page(pdf: &Pdf, page: &Page<'_>, page_number: u32) -> Result<Sheet, Failure> {
    let (transform, width, height) = page_transform(page);
    let rotation = match page.rotation() {
        Rotation::None => 0,
        Rotation::Horizontal => 90,
        Rotation::Flipped => 180,
        Rotation::FlippedHorizontal => 270,
    };
    let builder = SheetBuilder::new(page_number, width, height, rotation);
    let view = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
    let cache = InterpreterCache::new();
    let mut collector = Collector::new(builder, view);
    let draw = |part: RenderContent, collector: &mut Collector| {
        let settings = InterpreterSettings { render_content: part, ..InterpreterSettings::default() };
        let mut context = Context::new(transform, view, &cache, pdf.xref(), settings);
        interpret_page(page, &mut context, collector);
    };
    draw(RenderContent::PAGE, &mut collector);
    let forms = collector.forms();
    collector.begin_annotations();
    draw(RenderContent::ANNOTATIONS, &mut collector);
    let mut builder = collector.finish(page_number)?;
    annotations::read(page, transform, &mut builder);
    note_empty_page(page, &mut builder);
    let mut sheet = builder.finish();
    let off = hidden_layers::note(layers::switched_off(pdf, &sheet));
    sheet.notes.extend(off);
    blocks::set_names(&mut sheet, page, forms);
    sheet.read_title_block();
    let need = need(&sheet);
    mark_incomplete(&mut sheet, need);
    Ok(sheet)
}

/// Adds a note if a page has no content for a takeoff.
fn note_empty_page(page: &Page<'_>, builder: &mut SheetBuilder) {
    let (paths, _, text) = builder.volume();
    if paths > 0 || text > 0 {
        return;
    }
    builder.note(if builder.images() > 0 {
        "The page is an image without lines or text."
    } else if page.page_stream().is_none_or(<[u8]>::is_empty) {
        "The page does not have readable content."
    } else {
        "The page is blank."
    });
}
