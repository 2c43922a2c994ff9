//! Standard output and error of guests: lines go to the host's log, bounded so that no guest can fill it.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use tokio::io::AsyncWrite;
use wasmtime_wasi::cli::{IsTerminal, StdoutStream};

/// What one instance may write, in bytes. A panic with its backtrace is under 4 KiB.
const INSTANCE_BYTES: usize = 64 * 1024;
/// Where a line is cut.
const LINE_BYTES: usize = 4 * 1024;

/// A guest's standard output or error.
#[derive(Clone)]
pub(crate) struct GuestLog(Arc<Mutex<Lines>>);

struct Lines {
    component: Arc<str>,
    line: Vec<u8>,
    left: usize,
}

impl GuestLog {
    /// A stream whose lines are logged under the component's name.
    pub(crate) fn new(component: Arc<str>) -> Self {
        Self(Arc::new(Mutex::new(Lines { component, line: Vec::new(), left: INSTANCE_BYTES })))
    }
}

impl Lines {
    fn push(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            if byte != b'\n' {
                self.line.push(byte);
            }
            if byte == b'\n' || self.line.len() == LINE_BYTES {
                self.emit();
            }
            if self.left == 0 {
                self.emit();
                tracing::warn!(target: "component", component = &*self.component, "further output is dropped");
            }
        }
    }

    fn emit(&mut self) {
        if !self.line.is_empty() {
            let text = String::from_utf8_lossy(&self.line);
            tracing::info!(target: "component", component = &*self.component, "{text}");
            self.line.clear();
        }
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.emit();
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

    #[test]
    fn keeps_to_its_budget() {
        let mut lines = Lines { component: "x".into(), line: Vec::new(), left: 10 };
        lines.push(b"one\ntwo\nthree\n");
        assert_eq!(lines.left, 0);
        lines.push(b"more");
        assert!(lines.line.is_empty());
    }
}
