//! The access log: one line per request. The line is written as `tracing_subscriber` would write the event, at a
//! fraction of the cost. Creating an event in the middle of a request would evict that request's code and data from the
//! processor's caches. A terminal gets the event itself, for its colors.

use std::cell::RefCell;
use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};

use http::Method;
use plumbline_config::LogFormat;
use plumbline_storage::id;
use serde::Serialize;
use tracing::{Level, enabled, info, warn};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::FormatTime;

use super::lines::Lines;

/// The target of the lines. `--log info,access=off` omits them.
const TARGET: &str = "access";

/// The output and format of lines without colors. A program has one log, so there is one of these.
static OUTPUT: OnceLock<(Lines, LogFormat)> = OnceLock::new();

thread_local! {
    static FORMATTER: RefCell<LineFormatter> = RefCell::new(LineFormatter::new());
}

/// A completed request.
pub(crate) struct AccessRecord<'a> {
    pub(crate) at: SystemTime,
    pub(crate) request_id: &'a str,
    pub(crate) method: &'a Method,
    pub(crate) path: &'a str,
    pub(crate) status: u16,
    /// The code of a problem.
    pub(crate) code: Option<&'static str>,
    /// Time from the request's head to its response, in microseconds.
    pub(crate) micros: u64,
}

/// Writes lines to `lines` from now on instead of as events.
pub(super) fn start(lines: Lines, format: LogFormat) {
    OUTPUT.get_or_init(|| (lines, format));
}

impl AccessRecord<'_> {
    /// Writes the line, if its level is enabled.
    pub(crate) fn log(&self) {
        let is_written =
            if self.failed() { enabled!(target: TARGET, Level::WARN) } else { enabled!(target: TARGET, Level::INFO) };
        match OUTPUT.get() {
            _ if !is_written => {}
            Some((lines, format)) => FORMATTER.with_borrow_mut(|formatter| lines.push(formatter.line(self, *format))),
            None => self.emit(),
        }
    }

    const fn failed(&self) -> bool {
        self.status >= 500
    }

    /// Emits an event for the request.
    fn emit(&self) {
        let Self { request_id, method, path, status, code, micros, .. } = self;
        // A path contains neither spaces nor line ends, so it needs no quotes.
        if self.failed() {
            warn!(target: TARGET, %request_id, %method, %path, status, code, micros, "answered");
        } else {
            info!(target: TARGET, %request_id, %method, %path, status, code, micros, "answered");
        }
    }

    /// Appends the line, identical to that of the event. `write!` would take longer than everything else that the line
    /// costs.
    fn line(&self, time: &str, out: &mut Vec<u8>) {
        let level = if self.failed() { "  WARN " } else { "  INFO " };
        let mut number = itoa::Buffer::new();
        let mut add = |parts: &[&str]| parts.iter().for_each(|part| out.extend_from_slice(part.as_bytes()));
        add(&[time, level, TARGET, ": answered request_id=", self.request_id, " method=", self.method.as_str()]);
        add(&[" path=", self.path, " status=", number.format(self.status)]);
        if let Some(code) = self.code {
            add(&[" code=\"", code, "\""]);
        }
        add(&[" micros=", number.format(self.micros), "\n"]);
    }

    /// Appends the line as JSON, with the members of the event.
    fn json_line(&self, time: &str, out: &mut Vec<u8>) {
        // Writing to memory does not fail.
        let _ = serde_json::to_writer(&mut *out, &JsonLine::of(self, time));
        out.push(b'\n');
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
    fn of(answered: &AccessRecord<'a>, timestamp: &'a str) -> Self {
        let level = if answered.failed() { "WARN" } else { "INFO" };
        let AccessRecord { request_id, method, path, status, code, micros, .. } = *answered;
        let (method, target) = (method.as_str(), TARGET);
        Self { timestamp, level, message: "answered", request_id, method, path, status, code, micros, target }
    }
}

/// The formatter of one thread's lines.
struct LineFormatter {
    line: Vec<u8>,
    /// The last time in milliseconds since 1970, and its text. Many requests of a busy server have the same time.
    time: (u128, String),
}

impl LineFormatter {
    fn new() -> Self {
        Self { line: Vec::new(), time: (0, id::at(UNIX_EPOCH.into())) }
    }

    fn line(&mut self, answered: &AccessRecord<'_>, format: LogFormat) -> &[u8] {
        let millis = answered.at.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        if millis != self.time.0 {
            self.time = (millis, id::at(answered.at.into()));
        }
        self.line.clear();
        match format {
            LogFormat::Text => answered.line(&self.time.1, &mut self.line),
            LogFormat::Json => answered.json_line(&self.time.1, &mut self.line),
        }
        &self.line
    }
}

/// A timer for events with milliseconds, like all times of the service.
pub(super) struct Timestamp;

impl FormatTime for Timestamp {
    fn format_time(&self, writer: &mut Writer<'_>) -> std::fmt::Result {
        writer.write_str(&id::at(SystemTime::now().into()))
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use super::*;
    use crate::log::has_colors;

    fn answered(status: u16, code: Option<&'static str>) -> AccessRecord<'static> {
        AccessRecord {
            at: UNIX_EPOCH + Duration::from_micros(1_795_552_000_123_987),
            request_id: "req_3f",
            method: &Method::GET,
            path: "/partner/v1/projects/%22%20",
            status,
            code,
            micros: 91,
        }
    }

    /// A writer that keeps what is written to it.
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

    /// Responses whose lines differ.
    const ANSWERS: [(u16, Option<&str>); 3] = [(200, None), (404, Some("not_found")), (500, Some("internal_error"))];

    #[test]
    fn a_line_is_that_of_its_event() {
        for (status, code) in ANSWERS {
            let kept = Kept::default();
            let out = kept.clone();
            let subscriber = tracing_subscriber::fmt().with_ansi(false).with_timer(Timestamp);
            let subscriber = subscriber.with_writer(move || out.clone()).finish();
            tracing::subscriber::with_default(subscriber, || answered(status, code).emit());
            let mut formatter = LineFormatter::new();
            let line = std::str::from_utf8(formatter.line(&answered(status, code), LogFormat::Text)).unwrap();
            let (event, (time, rest)) = (kept.text(), line.split_at("2026-11-24T00:00:00.000Z".len()));
            assert!(time.starts_with("2026-11-24T") && time.ends_with(".123Z"), "{line}");
            assert_eq!(rest, &event[time.len()..]);
            assert!(rest.starts_with(if status >= 500 { "  WARN access: " } else { "  INFO access: " }), "{line}");
        }
    }

    #[test]
    fn a_line_of_json_has_the_members_of_its_event() {
        for (status, code) in ANSWERS {
            let kept = Kept::default();
            let out = kept.clone();
            let subscriber = tracing_subscriber::fmt().json().flatten_event(true).with_timer(Timestamp);
            let subscriber = subscriber.with_writer(move || out.clone()).finish();
            tracing::subscriber::with_default(subscriber, || answered(status, code).emit());
            let mut event: serde_json::Value = serde_json::from_str(&kept.text()).unwrap();
            let mut formatter = LineFormatter::new();
            let line = formatter.line(&answered(status, code), LogFormat::Json);
            assert_eq!(line.iter().filter(|byte| **byte == b'\n').count(), 1);
            let line: serde_json::Value = serde_json::from_slice(line).unwrap();
            event["timestamp"] = line["timestamp"].clone();
            assert_eq!(line, event);
            assert_eq!(line["level"], if status >= 500 { "WARN" } else { "INFO" });
        }
    }

    #[test]
    fn a_line_has_color_codes_only_as_text_on_a_terminal() {
        for (is_terminal, format, has_codes) in
            [(true, LogFormat::Text, true), (false, LogFormat::Text, false), (true, LogFormat::Json, false)]
        {
            let kept = Kept::default();
            let out = kept.clone();
            let subscriber = tracing_subscriber::fmt().with_ansi(has_colors(is_terminal, format)).with_timer(Timestamp);
            let subscriber = subscriber.with_writer(move || out.clone()).finish();
            tracing::subscriber::with_default(subscriber, || answered(200, None).emit());
            let line = kept.text();
            assert_eq!(line.contains('\u{1b}'), has_codes, "{line}");
            assert!(line.contains("answered"), "{line}");
        }
    }

    #[test]
    fn each_line_has_its_own_time() {
        let mut formatter = LineFormatter::new();
        let millis = [0, 0, 1, 1_000].map(|later| {
            let mut answered = answered(200, None);
            answered.at += Duration::from_millis(later);
            String::from_utf8(formatter.line(&answered, LogFormat::Text)[17..23].to_vec()).unwrap()
        });
        assert_eq!(millis, ["40.123", "40.123", "40.124", "41.123"]);
    }
}
