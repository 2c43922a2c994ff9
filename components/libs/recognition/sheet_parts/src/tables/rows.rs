//! The rows of a schedule other than a panelboard's, and the meaning of its columns.

use plumbline_notation::language::{headings, schedules};

use crate::tables::header::{description_rank, tag_rank};
use crate::tables::meaning::{ColumnMeaning, folded};
use crate::tables::model::{ScheduleRow, Value};
use crate::tables::quantity::unit;
use crate::tables::row::Row;
use crate::tables::section::Section;

/// The rows of a section and its columns.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Body {
    pub(crate) rows: Vec<ScheduleRow>,
    /// The names of the columns that have a name or hold text.
    pub(crate) columns: Vec<String>,
    /// The meaning of each column.
    pub(crate) meanings: Vec<ColumnMeaning>,
    /// The index of the section's column that names the rows.
    pub(crate) tag: usize,
}

/// Returns the column among the given ones that describes the row.
pub(crate) fn description_column(names: &[String], among: &[usize]) -> Option<usize> {
    let ranked = among.iter().filter_map(|&c| description_rank(&names[c]).map(|rank| (rank, c)));
    ranked.min().map(|(_, c)| c)
}

/// Returns the column that names the row: by its heading, otherwise the first, if its texts are short and mostly
/// differ.
fn tag_column(section: &Section, names: &[String]) -> Option<usize> {
    // Totals and group headings have no name.
    let counts = |r: &&Row| {
        let mut texts = r.entries.iter().map(|e| e.text.as_str()).filter(|t| !t.is_empty());
        !texts.next().is_none_or(is_total) && texts.next().is_some()
    };
    let rows: Vec<&Row> = section.rows.iter().filter(counts).collect();
    let filled = |c: usize| rows.iter().filter(|r| !r.entries[c].text.is_empty()).count();
    // A text that most rows repeat does not name them.
    let repeats = |c: usize| {
        let mut texts: Vec<&str> = rows.iter().map(|r| r.entries[c].text.as_str()).filter(|t| !t.is_empty()).collect();
        let all = texts.len();
        texts.sort_unstable();
        texts.dedup();
        all >= 6 && texts.len() * 3 < all
    };
    // `UNIT` names air handlers, but also the pieces and meters of a bill.
    let measures = |c: usize| {
        let mut texts = rows.iter().map(|r| r.entries[c].text.as_str()).filter(|t| !t.is_empty());
        ColumnMeaning::of(&names[c]) == ColumnMeaning::Unit && texts.all(|t| unit(t).is_some())
    };
    let by_name = (0..names.len())
        .filter(|c| filled(*c) > 0 && filled(*c) * 2 >= rows.len() && !measures(*c))
        .filter_map(|c| tag_rank(&names[c]).map(|rank| ((repeats(c), rank), c)))
        .min();
    if let Some((_, c)) = by_name {
        return Some(c);
    }
    let texts: Vec<&str> = section.rows.iter().map(|r| r.entries.first().map_or("", |e| &e.text)).collect();
    let mut distinct: Vec<&&str> = texts.iter().filter(|t| !t.is_empty() && t.chars().count() <= 24).collect();
    distinct.sort();
    distinct.dedup();
    (distinct.len() * 3 >= texts.len() * 2).then_some(0)
}

/// Returns the rows of a section. Halves with the same header are read one after the other. `bars` means that it lists
/// reinforcing bars.
pub(crate) fn body(section: &Section, names: &[String], bars: bool) -> Option<Body> {
    let half = names.len() / 2;
    if half >= 2 && names.len().is_multiple_of(2) && names[..half] == names[half..] {
        let part = |from: usize| Section {
            columns: section.columns[from..from + half].to_vec(),
            rows: section
                .rows
                .iter()
                .map(|r| Row { entries: r.entries[from..from + half].to_vec(), area: r.area })
                .filter(|r| r.entries.iter().any(|e| !e.text.is_empty()))
                .collect(),
            ..section.clone()
        };
        let mut out = body(&part(0), &names[..half], bars)?;
        out.rows.extend(body(&part(half), &names[half..], bars).map(|b| b.rows).unwrap_or_default());
        return Some(out);
    }
    let tag = tag_column(section, names)?;
    let others: Vec<usize> = (0..names.len()).filter(|c| *c != tag).collect();
    let description = description_column(names, &others);
    let keys = keys(names.iter().map(String::as_str));
    let rows = rows(section, &keys, tag, description);
    let used = |c: &usize| !names[*c].is_empty() || section.rows.iter().any(|r| !r.entries[*c].text.is_empty());
    let shown: Vec<usize> = (0..names.len()).filter(used).collect();
    Some(Body {
        rows,
        columns: shown.iter().map(|c| keys[*c].clone()).collect(),
        meanings: shown.iter().map(|c| meaning(&names[*c], *c == tag, Some(*c) == description, bars)).collect(),
        tag,
    })
}

/// Returns the meaning of a column by its name. Only one column names the row, and only one describes it.
pub(crate) fn meaning(name: &str, is_tag: bool, is_description: bool, bars: bool) -> ColumnMeaning {
    if is_tag {
        return ColumnMeaning::Tag;
    }
    if is_description {
        return ColumnMeaning::Description;
    }
    let by_name = ColumnMeaning::of(name);
    match if bars { by_name.in_bar_list(name) } else { by_name } {
        // If another column describes the row, a load is its power.
        ColumnMeaning::Description if headings::LOAD.contains(&folded(name)) => ColumnMeaning::Watt,
        ColumnMeaning::Tag | ColumnMeaning::Description => ColumnMeaning::Other,
        other => other,
    }
}

fn rows(section: &Section, keys: &[String], tag: usize, description: Option<usize>) -> Vec<ScheduleRow> {
    let mut out: Vec<ScheduleRow> = Vec::new();
    for (index, row) in section.rows.iter().enumerate() {
        let entry = |c: usize| row.entries[c].text.as_str();
        let first = row.entries.iter().map(|e| e.text.as_str()).find(|t| !t.is_empty()).unwrap_or_default();
        if is_total(first) {
            continue;
        }
        let filled: Vec<usize> = (0..keys.len()).filter(|c| !entry(*c).is_empty()).collect();
        // A line with only more description continues the row above.
        if let (Some(last), [only]) = (out.last_mut(), filled.as_slice())
            && Some(*only) == description
            && row.entries[*only].offset == 0
            && !last.tag.is_empty()
            && last.attributes.is_empty()
        {
            last.description = format!("{} {}", last.description, entry(*only)).trim().to_owned();
            continue;
        }
        // A single text without a name heads the rows below it.
        if entry(tag).is_empty() && filled.len() < 2 {
            continue;
        }
        // Numbers without a name below all rows are totals.
        let nameless = entry(tag).is_empty() && description.is_none_or(|c| entry(c).is_empty());
        let counts = |c: &usize| entry(*c).starts_with(|c: char| c.is_ascii_digit());
        if nameless && index + 1 == section.rows.len() && out.len() > 1 && filled.iter().all(counts) {
            continue;
        }
        let rest = (0..keys.len()).filter(|c| *c != tag && Some(*c) != description);
        out.push(ScheduleRow {
            tag: entry(tag).to_owned(),
            description: description.map(|c| entry(c).to_owned()).unwrap_or_default(),
            attributes: attributes(rest.map(|c| (keys[c].as_str(), entry(c)))),
            area: row.area,
        });
    }
    out
}

/// Returns whether a row is a total.
fn is_total(text: &str) -> bool {
    let text = text.to_uppercase();
    // A longer word may begin the same way: TOTALIZER.
    schedules::TOTAL.all().any(|w| text.strip_prefix(w).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)))
}

/// Returns unique column names. A repeated name gets a number, a missing one becomes `COLUMN`.
pub(crate) fn keys<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for name in names {
        let base = if name.is_empty() { "COLUMN" } else { name };
        let mut key = base.to_owned();
        let mut copy = 2;
        while out.contains(&key) {
            key = format!("{base} {copy}");
            copy += 1;
        }
        out.push(key);
    }
    out
}

/// Returns the non-empty cells of a row, by column name.
pub(crate) fn attributes<'a>(cells: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<(String, Value)> {
    cells.filter(|(_, text)| !text.is_empty()).map(|(name, text)| (name.to_owned(), value(text))).collect()
}

/// Converts a bare number to a number. One with leading zeros is a name.
fn value(text: &str) -> Value {
    let plain = text.replace(',', "");
    let digits = plain.trim_start_matches('-');
    let named = digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.");
    let grouped = !text.contains(',') || text.split(',').skip(1).all(|g| g.len() == 3 || g.contains('.'));
    match plain.parse::<f64>() {
        Ok(number) if number.is_finite() && !named && grouped && digits.starts_with(|c: char| c.is_ascii_digit()) => {
            Value::Number(number)
        }
        _ => Value::Text(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_repeated_names() {
        assert_eq!(value("1,435"), Value::Number(1435.0));
        assert_eq!(value("20 A"), Value::Text("20 A".into()));
        assert_eq!(value("001"), Value::Text("001".into()));
        assert_eq!(value("1,3"), Value::Text("1,3".into()));
        assert_eq!(keys(["A", "A", "", "B"].into_iter()), ["A", "A 2", "COLUMN", "B"]);
        assert_eq!(attributes([("A", "1"), ("B", "")].into_iter()), [("A".to_owned(), Value::Number(1.0))]);
    }

    #[test]
    fn sums_are_distinguished_from_names() {
        assert!(is_total("TOTAL LOAD") && is_total("Total: 5") && !is_total("TOTALIZER"));
    }
}
