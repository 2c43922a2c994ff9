//! Tables that projects share in a P6 database. An import matches their rows by name with existing ones.

use crate::xer::Row;
use plumbline_exporter::{UniqueNames, ansi};
use std::collections::HashMap;
use std::sync::LazyLock;

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

/// The columns of each table with the values of a new project, from `columns.txt`.
static COLUMNS: LazyLock<HashMap<&str, Vec<(&str, &str)>>> = LazyLock::new(|| {
    let mut tables: HashMap<&str, Vec<(&str, &str)>> = HashMap::new();
    let mut columns = &mut Vec::new();
    for line in include_str!("../columns.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(table) => columns = tables.entry(table).or_default(),
            None => columns.push(line.split_once(' ').unwrap_or((line, ""))),
        }
    }
    tables
});

/// A table by its name.
pub(crate) struct Table(pub(crate) &'static str);

impl Table {
    /// Creates a row: the table's columns with the given values, and with those of a new project in all others.
    pub(crate) fn row<const N: usize>(self, values: [(&'static str, &str); N]) -> Row {
        let columns = COLUMNS.get(self.0).map(Vec::as_slice).unwrap_or_default();
        let is_column = |name: &str| columns.iter().any(|(column, _)| *column == name);
        debug_assert!(values.iter().all(|(name, _)| is_column(name)), "columns of {}", self.0);
        let given = |column: &str| values.iter().find(|(name, _)| *name == column).map(|(_, value)| *value);
        columns.iter().map(|(column, default)| (*column, given(column).unwrap_or(default).to_owned())).collect()
    }
}

/// Returns a text on one line in the characters of the file, cut to the length of its field. Transliteration comes
/// before the cut, because it makes texts longer.
pub(crate) fn shorten(text: &str, max: usize) -> String {
    plumbline_exporter::shorten(&ansi::text(text), max)
}

/// Returns the user-defined fields.
pub(crate) fn fields() -> [Row; 3] {
    [
        (Field::Quantity, "takeoff_quantity", "Takeoff quantity", "FT_FLOAT"),
        (Field::Unit, "takeoff_unit", "Takeoff unit", "FT_TEXT"),
        (Field::Sheets, "takeoff_sheets", "Takeoff sheets", "FT_TEXT"),
    ]
    .map(|(field, name, label, kind)| {
        Table("UDFTYPE").row([
            ("udf_type_id", &field.id()),
            ("udf_type_name", name),
            ("udf_type_label", label),
            ("logical_data_type", kind),
        ])
    })
}

/// Returns a unit of measure. P6 identifies units by their abbreviations.
pub(crate) fn unit(unit: &str, id: u32, abbreviations: &mut UniqueNames) -> Row {
    let id = id.to_string();
    Table("UMEASURE").row([
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
    Table("CALENDAR").row([("clndr_data", &data)])
}
