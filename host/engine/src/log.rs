//! Standard output and error of guests. Lines are written to the host's log, limited per instance and, for a component, per
//! second, so that no guest can fill it. Dropped output is counted, and the log reports the count.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use tokio::io::AsyncWrite;
use wasmtime_wasi::cli::{IsTerminal, StdoutStream};

/// Most bytes that one instance may write. A panic with its backtrace is under 4 KiB.
const INSTANCE_BYTES: usize = 64 * 1024;
/// Most lines of one instance. Each costs the log more than its bytes.
const INSTANCE_LINES: usize = 500;
/// Length at which a line is split.
const LINE_BYTES: usize = 4 * 1024;
/// Most lines of all instances of a component in a second. A component that traps in every call gets a new instance, with a
/// new budget, thousands of times a second. A hundred panics a second still fit.
const LINES_PER_SECOND: u32 = 1_000;
const SECOND: Duration = Duration::from_secs(1);

/// The log budget that all instances of a component share.
pub(crate) struct ComponentLog {
    component: Box<str>,
    second: Mutex<Second>,
}

/// The counts of the current second.
struct Second {
    began: Instant,
    lines: u32,
    dropped: u64,
}

impl ComponentLog {
    /// Creates the log of a component, under its name.
    pub(crate) fn new(component: impl Into<Box<str>>) -> Self {
        let second = Mutex::new(Second { began: Instant::now(), lines: 0, dropped: 0 });
        Self { component: component.into(), second }
    }

    /// Returns whether one more line may be written now. If not, counts it as dropped.
    fn try_take_line(&self) -> bool {
        let mut second = self.second.lock().unwrap_or_else(PoisonError::into_inner);
        if second.began.elapsed() >= SECOND {
            self.report_dropped(second.dropped);
            *second = Second { began: Instant::now(), lines: 0, dropped: 0 };
        }
        let is_taken = second.lines < LINES_PER_SECOND;
        if is_taken {
            second.lines += 1;
        } else {
            second.dropped += 1;
        }
        is_taken
    }

    fn report_dropped(&self, dropped: u64) {
        if dropped > 0 {
            tracing::warn!(
                target: "component",
                component = &*self.component,
                "{dropped} lines were dropped: a component may write {LINES_PER_SECOND} in a second"
            );
        }
    }
}

impl Drop for ComponentLog {
    fn drop(&mut self) {
        let dropped = self.second.get_mut().unwrap_or_else(PoisonError::into_inner).dropped;
        self.report_dropped(dropped);
    }
}

/// A guest's standard output or error.
#[derive(Clone)]
pub(crate) struct GuestLog(Arc<Mutex<Lines>>);

struct Lines {
    log: Arc<ComponentLog>,
    line: Vec<u8>,
    /// What the instance may still write, in bytes.
    bytes_left: usize,
    lines_left: usize,
    dropped_bytes: u64,
}

impl GuestLog {
    /// Creates a stream of an instance, whose lines are logged under the component's name.
    pub(crate) fn new(log: Arc<ComponentLog>) -> Self {
        Self(Arc::new(Mutex::new(Lines {
            log,
            line: Vec::new(),
            bytes_left: INSTANCE_BYTES,
            lines_left: INSTANCE_LINES,
            dropped_bytes: 0,
        })))
    }
}

impl Lines {
    fn push(&mut self, bytes: &[u8]) {
        for (index, &byte) in bytes.iter().enumerate() {
            if self.bytes_left == 0 || self.lines_left == 0 {
                self.dropped_bytes += (bytes.len() - index) as u64;
                return;
            }
            self.bytes_left -= 1;
            if byte != b'\n' {
                self.line.push(byte);
            }
            if byte == b'\n' || self.line.len() == LINE_BYTES || self.bytes_left == 0 {
                self.emit();
            }
        }
    }

    fn emit(&mut self) {
        if self.line.is_empty() {
            return;
        }
        self.lines_left = self.lines_left.saturating_sub(1);
        if self.log.try_take_line() {
            let text = String::from_utf8_lossy(&self.line);
            tracing::info!(target: "component", component = &*self.log.component, "{text}");
        }
        self.line.clear();
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.emit();
        if self.dropped_bytes > 0 && self.log.try_take_line() {
            tracing::warn!(
                target: "component",
                component = &*self.log.component,
                "{} bytes of output were dropped: an instance may write {INSTANCE_BYTES} in {INSTANCE_LINES} lines",
                self.dropped_bytes
            );
        }
    }
}

impl AsyncWrite for GuestLog {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<std::io::Result<usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

impl IsTerminal for GuestLog {
    fn is_terminal(&self) -> bool {
        false
    }
}

impl StdoutStream for GuestLog {
    fn async_stream(&self) -> Box<dyn AsyncWrite + Send + Sync> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(log: &Arc<ComponentLog>) -> Lines {
        Lines { log: Arc::clone(log), line: Vec::new(), bytes_left: 10, lines_left: 3, dropped_bytes: 0 }
    }

    #[test]
    fn an_instance_keeps_to_its_bytes_and_lines_and_counts_the_rest() {
        let log = Arc::new(ComponentLog::new("x"));
        let mut by_bytes = lines(&log);
        by_bytes.push(b"one\ntwo\nthree\n");
        by_bytes.push(b"more");
        assert!(by_bytes.line.is_empty());
        assert_eq!((by_bytes.bytes_left, by_bytes.dropped_bytes), (0, 8));
        let mut by_lines = lines(&log);
        by_lines.push(b"1\n2\n3\n4\n");
        assert_eq!((by_lines.lines_left, by_lines.dropped_bytes), (0, 2));
    }

    #[test]
    fn a_component_keeps_to_its_second_and_counts_the_rest() {
        let log = ComponentLog::new("x");
        let later = Instant::now() + SECOND * 3_600;
        log.second.lock().unwrap().began = later;
        let taken = (0..LINES_PER_SECOND + 7).filter(|_| log.try_take_line()).count();
        assert_eq!(taken, LINES_PER_SECOND as usize);
        assert_eq!(log.second.lock().unwrap().dropped, 7);
        log.second.lock().unwrap().began = Instant::now().checked_sub(SECOND).unwrap();
        assert!(log.try_take_line());
        assert_eq!(log.second.lock().unwrap().dropped, 0);
    }
}
