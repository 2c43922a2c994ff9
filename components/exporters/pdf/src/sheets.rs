//! The marked sheets: which items have a mark, and what a document needs to be marked.

use plumbline_guest_exporter::quantities::{MeasureType, ReviewStatus};
use plumbline_guest_exporter::{ChunkWriter, ItemRow, LineKey, Original, Output, Rows, for_each_item};
use plumbline_markup::{Mark, Placed, mark, number};
use std::convert::Infallible;
use std::io::Write as _;

/// The media type of documents that can be marked.
const PDF: &str = "application/pdf";

/// Writes the marked file and returns the output.
///
/// # Errors
/// A document that is not a PDF, or that cannot be marked, with the formats to use in its place; the output's words.
pub fn write<O: Output>(rows: &(impl Rows + Original), output: O) -> Result<O, String> {
    let drawing = rows.drawing().ok_or("This export has no document to mark. Use csv, xlsx or json.")?;
    if !drawing.media_type.eq_ignore_ascii_case(PDF) {
        return Err(format!(
            "The format pdf marks the pages of a PDF, and this document is of type `{}`. Use csv, xlsx or json, or \
             upload the drawing as a PDF.",
            drawing.media_type
        ));
    }
    let marks = marks(rows);
    let marked = mark(&rows.file(), &marks)
        .map_err(|error| format!("The document cannot be marked: {error}. Use csv, xlsx or json."))?;
    let mut chunks = ChunkWriter::new(output);
    chunks.write_all(&marked).map_err(|error| error.to_string())?;
    chunks.finish()
}

/// Numbers the counted items that have a place on a page.
fn marks(rows: &impl Rows) -> Vec<Mark> {
    let mut placed = Vec::new();
    let Ok(()) = for_each_item(rows, |item| -> Result<(), Infallible> {
        placed.extend(place(&item));
        Ok(())
    });
    number(placed)
}

fn place(item: &ItemRow) -> Option<Placed> {
    if item.measure != MeasureType::Count || item.review_status == ReviewStatus::Rejected {
        return None;
    }
    // The first place is the symbol's; further ones are texts that name it.
    let place = item.evidence.first()?;
    let (x_min, y_min, x_max, y_max) = place.bbox;
    let unit = |value: f32| f64::from(value).clamp(0.0, 1.0);
    let bbox = [unit(x_min.min(x_max)), unit(y_min.min(y_max)), unit(x_max.max(x_min)), unit(y_max.max(y_min))];
    Some(Placed { kind: LineKey::of_item(item).description, page: place.page_number, bbox })
}
