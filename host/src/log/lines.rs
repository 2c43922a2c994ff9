//! A memory buffer for log lines, which a thread writes to standard error in batches.

use std::io::{self, Write};
use std::time::Duration;

use tracing_subscriber::fmt::MakeWriter;

use crate::batches::{Batches, Bounds, FlushGuard};

/// Bytes of lines that may wait, and bytes that are written at once.
const BOUNDS: Bounds = Bounds { capacity: 10 << 20, batch_size: 64 << 10, max_delay: Duration::from_millis(20) };

/// The buffer of log lines. Cheap to clone.
#[derive(Clone)]
pub(super) struct Lines(Batches<u8>);

impl Lines {
    /// Starts the thread that writes to `out`.
    ///
    /// # Errors
    /// Returns an error if the system cannot start a thread.
    pub(super) fn start(mut out: impl Write + Send + 'static) -> io::Result<(Self, FlushGuard<u8>)> {
        let write = move |batch: &mut Vec<u8>| {
            // A failure of the log itself cannot be reported anywhere.
            let _ = out.write_all(batch).and_then(|()| out.flush());
            batch.clear();
            batch.shrink_to(BOUNDS.batch_size);
        };
        let (batches, flush_guard) = Batches::start("log", BOUNDS, write)?;
        Ok((Self(batches), flush_guard))
    }

    /// Returns how many lines were dropped so far.
    pub(super) fn dropped(&self) -> u64 {
        self.0.dropped()
    }

    /// Queues a complete line.
    pub(super) fn push(&self, line: &[u8]) {
        self.0.push(line.len(), |waiting| waiting.extend_from_slice(line));
    }
}

/// `tracing_subscriber` formats a line in memory first, so each write is a complete line.
impl Write for &Lines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.push(line);
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
