//! Recognizes headers and titles: which row is a header, which column names the row, what a schedule lists.

use std::sync::LazyLock;

use plumbline_notation::language::schedules;
use regex::Regex;

use crate::tables::meaning::ColumnMeaning;
use crate::tables::model::ScheduleKind;
use crate::tables::text::narrow;

/// Compiles one of this module's patterns.
fn pattern(source: &str) -> Regex {
    Regex::new(&format!("(?i){source}")).expect("a constant pattern")
}

macro_rules! patterns {
    ($($(#[$about:meta])* $name:ident = $source:expr;)*) => {
        $($(#[$about])* static $name: LazyLock<Regex> = LazyLock::new(|| pattern(&$source));)*
        #[cfg(test)]
        fn every_pattern() -> Vec<&'static LazyLock<Regex>> { vec![$(&$name),*] }
    };
}

patterns! {
    /// A column heading of a schedule.
    HEADING = schedules::HEADING.bounded();
    /// A column that names the row, strongest first in [`TAGS`].
    TAG_MARK = schedules::MARK.exact();
    TAG_TYPE = schedules::TYPE.exact();
    TAG_CIRCUIT = format!(r"^(?:(?:{})s?[ .]*(?:{})?\.?|{})$", schedules::CIRCUIT.alternatives(), schedules::CIRCUIT_NUMBER.alternatives(), schedules::CIRCUIT_HEADING.alternatives());
    TAG_NUMBER = format!(r"^(?:{})\.?$", schedules::NUMBER.alternatives());
    TAG_PART = format!(r"^(?:{})[ .]*(?:{})?\.?$", schedules::PART.alternatives(), schedules::PART_NUMBER.alternatives());
    /// A column that describes the row.
    DESCRIPTION = schedules::DESCRIPTION.exact();
    DESCRIPTION_LOAD = schedules::DESCRIPTION_LOAD.exact();
    DESCRIPTION_FALLBACK = schedules::DESCRIPTION_FALLBACK.exact();
    /// A symbol column: its table is a legend unless the title says otherwise.
    SYMBOL = schedules::SYMBOL.exact();
    /// Titles of schedules.
    SCHEDULE = schedules::TITLE.bounded();
    /// Titles of tables that are not schedules.
    NOT_SCHEDULE = schedules::OTHER_TITLE.bounded();
    /// Columns of revision lists and drawing registers.
    REVISION_DATE = schedules::REVISION_DATE.bounded();
    REVISION_WORD = format!(r"{}|^(?:{})\.?$", schedules::REVISION.bounded(), schedules::REVISION_HEADING.alternatives());
    DRAWINGS = format!(r"\b(?:{})s?[ .]*(?:{})?\b", schedules::DRAWING.alternatives(), schedules::DRAWING_NUMBER.alternatives());
    /// Titles of tables that sum up a circuit instead of listing it.
    CALCULATION = schedules::CALCULATION.bounded();
    /// A column that a list of circuits has.
    CIRCUIT_COLUMN = schedules::CIRCUIT_COLUMN.bounded();
    /// Words in a title that say what a schedule lists.
    PANEL = schedules::PANEL.bounded();
    PLUMBING = schedules::PLUMBING.bounded();
    FIXTURE = schedules::FIXTURE.bounded();
    MOTOR = schedules::MOTOR.bounded();
    MECHANICAL = schedules::MECHANICAL.bounded();
    EQUIPMENT = schedules::EQUIPMENT.bounded();
    ARCHITECTURAL = schedules::ARCHITECTURAL.bounded();
    /// A cell that repeats the one above it.
    DITTO = format!(r#"^([-– ]*("|''|”|″|〃|,,|„)( *("|''|”|″|〃))*[-– ]*|[-– ]*(?:{})\.?[-– ]*|{})$"#, schedules::DITTO.whole.join("|"), schedules::DITTO.within.join("|"));
    /// Marks that a table continues from elsewhere.
    CONTINUED = format!(r"[(\[]?\b(?:{})\b\.?[)\]]?|[(（]?(?:{})[)）]?$|[(（\[]\s*(\d{{1,2}}\s*(?:{})\s*)?\d{{1,2}}\s*[)）\]]$", schedules::CONTINUED.whole.join("|"), schedules::CONTINUED.within.join("|"), schedules::PAGE_OF.alternatives());
    /// The line above the notes of a table, or the first note.
    NOTES = format!(r"^\s*\(?(?:{})\s*(\d{{0,2}}[.)]?\s*$|\d{{0,2}}\s*[:.)-])|^\s*(?:{})", schedules::NOTES.whole.join("|"), schedules::NOTES.within.join("|"));
    /// Lists of reinforcing bars, by their title and by a column.
    BARS = schedules::BAR_LIST.bounded();
    BAR_COLUMN = schedules::BAR_COLUMN.starting_word();
    /// Words in the columns that say what a schedule lists, if the title does not.
    FIXTURE_COLUMN = schedules::FIXTURE_COLUMN.bounded();
    MOTOR_COLUMN = schedules::MOTOR_COLUMN.bounded();
    MECHANICAL_COLUMN = schedules::MECHANICAL_COLUMN.bounded();
    PLUMBING_COLUMN = schedules::PLUMBING_COLUMN.bounded();
    EQUIPMENT_COLUMN = schedules::EQUIPMENT_COLUMN.bounded();
}

/// The patterns of columns that name the row, strongest first.
static TAGS: [&LazyLock<Regex>; 5] = [&TAG_MARK, &TAG_TYPE, &TAG_CIRCUIT, &TAG_NUMBER, &TAG_PART];

fn tidy(name: &str) -> &str {
    name.trim().trim_end_matches([':', '.', '*']).trim()
}

/// Returns whether a text can be a column heading: short, with a letter and a known word in it.
pub(crate) fn is_heading(text: &str) -> bool {
    text.chars().count() <= 60 && text.chars().any(char::is_alphabetic) && HEADING.is_match(&narrow(text))
}

/// Returns whether a text looks like a value and not a heading: it has a digit and no known word.
pub(crate) fn is_value(text: &str) -> bool {
    text.chars().any(|c| c.is_ascii_digit()) && !HEADING.is_match(text)
}

/// Returns how strongly a column name suggests that the column names the row: 0 is strongest.
pub(crate) fn tag_rank(name: &str) -> Option<usize> {
    let name = narrow(name);
    TAGS.iter().position(|p| p.is_match(tidy(&name)))
}

/// Returns how strongly a column name suggests that the column describes the row: 0 is strongest.
pub(crate) fn description_rank(name: &str) -> Option<usize> {
    let name = narrow(name);
    [&DESCRIPTION, &DESCRIPTION_LOAD, &DESCRIPTION_FALLBACK].iter().position(|p| p.is_match(tidy(&name)))
}

/// Returns whether a column may hold circuit numbers, by its name. `NO.` qualifies.
pub(crate) fn is_circuit(name: &str) -> bool {
    let name = narrow(name);
    TAG_CIRCUIT.is_match(tidy(&name)) || TAG_NUMBER.is_match(tidy(&name))
}

/// Returns whether a column holds circuit numbers, regardless of the other columns.
pub(crate) fn names_circuits(name: &str) -> bool {
    let name = narrow(name);
    TAG_CIRCUIT.is_match(tidy(&name)) && tidy(&name) != "#"
}

/// Returns whether a column shows symbols.
pub(crate) fn is_symbol(name: &str) -> bool {
    SYMBOL.is_match(tidy(&narrow(name)))
}

/// Returns whether a title is that of a schedule.
pub(crate) fn titles_schedule(title: &str) -> bool {
    SCHEDULE.is_match(&narrow(title))
}

/// Returns whether a title is that of a legend, a revision list or the like.
pub(crate) fn titles_other(title: &str) -> bool {
    NOT_SCHEDULE.is_match(&narrow(title))
}

/// Returns whether the columns are those of a revision list or a drawing register.
pub(crate) fn lists_revisions(columns: &[String]) -> bool {
    let count = |p: &Regex| columns.iter().filter(|c| p.is_match(tidy(c))).count();
    let dated = count(&REVISION_DATE) > 0 && count(&REVISION_WORD) > 0 && columns.len() <= 8;
    dated || count(&DRAWINGS) >= 2
}

/// Returns what a schedule lists, by its title, otherwise by its columns.
pub(crate) fn kind(title: &str, columns: &[String]) -> ScheduleKind {
    use ScheduleKind::{Equipment, Fixture, Mechanical, Motor, Other, Panel, Plumbing};
    // The order matters: a "plumbing fixture schedule" is plumbing, a "motor control panel" is a motor schedule.
    let by_title: [(&Regex, ScheduleKind); 8] = [
        (&PLUMBING, Plumbing),
        (&MOTOR, Motor),
        (&FIXTURE, Fixture),
        (&MECHANICAL, Mechanical),
        (&EQUIPMENT, Equipment),
        (&ARCHITECTURAL, Other),
        (&PANEL, Panel),
        (&SCHEDULE, Other),
    ];
    if titles_calculation(title) {
        return Other;
    }
    // A specific title ("LIGHTING FIXTURE SCHEDULE") decides. A bare "SCHEDULE" leaves it to the columns.
    if let Some((_, kind)) = by_title[..7].iter().find(|(p, _)| p.is_match(title)) {
        return *kind;
    }
    let count = |p: &Regex| columns.iter().filter(|c| p.is_match(c)).count();
    let by_columns: [(&Regex, usize, ScheduleKind); 5] = [
        (&FIXTURE_COLUMN, 2, Fixture),
        (&MECHANICAL_COLUMN, 2, Mechanical),
        (&PLUMBING_COLUMN, 2, Plumbing),
        (&MOTOR_COLUMN, 2, Motor),
        (&EQUIPMENT_COLUMN, 2, Equipment),
    ];
    by_columns.iter().find(|(p, least, _)| count(p) >= *least).map_or(Other, |(_, _, kind)| *kind)
}

/// Returns whether the columns list circuits: one names the circuit, others its load, protection or wire.
pub(crate) fn lists_circuits(columns: &[String]) -> bool {
    let names = |c: &String| names_circuits(c);
    // The circuit column comes first, or more of the others describe the circuit.
    let others = columns.iter().filter(|c| !names(c) && CIRCUIT_COLUMN.is_match(&narrow(c))).count();
    columns.first().is_some_and(names) && others >= 2 || columns.iter().any(names) && others >= 3
}

/// Returns whether a text names a column regardless of its neighbors: known, without digits, not a code.
pub(crate) fn names_column(text: &str) -> bool {
    let plain = !text.chars().any(|c| c.is_ascii_digit()) && text.chars().count() <= 30;
    plain
        && is_heading(text)
        && (text.chars().filter(|c| c.is_alphabetic()).count() > 1)
        && ColumnMeaning::of(text) != ColumnMeaning::Other
}

/// Returns whether a cell repeats the one above.
pub(crate) fn is_ditto(text: &str) -> bool {
    DITTO.is_match(text.trim())
}

/// Returns whether two titles name parts of one schedule: equal except for a mark that the schedule continues.
pub fn is_continuation(first: &str, other: &str) -> bool {
    let ((first, first_continued), (other, other_continued)) = (without_continued(first), without_continued(other));
    !first.is_empty() && first == other && (first_continued || other_continued)
}

/// Returns a title without its marks of continuation, and whether it had any.
fn without_continued(title: &str) -> (String, bool) {
    let rest = CONTINUED.replace_all(title, " ");
    let tidy = rest
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .trim_end_matches([' ', '-', '–', ':', ','])
        .to_uppercase();
    (tidy, CONTINUED.is_match(title))
}

/// Returns whether a line of text begins the notes below a table.
pub(crate) fn starts_notes(text: &str) -> bool {
    NOTES.is_match(&narrow(text))
}

/// Returns whether a schedule lists reinforcing bars.
pub(crate) fn lists_bars(title: &str, columns: &[String]) -> bool {
    BARS.is_match(title) || columns.iter().any(|c| BAR_COLUMN.is_match(tidy(c)))
}

/// Returns whether a title is that of a calculation.
pub(crate) fn titles_calculation(title: &str) -> bool {
    CALCULATION.is_match(title)
}

/// Returns whether a title is that of a panelboard.
pub(crate) fn titles_panel(title: &str) -> bool {
    PANEL.is_match(&narrow(title))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_compiles() {
        assert!(every_pattern().iter().all(|p| !p.as_str().is_empty()));
    }

    #[test]
    fn kinds_by_title_and_by_columns() {
        let kinds = [
            ("LIGHTING FIXTURE SCHEDULE", ScheduleKind::Fixture),
            ("PLUMBING FIXTURE SCHEDULE", ScheduleKind::Plumbing),
            ("MOTOR SCHEDULE", ScheduleKind::Motor),
            ("EXHAUST FAN SCHEDULE", ScheduleKind::Mechanical),
            ("Bill of Material", ScheduleKind::Equipment),
            ("ROOM FINISH SCHEDULE", ScheduleKind::Other),
            ("PANEL LP-1", ScheduleKind::Panel),
        ];
        for (title, want) in kinds {
            assert_eq!(kind(title, &[]), want, "{title}");
        }
        let columns = ["TYPE", "LAMPS", "WATTS"].map(str::to_owned);
        assert_eq!(kind("SCHEDULE", &columns), ScheduleKind::Fixture);
    }

    #[test]
    fn legends_and_revisions_are_not_schedules() {
        assert!(titles_other("FIRE ALARM SYMBOL LEGEND") && titles_other("SHEET INDEX"));
        assert!(!titles_other("LIGHTING FIXTURE SCHEDULE"));
        assert!(lists_revisions(&["NO.", "DATE", "DESCRIPTION"].map(str::to_owned)));
        assert!(!lists_revisions(&["MARK", "DESCRIPTION", "QTY"].map(str::to_owned)));
    }

    #[test]
    fn parts_of_a_schedule_have_one_title() {
        for other in ["FAN SCHEDULE (CONT.)", "Fan Schedule - continued", "FAN SCHEDULE (2)", "FAN SCHEDULE (2 OF 3)"] {
            assert!(is_continuation("FAN SCHEDULE", other), "{other}");
        }
        assert!(
            is_continuation("设备材料表", "设备材料表（续）")
                && is_continuation("FAN SCHEDULE (1)", "FAN SCHEDULE (2)")
        );
        assert!(
            !is_continuation("FAN SCHEDULE", "FAN SCHEDULE")
                && !is_continuation("FAN SCHEDULE", "PUMP SCHEDULE (CONT.)")
        );
        assert!(!is_continuation("", "(CONT.)"));
    }

    #[test]
    fn the_marks_column_outranks_the_number() {
        assert!(tag_rank("MARK") < tag_rank("NO."));
        assert!(tag_rank("LAMPS TYPE").is_none());
        assert_eq!(description_rank("LOAD DESCRIPTION"), Some(0));
    }
}
