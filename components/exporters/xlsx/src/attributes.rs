//! Attributes as columns of their own, in the order they first appear, typed as they are.

use crate::cells;
use crate::style::Style;
use plumbline_guest_exporter::quantities::Attribute;
use rust_xlsxwriter::{Worksheet, XlsxError};

/// Columns given to attributes. A drawing names about a dozen; what goes past this shares the last column, so that a
/// table of hundreds of one-off names stays readable.
const MAX_COLUMNS: usize = 24;

/// The attribute columns of a sheet.
pub(crate) struct Attributes {
    first_column: u16,
    keys: Vec<String>,
    overflowed: bool,
}

impl Attributes {
    /// Columns from `first_column` on.
    pub(crate) fn new(first_column: u16) -> Self {
        Self { first_column, keys: vec![], overflowed: false }
    }

    /// Writes a row's attributes.
    pub(crate) fn write(
        &mut self,
        sheet: &mut Worksheet,
        row: u32,
        attributes: &[(String, Attribute)],
        style: &Style,
    ) -> Result<(), XlsxError> {
        let mut rest = Vec::new();
        for attribute @ (key, value) in attributes {
            let Some(index) = self.index(key) else {
                rest.push(attribute.clone());
                continue;
            };
            let column = self.first_column + index;
            cells::attribute(sheet, row, column, value, style)?;
        }
        if !rest.is_empty() {
            self.overflowed = true;
            let column = self.first_column + MAX_COLUMNS as u16;
            cells::text(sheet, row, column, &plumbline_guest_exporter::attributes_text(&rest), style)?;
        }
        Ok(())
    }

    /// Headings of the columns used.
    pub(crate) fn headings(&self) -> Vec<String> {
        let mut headings: Vec<String> = self.keys.iter().map(|key| cells::label(key)).collect();
        if self.overflowed {
            headings.push("Other attributes".into());
        }
        headings
    }

    fn index(&mut self, key: &str) -> Option<u16> {
        let found = self.keys.iter().position(|known| known == key);
        let index = found.or_else(|| {
            (self.keys.len() < MAX_COLUMNS).then(|| {
                self.keys.push(key.to_string());
                self.keys.len() - 1
            })
        });
        index.and_then(|index| u16::try_from(index).ok())
    }
}
