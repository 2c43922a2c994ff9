//! Times: ISO 8601 in UTC with milliseconds, `2026-11-21T08:00:00.000Z`, which sorts as text.

use time::format_description::FormatItem;
use time::macros::format_description;
use time::{Duration, OffsetDateTime, PrimitiveDateTime};

const FORM: &[FormatItem<'static>] =
    format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");

/// The present moment.
pub fn now() -> String {
    format(OffsetDateTime::now_utc())
}

/// The moment `seconds` after `time` (before, when negative); `None` when `time` has another form.
pub fn after(time: &str, seconds: i64) -> Option<String> {
    parse(time).map(|moment| format(moment + Duration::seconds(seconds)))
}

fn format(moment: OffsetDateTime) -> String {
    // The format holds nothing that can fail for a year of four digits.
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
        let present = now();
        assert!(parse(&present).is_some(), "{present}");
        assert!(after(&present, 1).unwrap() > present);
    }
}
