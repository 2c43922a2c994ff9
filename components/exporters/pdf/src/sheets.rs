//! The file: the marked document.

use plumbline_exporter::marked_document::{Which, marked};
use plumbline_exporter::{ChunkWriter, Original, Output, Rows};
use std::io::Write as _;

/// Writes the marked file and returns the output.
///
/// # Errors
/// A document that is not a PDF, or that cannot be marked, with the formats to use instead; the output's error text.
pub fn write<O: Output>(rows: &(impl Rows + Original), output: O) -> Result<O, String> {
    let marked = marked(rows, Which::Counted).map_err(|reason| format!("{reason} Use csv, xlsx or json."))?;
    let mut chunks = ChunkWriter::new(output);
    chunks.write_all(&marked.file).map_err(|error| error.to_string())?;
    chunks.finish()
}
