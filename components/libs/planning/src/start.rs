//! The one date of a plan that was not planned.
//!
//! A takeoff has quantities and no dates, but both formats insist on a start of the project. It is the day on which the
//! takeoff was completed, or the Monday after a weekend, so that it is a working day of a calendar of five days.

use time::format_description::well_known::Rfc3339;
use time::{Date, Duration, Month, OffsetDateTime, Weekday};

/// The start of the project. A moment that cannot be read gives the first Monday of 2000, which nobody takes for a plan.
pub fn project_start(completed_at: &str) -> Date {
    let fallback = Date::from_calendar_date(2000, Month::January, 3).unwrap_or(Date::MIN);
    let date = OffsetDateTime::parse(completed_at, &Rfc3339).map_or(fallback, OffsetDateTime::date);
    let weekend = match date.weekday() {
        Weekday::Saturday => 2,
        Weekday::Sunday => 1,
        _ => 0,
    };
    date.checked_add(Duration::days(weekend)).unwrap_or(date)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weekends_move_to_monday() {
        for (completed, start) in [
            ("2026-11-20T08:00:00.000Z", "2026-11-20"),
            ("2026-11-21T08:00:00.000Z", "2026-11-23"),
            ("2026-11-22T23:59:59Z", "2026-11-23"),
            ("yesterday", "2000-01-03"),
        ] {
            assert_eq!(project_start(completed).to_string(), start);
        }
    }
}
