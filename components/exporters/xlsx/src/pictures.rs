//! Sheets with pictures of the document's marked pages, one page each.
//!
//! Marks show evidence, so there are pictures if the export includes evidence and the document is a PDF.

use crate::cells;
use plumbline_exporter::marked_document::{Which, marked};
use plumbline_exporter::{Header, Original, Rows};
use plumbline_pdf::pictures::{Picture, WHOLE, page};
use rust_xlsxwriter::{Image, ObjectMovement, Worksheet, XlsxError};

/// Pixels of the longer side of a picture: the numbers of the marks are readable, and a page is about a megabyte.
const PIXELS: u16 = 2400;

/// Most pages to show. The format `pdf` has all of them.
const MAX_PAGES: usize = 6;

/// Pixels of the longer side on the screen. In print, a page fills the paper.
const DISPLAY_PIXELS: f64 = 1200.0;

/// The pictures of a workbook.
#[derive(Default)]
pub(crate) struct Pictures {
    /// Page numbers with their pictures.
    pages: Vec<(u32, Picture)>,
    /// Explanation of missing pictures for the summary.
    pub(crate) remark: Option<String>,
}

impl Pictures {
    /// Draws the pages that have marks. Reads all items.
    pub(crate) fn draw(rows: &(impl Rows + Original), header: &Header) -> Self {
        if !header.include_evidence || rows.drawing().is_none() {
            return Self::default();
        }
        let marked = match marked(rows, Which::Counted) {
            Ok(marked) => marked,
            Err(reason) => {
                return Self { pages: vec![], remark: Some(format!("Marked sheets are not included. {reason}")) };
            }
        };
        let mut pictures = Self::default();
        let pages = marked.pages();
        for number in pages.iter().copied().take(MAX_PAGES) {
            match page(&marked.file, number, WHOLE, PIXELS) {
                Ok(picture) => pictures.pages.push((number, picture)),
                Err(error) => {
                    pictures.remark = Some(format!("The marked sheet of page {number} is not included: {error}."))
                }
            }
        }
        if pages.len() > MAX_PAGES {
            let count = pages.len();
            pictures.remark = Some(format!(
                "This workbook has {MAX_PAGES} of {count} marked sheets. Export as pdf to get all of them."
            ));
        }
        pictures
    }

    /// Creates the sheets, in the order of the pages.
    pub(crate) fn sheets(&self, header: &Header) -> Result<Vec<Worksheet>, XlsxError> {
        self.pages.iter().map(|(number, picture)| sheet(*number, picture, header)).collect()
    }
}

fn sheet(number: u32, picture: &Picture, header: &Header) -> Result<Worksheet, XlsxError> {
    let mut sheet = Worksheet::new();
    sheet.set_name(format!("Marked page {number}"))?;
    cells::print_setup(&mut sheet, header);
    if picture.height > picture.width {
        sheet.set_portrait();
    }
    // One page, for any shape of the drawing.
    sheet.set_print_fit_to_pages(1, 1);
    let scale = DISPLAY_PIXELS / f64::from(picture.width.max(picture.height));
    let image = Image::new_from_buffer(&picture.png)?
        .set_scale_width(scale)
        .set_scale_height(scale)
        .set_object_movement(ObjectMovement::DontMoveOrSizeWithCells)
        .set_alt_text(format!("Page {number} of the document with all counted items marked"));
    sheet.insert_image(0, 0, &image)?;
    Ok(sheet)
}
