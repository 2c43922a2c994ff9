//! The marked document of an export, for exporters that show it: the items that have a mark, and the requirements for
//! marking a document.
//!
//! An item's mark is at its first evidence. Items that were rejected in review have no mark. Items of one description
//! are one kind. A tag that several of them have names a type ([`TypeTags`]), so these are a kind of their own. A kind
//! is therefore a line of the estimate. Memory grows with the size of the file and the number of marks.
//!
//! ```
//! use plumbline_exporter::testing::{FixedRows, header, item};
//! use plumbline_exporter::marked_document::{Which, marked};
//!
//! // An export without a document has nothing to mark.
//! let rows = FixedRows::new(header(), 4, item);
//! assert_eq!(marked(&rows, Which::Counted).err().as_deref(), Some("This export has no document to mark."));
//! ```

use crate::quantities::{MeasureType, ReviewStatus};
use crate::{ItemRow, LineKey, Original, Rows, TypeTags, item_name};
use plumbline_pdf::marks::{Mark, Placed, mark, number};
use std::collections::BTreeSet;
use std::convert::Infallible;

/// The media type of documents that can be marked.
const PDF: &str = "application/pdf";

/// Items that have a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// Counted items.
    Counted,
    /// Counted and measured items. Counted items come first, so that they have the same numbers as with
    /// [`Which::Counted`].
    All,
}

/// A marked document.
pub struct Marked {
    /// The PDF with its marks, bookmarks and legend.
    pub file: Vec<u8>,
    /// The marked items, by number.
    pub items: Vec<MarkedItem>,
}

/// An item and its mark.
pub struct MarkedItem {
    /// Id of the item.
    pub id: String,
    /// Description of the item. The label of the mark also has the tag if it names a type.
    pub description: String,
    /// Number, kind and place of the mark.
    pub mark: Mark,
}

impl Marked {
    /// Returns the 1-based numbers of the pages that have a mark.
    pub fn pages(&self) -> BTreeSet<u32> {
        self.items.iter().map(|item| item.mark.page).collect()
    }
}

/// Marks the document of an export. Reads the items from their beginning to their end.
///
/// # Errors
/// Returns a message for users if the export has no document, or the document is not a PDF or cannot be marked.
pub fn marked(rows: &(impl Rows + Original), which: Which) -> Result<Marked, String> {
    let drawing = rows.drawing().ok_or("This export has no document to mark.")?;
    if !drawing.media_type.eq_ignore_ascii_case(PDF) {
        return Err(format!("Only PDF documents can be marked. This document is `{}`.", drawing.media_type));
    }
    let items = marks(rows, which);
    let marks: Vec<Mark> = items.iter().map(|item| item.mark.clone()).collect();
    let file = mark(&rows.file(), &marks).map_err(|error| format!("Marking failed: {error}."))?;
    Ok(Marked { file, items })
}

/// Numbers the items that have a place on a page.
fn marks(rows: &impl Rows, which: Which) -> Vec<MarkedItem> {
    let new = |types| (types, Vec::new(), Vec::new());
    let add = |(types, counted, measured): &mut (_, Vec<_>, Vec<_>), item: ItemRow| -> Result<(), Infallible> {
        let of_its_measure = if item.measure == MeasureType::Count { counted } else { measured };
        of_its_measure.extend(place(item, types));
        Ok(())
    };
    let Ok((_, counted, measured)) = TypeTags::read(rows, new, add);
    let mut marks = numbered(counted, 0);
    if which == Which::All {
        let last = marks.len() as u32;
        marks.extend(numbered(measured, last));
    }
    marks
}

/// An item with a place on a page.
struct PlacedItem {
    id: String,
    description: String,
    kind: String,
    page: u32,
    bbox: [f64; 4],
}

/// Numbers items, starting after `last`.
fn numbered(items: Vec<PlacedItem>, last: u32) -> Vec<MarkedItem> {
    let placed: Vec<Placed> =
        items.iter().map(|item| Placed { kind: item.kind.clone(), page: item.page, bbox: item.bbox }).collect();
    number(&placed)
        .into_iter()
        .map(|(index, mark)| MarkedItem {
            id: items[index].id.clone(),
            description: items[index].description.clone(),
            mark: Mark { number: last + mark.number, ..mark },
        })
        .collect()
}

fn place(item: ItemRow, types: &TypeTags) -> Option<PlacedItem> {
    if item.review_status == ReviewStatus::Rejected {
        return None;
    }
    // The first place is the symbol's. The others are texts that name it.
    let place = item.evidence.first()?;
    let (x_min, y_min, x_max, y_max) = place.bbox;
    let within = |value: f64| value.clamp(0.0, 1.0);
    let bbox = [within(x_min.min(x_max)), within(y_min.min(y_max)), within(x_max.max(x_min)), within(y_max.max(y_min))];
    let page = place.page_number;
    let description = item_name(&item).into_owned();
    let kind = LineKey::for_item(&item, types).description;
    Some(PlacedItem { id: item.id, description, kind, page, bbox })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Drawing;
    use crate::quantities::Evidence;
    use crate::testing::{FixedRows, header, item};
    use plumbline_sample::{Drawing as Sheet, Options};

    #[test]
    fn a_tag_of_several_items_is_part_of_their_kind() {
        let rows = FixedRows::new(header(), 6, |i| ItemRow {
            description: "Luminaire".into(),
            tag: match i {
                0 | 2 => Some("A".into()),
                1 | 3 => Some("B".into()),
                4 => Some("C".into()),
                _ => None,
            },
            evidence: vec![Evidence { page_number: 1, bbox: (0.5, 0.4, 0.6, 0.5) }],
            ..item(i)
        });
        let found = marks(&rows, Which::Counted);
        let kinds: Vec<&str> = found.iter().map(|item| item.mark.label.as_str()).collect();
        assert_eq!(
            kinds,
            ["Luminaire, A", "Luminaire, A", "Luminaire, B", "Luminaire, B", "Luminaire", "Luminaire"],
            "A and B are types, and C names one item"
        );
        assert!(found.iter().all(|item| item.mark.group == item.mark.label && item.description == "Luminaire"));
    }

    #[test]
    fn items_with_a_place_have_a_mark_and_counted_ones_come_first() {
        let place = |page_number| vec![Evidence { page_number, bbox: (0.5, 0.4, 0.48, 1.2) }];
        let mut rows = FixedRows::new(header(), 5, |i| match i {
            1 => ItemRow { review_status: ReviewStatus::Rejected, evidence: place(1), ..item(i) },
            2 => ItemRow { measure: MeasureType::Length, evidence: place(1), ..item(i) },
            3 => ItemRow { evidence: vec![], ..item(i) },
            _ => ItemRow { evidence: place(1), ..item(i) },
        });
        let found = marks(&rows, Which::Counted);
        let ids = |found: &[MarkedItem]| found.iter().map(|item| item.id.clone()).collect::<Vec<_>>();
        assert_eq!(ids(&found), [item(0).id, item(4).id]);
        let [x_min, y_min, x_max, y_max] = found[0].mark.bbox;
        assert!(x_min < x_max && y_min < y_max && y_max <= 1.0, "ordered, within the page");

        rows.rewind();
        let all = marks(&rows, Which::All);
        assert_eq!(ids(&all), [item(0).id, item(4).id, item(2).id]);

        rows.rewind();
        rows.drawing =
            Some(Drawing { media_type: "application/pdf".into(), links_until: None, pages: vec![], warnings: vec![] });
        rows.file = Sheet::e101(1, &Options::default()).pdf;
        let marked = marked(&rows, Which::Counted).expect("a marked document");
        assert_eq!(marked.pages().into_iter().collect::<Vec<_>>(), [1]);
        assert!(marked.file.starts_with(b"%PDF"));
    }
}
