//! The `csv` exporter: one table of items and routes that opens in a spreadsheet with a double click.

#[cfg(target_family = "wasm")]
mod component;
mod table;

pub use table::{COLUMNS, EVIDENCE_COLUMNS, write};
