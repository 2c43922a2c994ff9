//! The program's log, on standard error. While the program serves, a separate thread writes the lines, so that requests
//! do not wait for a terminal or a pipe (`lines`). A request's own line costs it little (`access`). If configured, the
//! time that requests spend waiting is recorded too.

mod access;
mod lines;

use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result};
use plumbline_config::{Config, LogFormat};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer, Registry};

use crate::batches::FlushGuard;
use crate::traces::{self, Traces};
use crate::waits::WaitTimes;
use lines::Lines;

pub(crate) use access::AccessRecord;
use access::Timestamp;

/// Interval between reports of dropped lines.
const REPORT_INTERVAL: Duration = Duration::from_secs(10);

/// The running log. Dropping it writes the waiting lines.
pub(crate) struct Log {
    lines: Option<(Lines, FlushGuard<u8>)>,
    waits: Option<(WaitTimes, PathBuf)>,
    _traces: Option<Traces>,
}

/// Returns whether lines have color codes. They are for people. A file or a journal would keep them.
fn has_colors(is_terminal: bool, format: LogFormat) -> bool {
    is_terminal && format == LogFormat::Text
}

/// Starts logging the lines that pass the filter. If the program serves, it also starts tracing and recording waits, as
/// configured.
///
/// # Errors
/// Returns an error if the filter cannot be read, or traces cannot be exported to the address in the configuration.
pub(crate) fn start(filter: &str, config: &Config, serves: bool) -> Result<Log> {
    let format = config.log_format;
    let parsed = EnvFilter::try_new(filter).with_context(|| format!("the log filter `{filter}` cannot be read"))?;
    let has_colors = has_colors(std::io::stderr().is_terminal(), format);
    if !serves {
        let lines = tracing_subscriber::fmt().with_env_filter(parsed).with_ansi(has_colors).with_timer(Timestamp);
        let lines = lines.with_writer(std::io::stderr);
        match format {
            LogFormat::Text => lines.init(),
            LogFormat::Json => lines.json().flatten_event(true).init(),
        }
        return Ok(Log { lines: None, waits: None, _traces: None });
    }
    let (writer, flush_guard) = Lines::start(std::io::stderr()).context("cannot start the thread of the log")?;
    let waits = config.waits.clone().map(|file| (WaitTimes::default(), file));
    let lines =
        tracing_subscriber::fmt::layer().with_ansi(has_colors).with_timer(Timestamp).with_writer(writer.clone());
    let lines: Box<dyn Layer<Registry> + Send + Sync> = match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    // A list, and not `with` an option for each: an absent layer counts as one without a filter, for which `enabled!`
    // is true for every request's line.
    let mut layers = vec![lines.with_filter(parsed).boxed()];
    if let Some((waits, _)) = &waits {
        layers.push(waits.clone().with_filter(WaitTimes::filter()).boxed());
    }
    let traces = match config.traces.address(|name| std::env::var(name).ok())? {
        Some(address) => {
            let (layer, traces) = traces::start(&address, config.traces.ratio)?;
            layers.push(layer);
            Some(traces)
        }
        None => None,
    };
    tracing_subscriber::registry().with(layers).init();
    if !has_colors {
        access::start(writer.clone(), format);
    }
    Ok(Log { lines: Some((writer, flush_guard)), waits, _traces: traces })
}

impl Log {
    /// Writes the recorded waits to their file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(crate) fn end(self) -> Result<()> {
        let Some((waits, file)) = &self.waits else { return Ok(()) };
        waits.write(file).with_context(|| format!("cannot write {} (setting waits)", file.display()))
    }

    /// Reports periodically how many lines were dropped. Must be called within the runtime.
    pub(crate) fn report_dropped(&self) {
        let Some((lines, _)) = &self.lines else { return };
        let lines = lines.clone();
        tokio::spawn(async move {
            let mut reported = 0;
            loop {
                tokio::time::sleep(REPORT_INTERVAL).await;
                let now = lines.dropped();
                if now > reported {
                    tracing::warn!(
                        lines = now - reported,
                        "lines of the log were dropped: standard error is read too slowly"
                    );
                    reported = now;
                }
            }
        });
    }
}
