//! Rows on disk, written as they arrive and read back in order. The file is anonymous and deleted with its last handle.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read as _, Seek as _, SeekFrom, Write as _};
use std::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The most bytes that one export may spool of one kind of row: two million items.
const LIMIT: u64 = 2 << 30;

/// Rows being written.
pub(crate) struct Spool<T> {
    file: BufWriter<File>,
    bytes: u64,
    rows: u64,
    row: PhantomData<T>,
}

impl<T: Serialize + DeserializeOwned> Spool<T> {
    /// Creates an empty spool.
    pub(crate) fn create() -> std::io::Result<Self> {
        Ok(Self { file: BufWriter::new(tempfile::tempfile()?), bytes: 0, rows: 0, row: PhantomData })
    }

    /// Appends rows, each as its length and its bytes.
    pub(crate) fn push(&mut self, rows: &[T]) -> Result<(), String> {
        for row in rows {
            let bytes = postcard::to_stdvec(row).map_err(|error| format!("a row cannot be spooled: {error}"))?;
            let length = u32::try_from(bytes.len()).map_err(|_| "a row is larger than 4 GiB".to_owned())?;
            self.bytes += 4 + u64::from(length);
            if self.bytes > LIMIT {
                return Err(format!("the rows are larger than the {LIMIT} bytes an export may have"));
            }
            let written = self.file.write_all(&length.to_le_bytes()).and_then(|()| self.file.write_all(&bytes));
            written.map_err(|error| format!("a row cannot be spooled: {error}"))?;
            self.rows += 1;
        }
        Ok(())
    }

    /// Returns a reader of the rows so far, from the first. Only one reader may be used at a time: it shares the file's
    /// position.
    pub(crate) fn read(&mut self) -> std::io::Result<SpoolReader<T>> {
        self.file.flush()?;
        let mut file = self.file.get_ref().try_clone()?;
        file.seek(SeekFrom::Start(0))?;
        Ok(SpoolReader {
            file: BufReader::new(file),
            left: self.bytes,
            bytes: self.bytes,
            rows: self.rows,
            row: PhantomData,
        })
    }
}

/// Rows being read.
pub(crate) struct SpoolReader<T> {
    file: BufReader<File>,
    left: u64,
    bytes: u64,
    rows: u64,
    row: PhantomData<T>,
}

impl<T: DeserializeOwned> SpoolReader<T> {
    /// Returns the total number of rows.
    pub(crate) fn rows(&self) -> u64 {
        self.rows
    }

    /// Starts again at the first row.
    pub(crate) fn rewind(&mut self) -> std::io::Result<()> {
        self.file.seek(SeekFrom::Start(0))?;
        self.left = self.bytes;
        Ok(())
    }

    /// Returns the next rows, at most `max`; empty at the end.
    pub(crate) fn next(&mut self, max: usize) -> wasmtime::Result<Vec<T>> {
        let mut rows = Vec::new();
        let mut bytes = Vec::new();
        while rows.len() < max && self.left > 0 {
            let mut length = [0; 4];
            self.file.read_exact(&mut length)?;
            let length = u32::from_le_bytes(length);
            bytes.resize(length as usize, 0);
            self.file.read_exact(&mut bytes)?;
            self.left = self.left.saturating_sub(4 + u64::from(length));
            rows.push(postcard::from_bytes(&bytes).map_err(|error| wasmtime::format_err!("a spooled row: {error}"))?);
        }
        Ok(rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_back_what_it_took_in_order() {
        let mut spool = Spool::<(u32, String)>::create().unwrap();
        let rows: Vec<_> = (0..5_000).map(|n| (n, "x".repeat(n as usize % 300))).collect();
        for part in rows.chunks(700) {
            spool.push(part).unwrap();
        }
        let mut reader = spool.read().unwrap();
        let mut back = Vec::new();
        loop {
            let part = reader.next(999).unwrap();
            if part.is_empty() {
                break;
            }
            back.extend(part);
        }
        assert_eq!(back, rows);
        reader.rewind().unwrap();
        assert_eq!(reader.next(2).unwrap(), rows[..2]);
        assert_eq!(reader.rows(), 5_000);
    }
}
