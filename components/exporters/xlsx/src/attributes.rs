//! Attributes as separate columns, in the order of their first appearance, with typed values.

use crate::rows::Row;
use plumbline_exporter::quantities::Attribute;
use plumbline_exporter::{attributes_text, label};
use std::collections::BTreeMap;

/// Most columns for attributes. A drawing has about a dozen attribute names. Further attributes share the last column,
/// so that a table with hundreds of rare names stays readable.
const MAX_COLUMNS: usize = 24;

/// The attribute columns of a sheet.
#[derive(Default)]
pub(crate) struct Attributes {
    keys: Vec<String>,
    overflowed: bool,
}

impl Attributes {
    /// Collects a row's attributes, before the columns are fixed.
    pub(crate) fn survey(&mut self, attributes: &[(String, Attribute)]) {
        for (key, _) in attributes {
            if self.column(key).is_some() {
                continue;
            }
            if self.keys.len() < MAX_COLUMNS {
                self.keys.push(key.clone());
            } else {
                self.overflowed = true;
            }
        }
    }

    /// Returns the headings of the columns.
    pub(crate) fn headings(&self) -> Vec<String> {
        let mut headings: Vec<String> = self.keys.iter().map(|key| label(key)).collect();
        if self.overflowed {
            headings.push("Other attributes".into());
        }
        headings
    }

    /// Writes a row's attributes into the columns, starting at `first_column`.
    pub(crate) fn write(&self, row: &mut Row<'_>, first_column: u16, attributes: &[(String, Attribute)]) {
        let mut rest = Vec::new();
        // Cells of a row must be in the order of their columns, which may differ from that of the attributes.
        let mut cells: BTreeMap<u16, &Attribute> = BTreeMap::new();
        for attribute @ (key, value) in attributes {
            match self.column(key) {
                Some(column) => {
                    cells.insert(column, value);
                }
                None => rest.push(attribute.clone()),
            }
        }
        for (column, value) in cells {
            row.attribute(first_column + column, value);
        }
        if !rest.is_empty() {
            row.text(first_column + MAX_COLUMNS as u16, &attributes_text(&rest));
        }
    }

    fn column(&self, key: &str) -> Option<u16> {
        let found = self.keys.iter().position(|known| known == key);
        found.and_then(|index| u16::try_from(index).ok())
    }
}
