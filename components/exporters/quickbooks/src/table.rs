//! Rows of the file and the texts in them.
//!
//! A file has rows of tab-separated fields, ended by CR LF. A row that starts with `!` names the fields of the rows
//! that start with the same word. The format does not allow a tab or a line end in a field, and treats a leading
//! quotation mark as quoting. The importer of recent versions ends a row at a semicolon. So texts have `''` for `"` and
//! `,` for `;`. The file is in Windows-1252. Characters outside it are transliterated as described in [`ansi`].

use std::io::Write as _;

use plumbline_exporter::{ChunkWriter, Output, ansi, one_line};

/// A writer of rows to an output.
pub(crate) struct Table<O: Output> {
    chunks: ChunkWriter<O>,
}

impl<O: Output> Table<O> {
    pub(crate) fn new(output: O) -> Self {
        Self { chunks: ChunkWriter::new(output) }
    }

    /// Writes a row. Its texts must have been converted with [`text`].
    pub(crate) fn row(&mut self, fields: &[&str]) -> Result<(), String> {
        let row = format!("{}\r\n", fields.join("\t"));
        self.chunks.write_all(&ansi::encode(&row)).map_err(|error| error.to_string())
    }

    /// Writes the remaining bytes and returns the output.
    pub(crate) fn finish(self) -> Result<O, String> {
        self.chunks.finish()
    }
}

/// Converts a text for a field.
pub(crate) fn text(text: &str) -> String {
    one_line(&ansi::text(text)).replace('"', "''").replace(';', ",")
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn nothing_in_a_text_ends_a_field_or_a_row() {
        assert_eq!(text("\"12\"\tpipe;\r\n see 配管"), "''12'' pipe, see Pei Guan");
    }
}
