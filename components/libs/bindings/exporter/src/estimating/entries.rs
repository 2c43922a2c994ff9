//! A second pass over the rows behind the lines, for formats that list them.

use crate::quantities::ReviewStatus;
use crate::{LineKey, Rows, endpoint_text, for_each_item, for_each_route};

use crate::estimating::lines::PagedLines;

/// A row that is part of a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The index of its line in [`PagedLines::all`].
    pub line: usize,
    /// The quantity in the line's unit.
    pub quantity: f64,
    /// The page of the document, 1-based.
    pub page: u32,
    /// The sheet number.
    pub sheet: Option<String>,
    /// An item's tag, or the start and end of a route.
    pub tag: Option<String>,
}

impl PagedLines {
    /// Reads all rows again and calls `each` for those that are part of a line, in the order in which the lines were
    /// added up. The sums of their quantities are therefore identical to the last bit.
    ///
    /// # Errors
    /// Returns the first error of `each`, or an error if the rows are not those from which the lines were made.
    pub fn for_each_entry(
        &self,
        rows: &impl Rows,
        mut each: impl FnMut(Entry) -> Result<(), String>,
    ) -> Result<(), String> {
        let unknown = |id: &str| format!("The takeoff changed during the export ({id} was added). Export it again.");
        rows.rewind();
        for_each_item(rows, |item| {
            if item.review_status == ReviewStatus::Rejected {
                return Ok(());
            }
            let line = self.index_of(&LineKey::for_item(&item, &self.types)).ok_or_else(|| unknown(&item.id))?;
            each(Entry {
                line,
                quantity: item.effective_quantity,
                page: item.page_number,
                sheet: item.sheet_number,
                tag: item.tag,
            })
        })?;
        for_each_route(rows, |route| {
            let line = self.index_of(&LineKey::for_route(&route)).ok_or_else(|| unknown(&route.id))?;
            let ends = [route.starts_at.as_ref(), route.ends_at.as_ref()].map(endpoint_text);
            let ends: Vec<&str> = ends.iter().map(String::as_str).filter(|end| !end.is_empty()).collect();
            each(Entry {
                line,
                quantity: route.quantity,
                page: route.page_number,
                sheet: None,
                tag: (!ends.is_empty()).then(|| ends.join(" - ")),
            })
        })
    }
}
