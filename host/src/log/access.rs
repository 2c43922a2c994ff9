//! The line for each request: its thread only notes what it says, and another thread makes the line. To make it costs little where one is
//! made after the other, and several times as much in the middle of a request, whose code and data it drives out of the processor's caches.
//! It is written as `tracing_subscriber` would write its event, at a third of the cost; a terminal has the event itself, for its colours.

use std::cell::Cell;
use std::io::{self, Write as _};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use http::Method;
use plumbline_storage::id;
use serde::Serialize;
use tracing::{Level, enabled, info, warn};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::FormatTime;

use super::lines::Lines;
use crate::batches::{Batches, Bounds, Ending};
use crate::config::LogFormat;

/// What the lines are filtered by: `--log info,access=off` goes without.
const TARGET: &str = "access";
/// Requests whose lines may wait, and that are made at once.
const BOUNDS: Bounds = Bounds { most: 65_536, piece: 1_024, moment: Duration::from_millis(20) };

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

/// Has lines made by a thread of their own from now on, and left with `lines` where they have no colours.
///
/// # Errors
/// If the system gives no thread.
pub(super) fn start(lines: Option<(Lines, LogFormat)>) -> io::Result<Ending<Answered>> {
    let mut pen = lines.map(|(lines, format)| Pen::new(lines, format));
    let write = move |answered: &mut Vec<Answered>| match &mut pen {
        Some(pen) => answered.drain(..).for_each(|answered| pen.write(&answered)),
        None => answered.drain(..).for_each(Answered::tell),
    };
    let (noted, ending) = Batches::start("access", BOUNDS, write)?;
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
            None => self.tell(),
        }
    }

    const fn failed(&self) -> bool {
        self.status >= 500
    }

    /// Makes an event of it.
    fn tell(self) {
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

    /// Appends its line, which is that of its event.
    fn line(&self, time: &str, out: &mut Vec<u8>) -> io::Result<()> {
        let level = if self.failed() { "WARN" } else { "INFO" };
        let Self { request_id, method, path, status, code, micros, .. } = self;
        write!(
            out,
            "{time} {level:>5} {TARGET}: answered request_id={request_id} method={method} path={path} status={status}"
        )?;
        if let Some(code) = code {
            write!(out, " code={code:?}")?;
        }
        writeln!(out, " micros={micros}")
    }

    /// Appends its line as JSON, with the members of its event.
    fn json_line(&self, time: &str, out: &mut Vec<u8>) -> io::Result<()> {
        serde_json::to_writer(&mut *out, &JsonLine::of(self, time))?;
        writeln!(out)
    }
}

/// A request's line as JSON.
#[derive(Serialize)]
struct JsonLine<'a> {
    timestamp: &'a str,
    level: &'a str,
    message: &'a str,
    request_id: &'a str,
    method: &'a str,
    path: &'a str,
    status: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'a str>,
    micros: u64,
    target: &'a str,
}

impl<'a> JsonLine<'a> {
    fn of(answered: &'a Answered, timestamp: &'a str) -> Self {
        let level = if answered.failed() { "WARN" } else { "INFO" };
        let Answered { request_id, method, path, status, code, micros, .. } = answered;
        let (method, target) = (method.as_str(), TARGET);
        let (status, code, micros) = (*status, *code, *micros);
        Self { timestamp, level, message: "answered", request_id, method, path, status, code, micros, target }
    }
}

/// Writes lines.
struct Pen {
    lines: Lines,
    format: LogFormat,
    line: Vec<u8>,
    /// A time in milliseconds since 1970, as text. Many requests of a busy server have the same.
    time: (u128, String),
}

impl Pen {
    fn new(lines: Lines, format: LogFormat) -> Self {
        Self { lines, format, line: Vec::new(), time: (0, id::at(UNIX_EPOCH.into())) }
    }

    fn write(&mut self, answered: &Answered) {
        let millis = answered.at.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        if millis != self.time.0 {
            self.time = (millis, id::at(answered.at.into()));
        }
        self.line.clear();
        // Writing to memory does not fail.
        let _ = match self.format {
            LogFormat::Text => answered.line(&self.time.1, &mut self.line),
            LogFormat::Json => answered.json_line(&self.time.1, &mut self.line),
        };
        let _ = (&self.lines).write(&self.line);
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

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    fn answered(status: u16, code: Option<&'static str>) -> Answered {
        Answered {
            at: UNIX_EPOCH + Duration::from_micros(1_795_552_000_123_987),
            request_id: "req_3f".into(),
            method: Method::GET,
            path: "/partner/v1/projects/%22%20".into(),
            status,
            code,
            micros: 91,
        }
    }

    /// A place that keeps what is written to it.
    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Kept {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
        }
    }

    #[test]
    fn a_line_is_that_of_its_event() {
        for (status, code) in [(200, None), (404, Some("not_found")), (500, Some("internal_error"))] {
            let kept = Kept::default();
            let out = kept.clone();
            let subscriber = tracing_subscriber::fmt().with_ansi(false).with_timer(Moment);
            let subscriber = subscriber.with_writer(move || out.clone()).finish();
            tracing::subscriber::with_default(subscriber, || answered(status, code).tell());
            let event = kept.text();
            let mut line = Vec::new();
            let answered = answered(status, code);
            answered.line(&id::at(answered.at.into()), &mut line).unwrap();
            assert_eq!(String::from_utf8(line).unwrap(), event);
            assert!(event.starts_with("2026-11-24T"), "{event}");
        }
    }

    #[test]
    fn a_line_of_json_has_the_members_of_its_event() {
        for (status, code) in [(200, None), (404, Some("not_found")), (500, Some("internal_error"))] {
            let kept = Kept::default();
            let out = kept.clone();
            let subscriber = tracing_subscriber::fmt().json().flatten_event(true).with_timer(Moment);
            let subscriber = subscriber.with_writer(move || out.clone()).finish();
            tracing::subscriber::with_default(subscriber, || answered(status, code).tell());
            let event: serde_json::Value = serde_json::from_str(&kept.text()).unwrap();
            let mut line = Vec::new();
            let answered = answered(status, code);
            answered.json_line(&id::at(answered.at.into()), &mut line).unwrap();
            assert_eq!(line.iter().filter(|byte| **byte == b'\n').count(), 1);
            assert_eq!(serde_json::from_slice::<serde_json::Value>(&line).unwrap(), event);
        }
    }

    #[test]
    fn each_line_has_its_own_time() {
        let kept = Kept::default();
        let (lines, ending) = Lines::start(kept.clone()).unwrap();
        let mut pen = Pen::new(lines, LogFormat::Text);
        let times = [0, 0, 1, 1_000];
        for later in times {
            let mut answered = answered(200, None);
            answered.at += Duration::from_millis(later);
            pen.write(&answered);
        }
        drop(ending);
        let millis: Vec<_> = kept.text().lines().map(|line| line[17..23].to_owned()).collect();
        assert_eq!(millis, ["40.123", "40.123", "40.124", "41.123"]);
    }
}
