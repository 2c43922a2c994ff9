//! Rows of the file and the texts in them.
//!
//! A file is rows of fields between tabs, ended by CR LF. A row that begins with `!` names the fields of the rows that
//! begin with the same word. The format cannot hold a tab or a line end in a field, reads a quotation mark at its
//! beginning as quoting, and the importer of recent versions ends a row at a semicolon; texts have `''` for `"` and `,`
//! for `;`. The file is in Windows-1252; characters that it does not have are transliterated as
//! [`ansi`] says.

use std::io::Write as _;

use plumbline_guest_exporter::{ChunkWriter, Output, ansi, one_line};

/// Writes rows into an output.
pub(crate) struct Table<O: Output> {
    chunks: ChunkWriter<O>,
}

impl<O: Output> Table<O> {
    pub(crate) fn new(output: O) -> Self {
        Self { chunks: ChunkWriter::new(output) }
    }

    /// Writes a row; its texts have been through [`text`].
    pub(crate) fn row(&mut self, fields: &[&str]) -> Result<(), String> {
        let row = format!("{}\r\n", fields.join("\t"));
        self.chunks.write_all(&ansi::encode(&row)).map_err(|error| error.to_string())
    }

    /// Writes what is left and returns the output.
    pub(crate) fn finish(self) -> Result<O, String> {
        self.chunks.finish()
    }
}

/// A text that a field can hold.
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
