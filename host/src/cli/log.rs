//! Where the program says what it does: standard error. While it serves, lines are written by a thread of their own, so that no
//! request waits for a terminal or a pipe; and what requests wait for is gathered, where the configuration asks for it.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result};
use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _};

use crate::waits::Waits;

/// Lines that may wait to be written, some ten megabytes. More are dropped, and counted.
const LINES: usize = 65_536;
/// How often dropped lines are told.
const LOOK: Duration = Duration::from_secs(10);

/// The running log. Dropping it writes what waits.
pub(super) struct Log {
    _guard: Option<WorkerGuard>,
    dropped: Option<ErrorCounter>,
    waits: Option<(Waits, PathBuf)>,
}

/// Begins to log what passes the filter.
///
/// # Errors
/// When the filter cannot be read.
pub(super) fn start(filter: &str, serves: bool, waits: Option<PathBuf>) -> Result<Log> {
    let parsed = EnvFilter::try_new(filter).with_context(|| format!("the log filter `{filter}` cannot be read"))?;
    if !serves {
        tracing_subscriber::fmt().with_env_filter(parsed).with_writer(std::io::stderr).init();
        return Ok(Log { _guard: None, dropped: None, waits: None });
    }
    let (writer, guard) =
        NonBlockingBuilder::default().lossy(true).buffered_lines_limit(LINES).finish(std::io::stderr());
    let dropped = writer.error_counter();
    let waits = waits.map(|file| (Waits::default(), file));
    let gathering = waits.as_ref().map(|(waits, _)| waits.clone().with_filter(Waits::filter()));
    let lines = tracing_subscriber::fmt::layer().with_writer(writer).with_filter(parsed);
    tracing_subscriber::registry().with(lines).with(gathering).init();
    Ok(Log { _guard: Some(guard), dropped: Some(dropped), waits })
}

impl Log {
    /// Writes what requests waited for.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(super) fn end(self) -> Result<()> {
        let Some((waits, file)) = &self.waits else { return Ok(()) };
        waits.write(file).with_context(|| format!("cannot write {} (setting waits)", file.display()))
    }

    /// Tells from time to time how many lines were dropped; call it within the runtime.
    pub(super) fn tell_dropped(&self) {
        let Some(dropped) = self.dropped.clone() else { return };
        tokio::spawn(async move {
            let mut told = 0;
            loop {
                tokio::time::sleep(LOOK).await;
                let now = dropped.dropped_lines();
                if now > told {
                    tracing::warn!(
                        lines = now - told,
                        "lines of the log were dropped: standard error is read too slowly"
                    );
                    told = now;
                }
            }
        });
    }
}
