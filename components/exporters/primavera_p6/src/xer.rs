//! Writing of an XER file: its header, tables and records.
//!
//! A record is a line of fields separated by tabs. `ERMHDR` starts the file, `%T` names a table, `%F` its columns, `%R`
//! is a row, `%E` ends the file. A quote within a field is doubled.

use plumbline_exporter::ansi;
use std::io::{self, Write};

/// A row: columns and their values. All rows of a table have the same columns.
pub(crate) type Row = Vec<(&'static str, String)>;

/// A file being written.
pub(crate) struct Xer<W: Write> {
    out: W,
    record: Vec<u8>,
}

impl<W: Write> Xer<W> {
    /// Starts a file with the fields of its header.
    pub(crate) fn begin(out: W, header: &[&str]) -> io::Result<Self> {
        let mut xer = Self { out, record: Vec::new() };
        xer.record("ERMHDR", header.iter().copied())?;
        Ok(xer)
    }

    /// Writes a table. A table without rows is left out, as P6 does.
    pub(crate) fn table(&mut self, name: &str, rows: impl IntoIterator<Item = Row>) -> io::Result<()> {
        let mut columns: Vec<&str> = Vec::new();
        for row in rows {
            if columns.is_empty() {
                columns = row.iter().map(|(column, _)| *column).collect();
                self.record("%T", [name])?;
                self.record("%F", columns.iter().copied())?;
            }
            debug_assert!(row.iter().map(|(column, _)| *column).eq(columns.iter().copied()), "columns of {name}");
            self.record("%R", row.iter().map(|(_, value)| value.as_str()))?;
        }
        Ok(())
    }

    /// Ends the file and returns the writer.
    pub(crate) fn end(mut self) -> io::Result<W> {
        self.record("%E", [])?;
        Ok(self.out)
    }

    fn record<'a>(&mut self, kind: &str, fields: impl IntoIterator<Item = &'a str>) -> io::Result<()> {
        self.record.clear();
        self.record.extend_from_slice(kind.as_bytes());
        for field in fields {
            self.record.push(b'\t');
            // Characters are converted first, because the replacement of a character may need escaping.
            self.record.extend_from_slice(&ansi::encode(&escape(&ansi::text(field))));
        }
        self.record.extend_from_slice(b"\r\n");
        self.out.write_all(&self.record)
    }
}

/// Escapes a field: characters that would end it become spaces, and quotes are doubled.
fn escape(field: &str) -> String {
    field.replace(char::is_control, " ").replace('"', "\"\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_lines_of_fields() -> io::Result<()> {
        let mut xer = Xer::begin(Vec::new(), &["20.12"])?;
        xer.table("EMPTY", [])?;
        let row = |id: &str, name: &str| vec![("id", id.to_string()), ("name", name.to_string())];
        xer.table("RSRC", [row("1", "12″ pipe"), row("2", "a\tb\r\nc\u{2028}配管")])?;
        let bytes = xer.end()?;
        let text =
            "ERMHDR\t20.12\r\n%T\tRSRC\r\n%F\tid\tname\r\n%R\t1\t12\"\" pipe\r\n%R\t2\ta b  c Pei Guan\r\n%E\r\n";
        assert_eq!(String::from_utf8_lossy(&bytes), text);
        Ok(())
    }
}
