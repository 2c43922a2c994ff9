//! The archive: a picture for each item, then `index.json`.
//!
//! Pictures are drawn and written one group after the other, so memory grows with the file and one drawing, not with
//! the number of pictures. Entries have no timestamps, so that equal takeoffs give equal archives.

use crate::crops::{ItemBox, groups};
use plumbline_exporter::marked_document::{Marked, MarkedItem, Which, marked};
use plumbline_exporter::{ChunkWriter, Original, Output, Rows, shorten};
use plumbline_geometry::bounds;
use plumbline_pdf::pictures::{Document, RasterError};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write as _;
use zip::result::ZipError;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipWriter};

/// Maximum number of pictures in one archive. The index names the remaining items too.
const MAX_PICTURES: usize = 5_000;

/// Maximum length of a kind in a file name, in characters. With number and extension, the name stays below the limits
/// of file systems and unpackers.
const MAX_NAME: usize = 80;

/// An entry of the index.
#[derive(Serialize)]
struct Entry<'a> {
    /// The picture's name in the archive, or `None` for items beyond [`MAX_PICTURES`].
    picture: Option<String>,
    number: u32,
    item_id: &'a str,
    description: &'a str,
    page_number: u32,
    /// The item's place: `[x_min, y_min, x_max, y_max]`, normalized to the page, origin top-left.
    bbox: [f64; 4],
    /// The part of the page that the picture shows.
    shown: Option<[f64; 4]>,
}

/// Writes the archive and returns the output.
///
/// # Errors
/// Returns a message for users if the document is not a PDF or cannot be drawn, with the formats to use instead. If the
/// output fails, returns its message.
pub fn write<O: Output>(rows: &(impl Rows + Original), output: O) -> Result<O, String> {
    let Marked { file, items } = marked(rows, Which::All).map_err(suggest_formats)?;
    let document = Document::open(file).map_err(drawing_error)?;
    let mut archive = ZipWriter::new_stream(ChunkWriter::new(output));
    let mut index: Vec<Entry<'_>> = items.iter().map(Entry::of).collect();
    for (page, places) in by_page(&items) {
        let size = document.size(page).map_err(drawing_error)?;
        for group in groups(size, places) {
            let canvas = document.draw(page, group.part, group.side).map_err(drawing_error)?;
            for (item, part) in group.crops {
                let name = name(&items[item]);
                let picture = canvas.cut(part).map_err(drawing_error)?;
                store(&mut archive, &name, &picture.png)?;
                (index[item].picture, index[item].shown) =
                    (Some(name), Some([part.min.x, part.min.y, part.max.x, part.max.y]));
            }
        }
    }
    store(&mut archive, "index.json", &serde_json::to_vec_pretty(&index).map_err(|error| error.to_string())?)?;
    archive.finish().map_err(error_text)?.into_inner().finish()
}

impl<'a> Entry<'a> {
    fn of(item: &'a MarkedItem) -> Self {
        let MarkedItem { id, description, mark } = item;
        Self {
            picture: None,
            number: mark.number,
            item_id: id,
            description,
            page_number: mark.page,
            bbox: mark.bbox,
            shown: None,
        }
    }
}

/// Returns the indices and boxes of the items that get a picture, by page.
fn by_page(items: &[MarkedItem]) -> BTreeMap<u32, Vec<ItemBox>> {
    let mut pages: BTreeMap<u32, Vec<_>> = BTreeMap::new();
    for (index, item) in items.iter().enumerate().take(MAX_PICTURES) {
        pages.entry(item.mark.page).or_default().push((index, bounds(item.mark.bbox)));
    }
    pages
}

/// Returns the name of a picture, such as `0012 Duplex receptacle, 20 A.png`, without the characters that Windows or a
/// path reject.
fn name(item: &MarkedItem) -> String {
    let allowed = |letter: char| if letter.is_control() || r#"/\:*?"<>|"#.contains(letter) { ' ' } else { letter };
    let kind: String = item.mark.label.chars().map(allowed).collect();
    let kind = kind.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{:04} {}.png", item.mark.number, shorten(&kind, MAX_NAME).trim_end_matches(['.', ' ']))
}

fn store<W: std::io::Write>(archive: &mut ZipWriter<StreamWriter<W>>, name: &str, bytes: &[u8]) -> Result<(), String> {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    archive.start_file(name, options).map_err(error_text)?;
    archive.write_all(bytes).map_err(|error| error.to_string())
}

fn drawing_error(error: RasterError) -> String {
    suggest_formats(format!("Drawing failed: {error}."))
}

fn suggest_formats(reason: String) -> String {
    format!("{reason} Use csv, xlsx or json.")
}

/// Returns the message of an error. The ZIP writer wraps the output's message in its own, and users need the inner
/// text.
fn error_text(error: ZipError) -> String {
    match error {
        ZipError::Io(inner) => inner.to_string(),
        other => format!("The archive could not be written: {other}."),
    }
}
