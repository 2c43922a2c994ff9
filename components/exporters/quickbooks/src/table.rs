//! Rows of the file and the texts in them.
//!
//! A file has rows of tab-separated fields, ended by CR LF. A row that starts with `!` names the fields of the rows
//! that start with the same word. The format does not allow a tab or a line end in a field, and treats a leading
//! quotation mark as quoting. The importer of recent versions ends a row at a semicolon. So texts have `''` for `"` and
//! `,` for `;`. The file is in Windows-1252. Characters outside it are transliterated as described in [`ansi`].

use plumbline_exporter::{ChunkWriter, Output, ansi, one_line};

/// Writes a row. Its texts must have been converted with [`text`].
pub(crate) fn write_row<O: Output>(chunks: &mut ChunkWriter<O>, fields: &[&str]) -> Result<(), String> {
    chunks.write_ansi(&format!("{}\r\n", fields.join("\t")))
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
