//! Calendar dates: `2026-11-21`, which sorts as text.

use std::fmt;

use time::format_description::FormatItem;
use time::macros::format_description;

const FORM: &[FormatItem<'static>] = format_description!("[year]-[month]-[day]");
/// Length of the form. The parser also accepts signs and longer years.
const LENGTH: usize = 10;

/// A calendar date. It is in UTC where it is compared with a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date(time::Date);

impl Date {
    /// Parses `YYYY-MM-DD`. Returns `None` for any other form and for days that do not exist.
    pub fn parse(text: &str) -> Option<Self> {
        let in_form = text.len() == LENGTH && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        time::Date::parse(text, FORM).ok().filter(|date| in_form && date.year() >= 0).map(Self)
    }

    /// Returns the number of days from this date to `other`. It is negative if `other` is earlier.
    pub fn days_until(self, other: Self) -> i64 {
        (other.0 - self.0).whole_days()
    }

    /// Returns the first moment of the day, in the form in which times are stored.
    pub fn start(self) -> String {
        format!("{self}T00:00:00.000Z")
    }

    /// Returns the last moment of the day, in the form in which times are stored.
    pub fn end(self) -> String {
        format!("{self}T23:59:59.999Z")
    }
}

impl fmt::Display for Date {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:04}-{:02}-{:02}", self.0.year(), u8::from(self.0.month()), self.0.day())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_days_of_the_calendar_are_dates() {
        for text in ["2026-11-21", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"] {
            assert_eq!(Date::parse(text).unwrap().to_string(), text);
        }
        for text in ["", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-01", "2026-04-31", "2026-1-1", "26-01-01"] {
            assert_eq!(Date::parse(text), None, "{text}");
        }
        for text in ["+026-01-01", "-001-01-01", "20261121", "2026-11-21T", "2026/11/21", " 2026-11-2", "２０２６-11"]
        {
            assert_eq!(Date::parse(text), None, "{text}");
        }
    }

    #[test]
    fn days_are_counted_over_leap_days() {
        let date = |text| Date::parse(text).unwrap();
        assert_eq!(date("2024-01-01").days_until(date("2025-01-01")), 366);
        assert_eq!(date("2026-11-21").days_until(date("2026-11-20")), -1);
        assert_eq!(date("2026-11-21").start(), "2026-11-21T00:00:00.000Z");
        assert!(date("2026-11-21").end() < date("2026-11-22").start());
    }
}
