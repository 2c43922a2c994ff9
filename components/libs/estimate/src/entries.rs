//! The rows behind the lines once more, one after the other, for formats that list them.

use plumbline_guest_exporter::quantities::ReviewStatus;
use plumbline_guest_exporter::{Rows, endpoint_text, for_each_item, for_each_route};

use crate::Lines;

/// A row that is part of a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Index of its line in [`Lines::all`].
    pub line: usize,
    /// In the line's unit.
    pub quantity: f64,
    /// 1-based page of the document.
    pub page: u32,
    /// Number of its sheet.
    pub sheet: Option<String>,
    /// An item's tag; where a route begins and ends.
    pub tag: Option<String>,
}

impl Lines {
    /// Reads all rows again and calls `each` for those that are part of a line, in the order in which the lines were
    /// added up: sums of their quantities come out the same to the last bit.
    ///
    /// # Errors
    /// The first error of `each`; when the rows are not those that the lines were made of.
    pub fn for_each_entry(
        &self,
        rows: &impl Rows,
        mut each: impl FnMut(Entry) -> Result<(), String>,
    ) -> Result<(), String> {
        let unknown = |id: &str| format!("the rows changed while they were read: {id} is new");
        rows.rewind();
        for_each_item(rows, |mut item| {
            if item.review_status == ReviewStatus::Rejected {
                return Ok(());
            }
            let line = self.index_of_item(&mut item).ok_or_else(|| unknown(&item.id))?;
            each(Entry {
                line,
                quantity: item.effective_quantity,
                page: item.page_number,
                sheet: item.sheet_number,
                tag: item.tag,
            })
        })?;
        for_each_route(rows, |route| {
            let line = self.index_of_route(&route).ok_or_else(|| unknown(&route.id))?;
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
