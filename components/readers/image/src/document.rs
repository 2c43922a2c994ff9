//! An image as a document of one page.

use plumbline_geometry::size;
use plumbline_reader::Failure;
use plumbline_reader::pictures::{DrawViews, cannot_draw};
use plumbline_scanned_pages::reader::{DrawPages, DrawnPage, mark_incomplete};
use plumbline_scanned_pages::text::need;
use plumbline_sheet::page_pictures::{View, side};
use plumbline_sheet::{Sheet, SheetBuilder};

use crate::{header, limits, picture, view};

/// Default density in pixels per inch: the usual one for scans of drawings for viewing.
pub const DEFAULT_DENSITY: f64 = 150.0;

/// Points per inch.
const POINTS_PER_INCH: f64 = 72.0;

/// An open image.
pub struct Document {
    header: header::Header,
    /// The file, decoded when the page is drawn.
    bytes: Vec<u8>,
}

impl std::fmt::Debug for Document {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Document").field("header", &self.header).finish_non_exhaustive()
    }
}

impl Document {
    /// Reads the header of a PNG or JPEG. The pixels are not decoded.
    ///
    /// # Errors
    /// Returns an error if it is neither, is damaged or cut short, or has more pixels than the limit.
    pub fn open(bytes: Vec<u8>) -> Result<Self, Failure> {
        Ok(Self { header: header::read(&bytes)?, bytes })
    }

    /// Returns the number of pages.
    pub fn page_count(&self) -> u32 {
        1
    }

    /// Returns the page: the image on a sheet of its size.
    ///
    /// # Errors
    /// Returns an error if another page than 1 is requested.
    pub fn sheet(&self, page_number: u32) -> Result<Sheet, Failure> {
        if page_number != 1 {
            return Err(Failure::unreadable(format!("Page {page_number} does not exist. An image has only page 1.")));
        }
        let header = &self.header;
        let density = header.density.unwrap_or([DEFAULT_DENSITY; 2]);
        let stored = [
            f64::from(header.width) / density[0] * POINTS_PER_INCH,
            f64::from(header.height) / density[1] * POINTS_PER_INCH,
        ];
        let shrink = (limits::SIDE / stored[0].max(stored[1])).min(1.0);
        let stored = stored.map(|side| (side * shrink).max(1.0));
        // Orientations from 5 on are rotated by a quarter turn. Mirrored images stay mirrored.
        let (size, pixels) = if header.orientation >= 5 {
            ([stored[1], stored[0]], [header.height, header.width])
        } else {
            (stored, [header.width, header.height])
        };
        let rotation = match header.orientation {
            3 | 4 => 180,
            5 | 6 => 90,
            7 | 8 => 270,
            _ => 0,
        };
        let [width, height] = size.map(|side| side as f32);
        let mut builder = SheetBuilder::new(1, width, height, rotation);
        builder.image([0.0, 0.0, width, height].into(), pixels[0], pixels[1]);
        builder.note("The page is an image without lines or text.");
        if header.density.is_none() {
            builder.note(format!(
                "The image does not state a resolution. Its size is based on {DEFAULT_DENSITY} pixels per inch."
            ));
        }
        if shrink < 1.0 {
            builder.note("At the stated resolution, the page would be larger than 200 inches. It is shown smaller.");
        }
        let mut sheet = builder.finish();
        let need = need(&sheet);
        mark_incomplete(&mut sheet, need);
        Ok(sheet)
    }
}

impl DrawPages for Document {
    fn draw(&mut self, page_number: u32) -> Result<DrawnPage, Failure> {
        let sheet = Self::sheet(self, page_number)?;
        let picture = picture::decode(&self.bytes, &self.header)?;
        let points = sheet.width / picture.width() as f32;
        Ok(DrawnPage { picture, points })
    }
}

impl DrawViews for Document {
    fn draw_view(&mut self, page_number: u32, view: &View) -> Result<Vec<u8>, Failure> {
        let sheet = Self::sheet(self, page_number)?;
        let image = picture::decode(&self.bytes, &self.header)?;
        let size = size(sheet.width.into(), sheet.height.into());
        let part = view.part(size);
        let mut picture = view::draw(&image, part, side(size, part));
        if let Some(place) = view.place() {
            picture.outline(part, place);
        }
        picture.png().map_err(cannot_draw)
    }
}

plumbline_reader::pages_by_methods!(Document, limits::FILE_BYTES);
