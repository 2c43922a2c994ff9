//! The line for each request: its thread only notes what it says, and another thread makes the line. To make it costs little where one is
//! made after the other, and several times as much in the middle of a request, whose code and data it drives out of the processor's caches.

use std::cell::Cell;
use std::io;
use std::sync::OnceLock;
use std::time::SystemTime;

use http::Method;
use plumbline_storage::id;
use tracing::{Level, enabled, info, warn};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::FormatTime;

use super::batches::{Batches, Bounds, Ending};

/// What the lines are filtered by: `--log info,access=off` goes without.
const TARGET: &str = "access";
/// Requests whose lines may wait, and that are made at once.
const BOUNDS: Bounds = Bounds { most: 65_536, piece: 1_024 };

/// Where requests are noted once the thread runs. There is one log in a program, and so one of these.
static NOTED: OnceLock<Batches<Answered>> = OnceLock::new();

thread_local! {
    /// When the event happened that is being written, if not now.
    static MOMENT: Cell<Option<SystemTime>> = const { Cell::new(None) };
}

/// A request that was answered.
pub(crate) struct Answered {
    pub(crate) at: SystemTime,
    pub(crate) request_id: String,
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) status: u16,
    /// Of a problem.
    pub(crate) code: Option<&'static str>,
    /// From its head to its answer, in microseconds.
    pub(crate) micros: u64,
}

/// Has lines made by a thread of their own from now on.
///
/// # Errors
/// If the system gives no thread.
pub(super) fn start() -> io::Result<Ending<Answered>> {
    let (noted, ending) = Batches::start("access", BOUNDS, |answered| answered.drain(..).for_each(Answered::write))?;
    NOTED.get_or_init(|| noted);
    Ok(ending)
}

/// Returns how many lines were dropped so far.
pub(super) fn dropped() -> u64 {
    NOTED.get().map_or(0, Batches::dropped)
}

impl Answered {
    /// Notes the request for its line, if lines like it are written.
    pub(crate) fn note(self) {
        let is_written =
            if self.failed() { enabled!(target: TARGET, Level::WARN) } else { enabled!(target: TARGET, Level::INFO) };
        match NOTED.get() {
            _ if !is_written => {}
            Some(noted) => noted.leave(1, |waiting| waiting.push(self)),
            None => self.write(),
        }
    }

    const fn failed(&self) -> bool {
        self.status >= 500
    }

    fn write(self) {
        let failed = self.failed();
        let Self { at, request_id, method, path, status, code, micros } = self;
        MOMENT.set(Some(at));
        // A path holds neither blanks nor ends of lines, so it needs no quotes, whose escapes cost more than the rest of the line.
        if failed {
            warn!(target: TARGET, %request_id, %method, %path, status, code, micros, "answered");
        } else {
            info!(target: TARGET, %request_id, %method, %path, status, code, micros, "answered");
        }
        MOMENT.set(None);
    }
}

/// The time of an event: when it happened, however late its line is made.
pub(super) struct Moment;

impl FormatTime for Moment {
    fn format_time(&self, writer: &mut Writer<'_>) -> std::fmt::Result {
        let at = MOMENT.get().unwrap_or_else(SystemTime::now);
        writer.write_str(&id::at(at.into()))
    }
}
