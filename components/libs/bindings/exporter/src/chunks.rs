//! A `std::io::Write` that collects small writes into chunks for the host.

use crate::{Output, ansi};
use std::io;

/// Size of a chunk in bytes. Each write to the sink is a call out of the sandbox and a copy. 64 KiB makes both
/// negligible.
const CHUNK: usize = 64 * 1024;

/// A writer that collects writes into chunks. Call [`ChunkWriter::finish`] at the end: dropping it does not write.
pub struct ChunkWriter<O: Output> {
    output: O,
    buffer: Vec<u8>,
    written: u64,
}

impl<O: Output> ChunkWriter<O> {
    /// Creates a writer into `output`.
    pub fn new(output: O) -> Self {
        Self { output, buffer: Vec::with_capacity(CHUNK), written: 0 }
    }

    /// Writes the remaining bytes and returns the output.
    ///
    /// # Errors
    /// The output's error text.
    pub fn finish(mut self) -> Result<O, String> {
        self.send()?;
        Ok(self.output)
    }

    /// Writes a text in Windows-1252, for formats that are not in Unicode.
    ///
    /// # Errors
    /// The output's error text.
    pub fn write_ansi(&mut self, text: &str) -> Result<(), String> {
        io::Write::write_all(self, &ansi::encode(text)).map_err(|error| error.to_string())
    }

    /// Returns the number of bytes written so far.
    pub fn position(&self) -> u64 {
        self.written
    }

    fn send(&mut self) -> Result<(), String> {
        if !self.buffer.is_empty() {
            self.output.write(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }
}

impl<O: Output> io::Write for ChunkWriter<O> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A large write is split too, because the host counts each one against its allocation limits.
        let taken = bytes.len().min(CHUNK - self.buffer.len());
        self.buffer.extend_from_slice(&bytes[..taken]);
        self.written += taken as u64;
        if self.buffer.len() == CHUNK {
            self.send().map_err(io::Error::other)?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        // Formats flush after every record. Passing that on would defeat the chunks.
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    struct Calls(Vec<usize>, Vec<u8>);
    impl Output for Calls {
        fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
            self.0.push(bytes.len());
            self.1.extend_from_slice(bytes);
            Ok(())
        }
    }

    #[test]
    fn small_writes_travel_together_and_large_ones_are_cut() -> io::Result<()> {
        let mut writer = ChunkWriter::new(Calls(vec![], vec![]));
        let data: Vec<u8> = (0..200_000u32).map(|i| (i % 251) as u8).collect();
        writer.write_all(&data[..10])?;
        writer.write_all(&data[10..])?;
        assert_eq!(writer.position(), 200_000);
        let Calls(sizes, bytes) = writer.finish().map_err(io::Error::other)?;
        assert_eq!(bytes, data);
        assert_eq!(sizes, [CHUNK, CHUNK, CHUNK, 200_000 - 3 * CHUNK]);
        Ok(())
    }

    struct Full;
    impl Output for Full {
        fn write(&mut self, _: &[u8]) -> Result<(), String> {
            Err("the file is larger than 100 bytes".into())
        }
    }

    #[test]
    fn the_hosts_words_come_through() {
        let mut writer = ChunkWriter::new(Full);
        let error = writer.write_all(&[0; 2 * CHUNK]).expect_err("the output refuses");
        assert_eq!(error.to_string(), "the file is larger than 100 bytes");
    }
}
