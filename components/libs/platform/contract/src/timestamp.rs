//! Times: ISO 8601 in UTC with milliseconds, `2026-11-21T08:00:00.000Z`, which sorts as text.

use time::format_description::FormatItem;
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;
use time::{Duration, OffsetDateTime, PrimitiveDateTime, UtcOffset};

const FORM: &[FormatItem<'static>] =
    format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");

/// Returns the current time.
pub fn now() -> String {
    format(OffsetDateTime::now_utc())
}

/// Returns the time `seconds` after `time`, or before it if `seconds` is negative. Returns `None` if `time` has another
/// form, or if the year of the result has more than four digits.
pub fn after(time: &str, seconds: i64) -> Option<String> {
    let moment = parse(time)?.checked_add(Duration::seconds(seconds))?;
    (0..=9999).contains(&moment.year()).then(|| format(moment))
}

/// Converts an RFC 3339 time with any offset to UTC. Returns `None` if `text` is not such a time, or if its year in UTC has
/// more than four digits. Truncates to milliseconds.
pub fn in_utc(text: &str) -> Option<String> {
    let moment = OffsetDateTime::parse(text, &Rfc3339).ok()?.checked_to_offset(UtcOffset::UTC)?;
    (0..=9999).contains(&moment.year()).then(|| format(moment))
}

/// Returns the date of a time in UTC, such as `2026-11-21`, or `None` if `time` has another form.
pub fn day(time: &str) -> Option<&str> {
    parse(time).and_then(|_| time.get(..10))
}

/// Returns the seconds until the next day begins in UTC, from 1 to 86,400, or `None` if `time` has another form.
pub fn seconds_to_midnight(time: &str) -> Option<u32> {
    let moment = parse(time)?;
    let passed = u32::from(moment.hour()) * 3600 + u32::from(moment.minute()) * 60 + u32::from(moment.second());
    // The second that has begun counts as whole: trying again then is not too early.
    Some(86_400 - passed)
}

fn format(moment: OffsetDateTime) -> String {
    // Formatting cannot fail for a year of four digits.
    moment.format(FORM).unwrap_or_default()
}

fn parse(text: &str) -> Option<OffsetDateTime> {
    PrimitiveDateTime::parse(text, FORM).ok().map(PrimitiveDateTime::assume_utc)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_one_form_and_sort_as_text() {
        assert_eq!(after("2026-11-21T23:59:30.250Z", 45).as_deref(), Some("2026-11-22T00:00:15.250Z"));
        assert_eq!(after("2026-11-21T00:00:00.000Z", -86_400).as_deref(), Some("2026-11-20T00:00:00.000Z"));
        assert_eq!(after("yesterday", 1), None);
        assert_eq!(after("2026-11-21T00:00:00.000Z", i64::from(u32::MAX) * 86_400), None, "beyond the calendar");
        let present = now();
        assert!(parse(&present).is_some(), "{present}");
        assert!(after(&present, 1).unwrap() > present);
    }

    #[test]
    fn callers_write_times_with_any_offset() {
        let utc = |text| in_utc(text);
        assert_eq!(utc("2026-11-21T08:00:00.000Z").as_deref(), Some("2026-11-21T08:00:00.000Z"));
        assert_eq!(utc("2026-11-21T01:30:00.1239+02:00").as_deref(), Some("2026-11-20T23:30:00.123Z"));
        assert_eq!(utc("2026-11-21t08:00:00z").as_deref(), Some("2026-11-21T08:00:00.000Z"));
        for wrong in
            ["", "2026-11-21", "2026-02-30T00:00:00Z", "0000-01-01T00:00:00+01:00", "9999-12-31T23:00:00-02:00", "now"]
        {
            assert_eq!(utc(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn days_end_at_midnight_utc() {
        assert_eq!(day("2026-11-21T23:59:30.250Z"), Some("2026-11-21"));
        assert_eq!(day("today"), None);
        assert_eq!(seconds_to_midnight("2026-11-21T00:00:00.000Z"), Some(86_400));
        assert_eq!(seconds_to_midnight("2026-11-21T23:59:59.999Z"), Some(1));
        assert_eq!(seconds_to_midnight("2026-11-21T12:00:00.500Z"), Some(43_200));
        assert_eq!(seconds_to_midnight("noon"), None);
    }
}
