//! The start date of a plan, the only date that is not planned.
//!
//! A takeoff has quantities and no dates, but both formats require a project start. It is the day on which the takeoff
//! was completed, or the following Monday for a weekend, so that it is a working day of a five-day calendar.

use time::format_description::well_known::Rfc3339;
use time::{Date, Duration, Month, OffsetDateTime, Weekday};

/// Returns the start of the project. An invalid timestamp gives the first Monday of 2000, which is obviously not a
/// planned date.
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
