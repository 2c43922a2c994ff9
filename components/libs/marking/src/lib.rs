//! The marked document of an export, for exporters that show it: which items have a mark, and what a document needs to
//! be marked.
//!
//! Counted items have a mark where their first evidence is. Items that were rejected in review have none. Memory follows
//! the size of the file and the number of marks.

use plumbline_guest_exporter::quantities::{MeasureType, ReviewStatus};
use plumbline_guest_exporter::{ItemRow, LineKey, Original, Rows, for_each_item};
use plumbline_markup::{Mark, Placed, mark, number};
use std::collections::BTreeSet;
use std::convert::Infallible;

/// The media type of documents that can be marked.
const PDF: &str = "application/pdf";

/// A marked document.
pub struct Marked {
    /// The PDF with its marks, bookmarks and legend.
    pub file: Vec<u8>,
    /// The pages that have a mark, from 1.
    pub pages: BTreeSet<u32>,
}

/// Marks the document of an export. Reads the items from where the rows stand to their end.
///
/// # Errors
/// A message for people when the export has no document, or the document is not a PDF or cannot be marked.
pub fn marked(rows: &(impl Rows + Original)) -> Result<Marked, String> {
    let drawing = rows.drawing().ok_or("This export has no document to mark.")?;
    if !drawing.media_type.eq_ignore_ascii_case(PDF) {
        return Err(format!(
            "Marks stand on the pages of a PDF, and this document is of type `{}`. Upload the drawing as a PDF.",
            drawing.media_type
        ));
    }
    let marks = marks(rows);
    let file = mark(&rows.file(), &marks).map_err(|error| format!("Marking failed: {error}."))?;
    Ok(Marked { file, pages: marks.iter().map(|mark| mark.page).collect() })
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
    let within = |value: f64| value.clamp(0.0, 1.0);
    let bbox = [within(x_min.min(x_max)), within(y_min.min(y_max)), within(x_max.max(x_min)), within(y_max.max(y_min))];
    Some(Placed { kind: LineKey::of_item(item).description, page: place.page_number, bbox })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_guest_exporter::Drawing;
    use plumbline_guest_exporter::quantities::Evidence;
    use plumbline_guest_exporter::testing::{FixedRows, header, item};
    use plumbline_sample::{Drawing as Sheet, Options};

    #[test]
    fn counted_items_with_a_place_have_a_mark() {
        let place = |page_number| vec![Evidence { page_number, bbox: (0.5, 0.4, 0.48, 1.2) }];
        let mut rows = FixedRows::new(header(), 5, |i| match i {
            1 => ItemRow { review_status: ReviewStatus::Rejected, evidence: place(1), ..item(i) },
            2 => ItemRow { measure: MeasureType::Length, evidence: place(1), ..item(i) },
            3 => ItemRow { evidence: vec![], ..item(i) },
            _ => ItemRow { evidence: place(1), ..item(i) },
        });
        let found = marks(&rows);
        assert_eq!(found.len(), 2);
        let [x_min, y_min, x_max, y_max] = found[0].bbox;
        assert!(x_min < x_max && y_min < y_max && y_max <= 1.0, "ordered, within the page");

        rows.rewind();
        rows.drawing = Some(Drawing { media_type: "application/pdf".into(), pages: vec![], warnings: vec![] });
        rows.file = Sheet::e101(1, &Options::default()).pdf;
        let marked = marked(&rows).expect("a marked document");
        assert_eq!(marked.pages.into_iter().collect::<Vec<_>>(), [1]);
        assert!(marked.file.starts_with(b"%PDF"));
    }
}
