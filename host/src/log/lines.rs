//! A memory buffer for log lines, which a thread writes to standard error in batches.

use std::io::{self, Write};
use std::time::Duration;

use tracing_subscriber::fmt::MakeWriter;

use crate::batches::{Batches, Bounds, Ending};

/// Bytes of lines that may wait, and bytes that are written at once.
const BOUNDS: Bounds = Bounds { most: 10 << 20, piece: 64 << 10, moment: Duration::from_millis(20) };

/// The buffer of log lines. Cheap to clone.
#[derive(Clone)]
pub(super) struct Lines(Batches<u8>);

impl Lines {
    /// Starts the thread that writes to `out`.
    ///
    /// # Errors
    /// Returns an error if the system cannot start a thread.
    pub(super) fn start(mut out: impl Write + Send + 'static) -> io::Result<(Self, Ending<u8>)> {
        let write = move |piece: &mut Vec<u8>| {
            // A failure of the log itself cannot be reported anywhere.
            let _ = out.write_all(piece).and_then(|()| out.flush());
            piece.clear();
            piece.shrink_to(BOUNDS.piece);
        };
        let (batches, ending) = Batches::start("log", BOUNDS, write)?;
        Ok((Self(batches), ending))
    }

    /// Returns how many lines were dropped so far.
    pub(super) fn dropped(&self) -> u64 {
        self.0.dropped()
    }

    /// Queues a complete line.
    pub(super) fn leave(&self, line: &[u8]) {
        self.0.leave(line.len(), |waiting| waiting.extend_from_slice(line));
    }
}

/// `tracing_subscriber` formats a line in memory first, so each write is a complete line.
impl Write for &Lines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.leave(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Lines {
    type Writer = &'a Self;

    fn make_writer(&'a self) -> &'a Self {
        self
    }
}
