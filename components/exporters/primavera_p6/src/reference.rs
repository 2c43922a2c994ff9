//! Tables that projects share in a P6 database. An import matches their rows by name with existing ones.

use crate::xer::Row;
use plumbline_exporter::{UniqueNames, ansi};

/// The id of the only currency, calendar and notebook topic.
pub(crate) const SINGLE_ID: &str = "1";

/// A user-defined field of activities.
#[derive(Clone, Copy)]
pub(crate) enum Field {
    Quantity = 1,
    Unit = 2,
    Sheets = 3,
}

impl Field {
    /// Returns its id in the file.
    pub(crate) fn id(self) -> String {
        (self as u8).to_string()
    }
}

/// Maximum characters of a unit's abbreviation and of its name.
pub(crate) const MAX_ABBREVIATION: usize = 16;
const MAX_UNIT: usize = 30;

/// Creates a row of columns and values.
pub(crate) fn row<const N: usize>(columns: [(&'static str, &str); N]) -> Row {
    columns.into_iter().map(|(column, value)| (column, value.to_string())).collect()
}

/// Returns a text on one line in the characters of the file, cut to the length of its field. Transliteration comes
/// before the cut, because it makes texts longer.
pub(crate) fn shorten(text: &str, max: usize) -> String {
    plumbline_exporter::shorten(&ansi::text(text), max)
}

/// Returns the currency that every file has. A takeoff does not have prices, so no amounts use it. Its marks define the
/// number format.
pub(crate) fn currency() -> Row {
    row([
        ("curr_id", SINGLE_ID),
        ("decimal_digit_cnt", "2"),
        ("curr_symbol", "$"),
        ("decimal_symbol", "."),
        ("digit_group_symbol", ","),
        ("pos_curr_fmt_type", "#1.1"),
        ("neg_curr_fmt_type", "(#1.1)"),
        ("curr_type", "US Dollar"),
        ("curr_short_name", "USD"),
        ("group_digit_cnt", "3"),
        ("base_exch_rate", "1"),
    ])
}

/// Returns the topic of the notebook entries.
pub(crate) fn notebook_topic() -> Row {
    row([
        ("memo_type_id", SINGLE_ID),
        ("seq_num", "1"),
        ("eps_flag", "N"),
        ("proj_flag", "Y"),
        ("wbs_flag", "Y"),
        ("task_flag", "Y"),
        ("memo_type", "Takeoff"),
    ])
}

/// Returns the user-defined fields.
pub(crate) fn fields() -> [Row; 3] {
    [
        (Field::Quantity, "takeoff_quantity", "Takeoff quantity", "FT_FLOAT"),
        (Field::Unit, "takeoff_unit", "Takeoff unit", "FT_TEXT"),
        (Field::Sheets, "takeoff_sheets", "Takeoff sheets", "FT_TEXT"),
    ]
    .map(|(field, name, label, kind)| {
        row([
            ("udf_type_id", &field.id()),
            ("table_name", "TASK"),
            ("udf_type_name", name),
            ("udf_type_label", label),
            ("logical_data_type", kind),
            ("super_flag", "N"),
        ])
    })
}

/// Returns a unit of measure. P6 identifies units by their abbreviations.
pub(crate) fn unit(unit: &str, id: u32, abbreviations: &mut UniqueNames) -> Row {
    let id = id.to_string();
    row([
        ("unit_id", &id),
        ("seq_num", &id),
        ("unit_abbrev", &abbreviations.name(unit)),
        ("unit_name", &shorten(unit, MAX_UNIT)),
    ])
}

/// Returns P6's own five-day calendar, with its name in a new database.
pub(crate) fn calendar() -> Row {
    let hours = "(0||0(s|08:00|f|12:00)())(0||1(s|13:00|f|17:00)())";
    // 1 is Sunday.
    let days: String =
        (1..=7).map(|day| format!("(0||{day}()({}))", if (2..=6).contains(&day) { hours } else { "" })).collect();
    let data = format!("(0||CalendarData()((0||DaysOfWeek()({days}))(0||Exceptions()())))");
    row([
        ("clndr_id", SINGLE_ID),
        ("default_flag", "N"),
        ("clndr_name", "Standard 5 Day Workweek"),
        ("proj_id", ""),
        ("base_clndr_id", ""),
        ("last_chng_date", ""),
        ("clndr_type", "CA_Base"),
        ("day_hr_cnt", "8"),
        ("week_hr_cnt", "40"),
        ("month_hr_cnt", "172"),
        ("year_hr_cnt", "2000"),
        ("rsrc_private", "N"),
        ("clndr_data", &data),
    ])
}
