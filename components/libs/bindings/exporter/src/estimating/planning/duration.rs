//! The form of a takeoff's line in a plan, the same in each planning format.
//!
//! A line with known labor hours ([`Line::labor_hours`]) is a task of that many working hours: the work of one person,
//! which the planner divides by the size of the crew. Any other line is a milestone. A takeoff measures quantities and
//! not time, and an invented duration would look like a planned one.

use crate::Line;
use time::{Date, Duration, Weekday};

/// The working hours per day.
pub const DAY_HOURS: f64 = 8.0;

/// Explains the durations of a file in its project notes.
pub const NOTE: &str = "The duration of each task is the labor hours of its line, for one person. Lines without labor \
                        hours are milestones.";

/// Returns the working hours of a line's task, or `None` if the line is a milestone. Hours are rounded up to minutes.
pub fn task_hours(line: &Line) -> Option<f64> {
    // A century of work: far beyond any line, and within the range of dates.
    line.labor_hours().map(|hours| ((hours * 60.0 - 1e-6).ceil() / 60.0).clamp(1.0 / 60.0, 200_000.0))
}

/// Returns the day and time (`2026-11-24 10:30`) at which `hours` of work end that start on the morning of `start`.
///
/// Days are Monday to Friday, 8:00 to 12:00 and 13:00 to 17:00.
pub fn end_of_work(start: Date, hours: f64) -> String {
    let minutes = (hours * 60.0).round().max(0.0) as u64;
    let day = (DAY_HOURS * 60.0) as u64;
    // Work that fills its last day ends that evening, not the next morning.
    let (mut days, mut rest) = (minutes / day, minutes % day);
    if rest == 0 && days > 0 {
        (days, rest) = (days - 1, day);
    }
    let mut date = start;
    while days > 0 {
        date = date.checked_add(Duration::days(1)).unwrap_or(date);
        if !matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday) {
            days -= 1;
        }
    }
    let lunch = if rest > day / 2 { 60 } else { 0 };
    let clock = 8 * 60 + rest + lunch;
    format!("{date} {:02}:{:02}", clock / 60, clock % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quantities::Attribute;
    use crate::testing::{FixedRows, header, item};
    use crate::{ItemRow, Lines};
    use time::Month;

    #[test]
    fn work_ends_on_a_working_day() -> Result<(), time::error::ComponentRange> {
        let friday = Date::from_calendar_date(2026, Month::November, 20)?;
        for (hours, end) in [
            (0.0, "2026-11-20 08:00"),
            (0.5, "2026-11-20 08:30"),
            (4.0, "2026-11-20 12:00"),
            (4.5, "2026-11-20 13:30"),
            (8.0, "2026-11-20 17:00"),
            (9.0, "2026-11-23 09:00"),
            (48.0, "2026-11-27 17:00"),
        ] {
            assert_eq!(end_of_work(friday, hours), end);
        }
        Ok(())
    }

    #[test]
    fn lines_with_labor_hours_are_tasks() {
        let with = |hours: f64| {
            let rows = FixedRows::new(header(), 1, |i| ItemRow {
                attributes: vec![("labor_hours".into(), Attribute::Number(hours))],
                ..item(i)
            });
            Lines::collect(&rows).all.values().next().and_then(task_hours)
        };
        assert_eq!(with(12.0), Some(12.0));
        assert_eq!(with(0.001), Some(1.0 / 60.0), "never a duration of nothing");
        assert_eq!(Lines::collect(&FixedRows::new(header(), 1, item)).all.values().next().and_then(task_hours), None);
    }
}
