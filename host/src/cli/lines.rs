//! Lines on their way to standard error: whoever logs leaves a line in memory, and a thread writes what came together.
//!
//! A channel with a thread behind it, as `tracing-appender` has, wakes that thread and calls the system for each line, which costs more
//! than making the line. Here the thread is woken by the first line after a pause, and takes all that come in the moment after it.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tracing_subscriber::fmt::MakeWriter;

/// Bytes of lines that may wait to be written. Lines beyond are dropped, and counted.
const WAITING: usize = 10 << 20;
/// Bytes that are written at once, however young they are.
const PIECE: usize = 64 << 10;
/// How long a line waits for others.
const MOMENT: Duration = Duration::from_millis(20);
/// How long the end of the program waits for a reader that does not read.
const LAST: Duration = Duration::from_secs(1);

/// Where lines are left. Cheap to clone.
#[derive(Clone)]
pub(super) struct Lines(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    /// Told of the first line after a pause, of a full piece, and of the end.
    filled: Condvar,
    /// Told when everything was written after the end.
    written: Condvar,
}

#[derive(Default)]
struct State {
    waiting: Vec<u8>,
    dropped: u64,
    /// Nothing is left any more.
    is_ending: bool,
    has_ended: bool,
}

/// Writes what waits when it is dropped.
pub(super) struct Ending(Lines);

impl Lines {
    /// Starts the thread that writes to `out`.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub(super) fn start(out: impl Write + Send + 'static) -> io::Result<(Self, Ending)> {
        let shared = Shared { state: Mutex::default(), filled: Condvar::new(), written: Condvar::new() };
        let lines = Self(Arc::new(shared));
        let writing = lines.clone();
        thread::Builder::new().name("log".into()).spawn(move || writing.write_out(out))?;
        Ok((lines.clone(), Ending(lines)))
    }

    /// Returns how many lines were dropped so far.
    pub(super) fn dropped(&self) -> u64 {
        self.state().dropped
    }

    fn leave(&self, line: &[u8]) {
        let mut state = self.state();
        if state.waiting.len() + line.len() > WAITING {
            state.dropped += 1;
            return;
        }
        let (before, after) = (state.waiting.len(), state.waiting.len() + line.len());
        state.waiting.extend_from_slice(line);
        drop(state);
        if before == 0 || (before < PIECE && after >= PIECE) {
            self.0.filled.notify_one();
        }
    }

    fn write_out(&self, mut out: impl Write) {
        let mut piece = Vec::new();
        loop {
            let is_last = self.take(&mut piece);
            // Nobody can be told that the log cannot be written.
            let _ = out.write_all(&piece).and_then(|()| out.flush());
            piece.clear();
            piece.shrink_to(PIECE);
            if is_last {
                self.state().has_ended = true;
                self.0.written.notify_all();
                return;
            }
        }
    }

    /// Waits for lines and swaps them into an empty `piece`. Returns whether they were the last.
    fn take(&self, piece: &mut Vec<u8>) -> bool {
        let idle = |state: &mut State| state.waiting.is_empty() && !state.is_ending;
        let state = self.0.filled.wait_while(self.state(), idle).unwrap_or_else(PoisonError::into_inner);
        let few = |state: &mut State| state.waiting.len() < PIECE && !state.is_ending;
        let waited = self.0.filled.wait_timeout_while(state, MOMENT, few);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        std::mem::swap(&mut state.waiting, piece);
        state.is_ending
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        let Lines(shared) = &self.0;
        let mut state = self.0.state();
        state.is_ending = true;
        shared.filled.notify_one();
        let end = Instant::now() + LAST;
        while !state.has_ended && Instant::now() < end {
            let waited = shared.written.wait_timeout(state, end.saturating_duration_since(Instant::now()));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
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

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{self, Receiver, Sender};

    use super::*;

    /// Gives on what is written. It waits for a word before each piece if it was given one to wait for.
    struct Out(Sender<Vec<u8>>, Option<Receiver<()>>);

    impl Write for Out {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if let Some(gate) = &self.1 {
                gate.recv().map_err(io::Error::other)?;
            }
            self.0.send(bytes.to_vec()).map_err(io::Error::other)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_come_out_together_in_their_order_and_none_is_lost_at_the_end() {
        let (sender, pieces) = mpsc::channel();
        let (lines, ending) = Lines::start(Out(sender, None)).unwrap();
        for number in 0..1_000 {
            writeln!(&lines, "line {number}").unwrap();
        }
        drop(ending);
        let pieces: Vec<_> = pieces.try_iter().collect();
        let expected: String = (0..1_000).map(|number| format!("line {number}\n")).collect();
        assert!(pieces.len() < 100, "{} pieces", pieces.len());
        assert_eq!(String::from_utf8(pieces.concat()).unwrap(), expected);
        assert_eq!(lines.dropped(), 0);
    }

    #[test]
    fn what_a_reader_does_not_take_is_dropped_and_counted_and_nobody_waits() {
        let (sender, pieces) = mpsc::channel();
        let (open, gate) = mpsc::channel();
        let (lines, ending) = Lines::start(Out(sender, Some(gate))).unwrap();
        let line = vec![b'x'; PIECE];
        // The thread may have taken some of them before it was stopped at the gate.
        let left = 3 * WAITING / PIECE;
        for _ in 0..left {
            lines.leave(&line);
        }
        let dropped = lines.dropped();
        assert!(dropped > 0);
        drop(open);
        drop(ending);
        drop(pieces);
        assert_eq!(lines.dropped(), dropped);
    }
}
