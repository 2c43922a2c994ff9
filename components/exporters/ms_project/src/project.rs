//! The parts before the tasks: the project's properties, its custom fields and its calendar.

use plumbline_exporter::estimating::planning::start::project_start;
use plumbline_exporter::{Header, Name, Xml, label, shorten};
use std::io::{self, Write};

/// Maximum characters of a text property.
const MAX_TEXT: usize = 255;

/// The id of the only calendar.
const CALENDAR: &str = "1";

/// A custom field of tasks: the id of a field in Project, its own name and its name in this project.
pub(crate) struct CustomField {
    pub(crate) id: &'static str,
    name: &'static str,
    alias: &'static str,
}

/// The line's quantity.
pub(crate) const QUANTITY: CustomField = CustomField { id: "188743767", name: "Number1", alias: "Takeoff quantity" };
/// The quantity's unit.
pub(crate) const UNIT: CustomField = CustomField { id: "188743731", name: "Text1", alias: "Takeoff unit" };
/// The sheets on which the line was found.
pub(crate) const SHEETS: CustomField = CustomField { id: "188743734", name: "Text2", alias: "Takeoff sheets" };

/// Writes the project's properties.
pub(crate) fn properties(xml: &mut Xml<impl Write>, header: &Header) -> io::Result<()> {
    let text = |value: &str| shorten(value, MAX_TEXT);
    let name = text(&header.project_name);
    xml.texts(&[
        // 14 is Project 2010, the first version that reads all elements written here.
        ("SaveVersion", "14"),
        ("Name", &name),
        ("Title", &name),
        ("Subject", &text(&header.document_filename)),
        ("Category", &label(header.discipline.name())),
        ("ScheduleFromStart", "1"),
        ("StartDate", &format!("{}T08:00:00", project_start(&header.completed_at))),
        // The schema requires a currency. A takeoff does not have prices, so this is the currency of the schema's own
        // example.
        ("CurrencyCode", "USD"),
        ("CalendarUID", CALENDAR),
        ("DefaultStartTime", "08:00:00"),
        ("DefaultFinishTime", "17:00:00"),
        ("MinutesPerDay", "480"),
        ("MinutesPerWeek", "2400"),
        ("DaysPerMonth", "20"),
        // Durations are shown in days, work in hours.
        ("DurationFormat", "7"),
        ("WorkFormat", "2"),
        ("NewTasksEstimated", "1"),
        ("NewTasksAreManual", "0"),
    ])
}

/// Names the custom fields.
pub(crate) fn custom_fields(xml: &mut Xml<impl Write>) -> io::Result<()> {
    xml.element("ExtendedAttributes", |xml| {
        [UNIT, SHEETS, QUANTITY].iter().try_for_each(|field| {
            xml.element("ExtendedAttribute", |xml| {
                xml.texts(&[("FieldID", field.id), ("FieldName", field.name), ("Alias", field.alias)])
            })
        })
    })
}

/// Writes Project's own standard calendar: Monday to Friday, eight hours.
pub(crate) fn calendars(xml: &mut Xml<impl Write>) -> io::Result<()> {
    xml.element("Calendars", |xml| {
        xml.element("Calendar", |xml| {
            xml.texts(&[("UID", CALENDAR), ("Name", "Standard"), ("IsBaseCalendar", "1"), ("BaseCalendarUID", "-1")])?;
            xml.element("WeekDays", |xml| {
                // 1 is Sunday.
                (1..=7).try_for_each(|day| week_day(xml, day, (2..=6).contains(&day)))
            })
        })
    })
}

fn week_day(xml: &mut Xml<impl Write>, day: u8, working: bool) -> io::Result<()> {
    xml.element("WeekDay", |xml| {
        xml.texts(&[("DayType", &day.to_string()), ("DayWorking", if working { "1" } else { "0" })])?;
        if !working {
            return Ok(());
        }
        xml.element("WorkingTimes", |xml| {
            [("08:00:00", "12:00:00"), ("13:00:00", "17:00:00")].iter().try_for_each(|(from, to)| {
                xml.element("WorkingTime", |xml| xml.texts(&[("FromTime", from), ("ToTime", to)]))
            })
        })
    })
}
