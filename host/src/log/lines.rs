//! Buffers log lines in memory; a thread writes them to standard error in batches.

use std::io::{self, Write};
use std::time::Duration;

use tracing_subscriber::fmt::MakeWriter;

use crate::batches::{Batches, Bounds, Ending};

/// Bytes of lines that may wait to be written, and that are written at once.
const BOUNDS: Bounds = Bounds { most: 10 << 20, piece: 64 << 10, moment: Duration::from_millis(20) };

/// Where lines are left. Cheap to clone.
#[derive(Clone)]
pub(super) struct Lines(Batches<u8>);

impl Lines {
    /// Starts the thread that writes to `out`.
    ///
    /// # Errors
    /// Returns an error if the system gives no thread.
    pub(super) fn start(mut out: impl Write + Send + 'static) -> io::Result<(Self, Ending<u8>)> {
        let write = move |piece: &mut Vec<u8>| {
            // Nobody can be told that the log cannot be written.
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

    /// Leaves a whole line to be written.
    pub(super) fn leave(&self, line: &[u8]) {
        self.0.leave(line.len(), |waiting| waiting.extend_from_slice(line));
    }
}

/// A line arrives in one piece, since `tracing_subscriber` makes it in memory first.
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
