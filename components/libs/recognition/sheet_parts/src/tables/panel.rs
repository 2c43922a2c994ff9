//! Circuits of a panelboard: one row per circuit, from double-sided and single-sided schedules.

use plumbline_notation::language::schedules;
use plumbline_sheet::Pattern;

use crate::tables::header::is_circuit;
use crate::tables::meaning::ColumnMeaning;
use crate::tables::model::ScheduleRow;
use crate::tables::row::Entry;
use crate::tables::rows::{attributes, description_column, keys, meaning};
use crate::tables::section::Section;

/// The minimum number of circuit numbers in a column of circuits.
const FEWEST: usize = 3;

/// A panelboard's prefix and the numbers of the poles: `1`, `2:1`, `LP1-1`, `1,3,5`, `1-3-5`.
static CIRCUIT: Pattern =
    Pattern::any_case(|| r"^#?((?:[a-z0-9]*[a-z][a-z0-9]*[-:/. ]|\d+:)?)(\d{1,3}(?:\s*[,/&+-]\s*\d{1,3})*)$".into());

/// Splits a circuit number into its prefix and numbers.
fn parse(text: &str) -> Option<(String, Vec<u32>)> {
    let found = CIRCUIT.captures(text.trim())?;
    let numbers: Option<Vec<u32>> = found[2].split([',', '/', '&', '+', '-']).map(|n| n.trim().parse().ok()).collect();
    let numbers = numbers?;
    // 1,3,5 are the poles of one breaker. 1-12 is something else.
    numbers.windows(2).all(|w| w[1] == w[0] + 2 || w[1] == w[0] + 1).then(|| (found[1].to_owned(), numbers))
}

/// The sequence of the numbers in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Run {
    Odd,
    Even,
    Every,
}

/// Returns the sequence of a column's circuit numbers, or `None` if it does not hold circuit numbers that increase
/// downwards.
fn run_of(section: &Section, column: usize) -> Option<Run> {
    let (mut numbers, mut filled) = (Vec::new(), 0);
    for row in &section.rows {
        let entry = &row.entries[column];
        if entry.text.is_empty() || entry.offset > 0 {
            continue;
        }
        filled += 1;
        if let Some((_, list)) = parse(&entry.text) {
            numbers.push(list[0]);
        }
    }
    if numbers.len() < FEWEST || numbers.len() * 10 < filled * 6 {
        return None;
    }
    let growing = numbers.windows(2).filter(|w| w[1] > w[0]).count();
    if growing * 10 < (numbers.len() - 1) * 9 {
        return None;
    }
    let odd = numbers.iter().filter(|n| *n % 2 == 1).count();
    Some(match odd {
        o if o == numbers.len() => Run::Odd,
        0 => Run::Even,
        _ => Run::Every,
    })
}

/// One side of a panelboard: its circuit column and its other columns.
struct PanelSide {
    circuit: usize,
    others: Vec<usize>,
}

/// A panelboard's circuits and the columns of one side.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Board {
    pub(crate) columns: Vec<String>,
    pub(crate) meanings: Vec<ColumnMeaning>,
    pub(crate) rows: Vec<ScheduleRow>,
}

/// Returns the circuits of a section and the columns of one side, if it is a panelboard's. `named` means that a title
/// identifies it as one. Then one side with plain numbers is enough.
pub(crate) fn circuits(section: &Section, named: bool) -> Option<Board> {
    let names = section.names();
    let runs: Vec<Option<Run>> = (0..names.len()).map(|c| run_of(section, c)).collect();
    let first = |run: Run| runs.iter().position(|r| *r == Some(run)).filter(|c| is_circuit(&names[*c]) || named);
    let last_even = runs.iter().rposition(|r| *r == Some(Run::Even)).filter(|c| is_circuit(&names[*c]) || named);
    let sides = match (first(Run::Odd), last_even) {
        (Some(odd), Some(even)) if odd < even => sides(&names, odd, even),
        (Some(odd), Some(even)) => sides(&names, even, odd),
        _ => {
            let every = runs.iter().position(|r| r.is_some()).filter(|c| is_circuit(&names[*c]))?;
            let protects = |n: &String| BREAKER.is_match(n);
            let protected = CIRCUIT_NAME.is_match(&names[every]) && names.iter().any(protects);
            if !named && !protected {
                return None;
            }
            vec![PanelSide { circuit: every, others: (0..names.len()).filter(|c| *c != every).collect() }]
        }
    };
    let (mut columns, mut meanings): (Vec<String>, Vec<ColumnMeaning>) = (Vec::new(), Vec::new());
    let mut rows: Vec<(u32, ScheduleRow)> = Vec::new();
    for side in &sides {
        let load = description_column(&names, &side.others);
        let keys = keys(side.others.iter().map(|c| names[*c].as_str()));
        let named = std::iter::once((side.circuit, &names[side.circuit])).chain(side.others.iter().copied().zip(&keys));
        for (column, key) in named {
            let circuit = column == side.circuit;
            // The circuit and load columns of the other side are the same columns, even if their names differ.
            let known = columns.contains(key)
                || circuit && meanings.contains(&ColumnMeaning::Tag)
                || Some(column) == load && meanings.contains(&ColumnMeaning::Description);
            if !names[column].is_empty() && !known {
                columns.push(key.clone());
                // A, B and C are the phases.
                meanings.push(match meaning(&names[column], circuit, Some(column) == load, false) {
                    ColumnMeaning::Dimension => ColumnMeaning::Phase,
                    other => other,
                });
            }
        }
        circuits_of(section, side, load, &keys, &mut rows);
    }
    rows.sort_by_key(|(number, _)| *number);
    let rows: Vec<ScheduleRow> = rows.into_iter().map(|(_, row)| row).collect();
    (rows.len() >= FEWEST).then_some(Board { columns, meanings, rows })
}

static BREAKER: Pattern = Pattern::any_case(|| schedules::BREAKER_COLUMN.bounded());

static CIRCUIT_NAME: Pattern = Pattern::any_case(|| {
    let words = schedules::CIRCUIT_COLUMN_NAME.alternatives();
    format!(r"\b(?:{words})s?\b")
});

/// Divides the columns between two sides, whose circuit columns are `left` < `right`.
fn sides(names: &[String], left: usize, right: usize) -> Vec<PanelSide> {
    let same = |a: &[usize], b: &[usize]| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| names[*a].eq_ignore_ascii_case(&names[*b]))
    };
    let before: Vec<usize> = (0..left).collect();
    let after: Vec<usize> = (right + 1..names.len()).collect();
    let mut between: Vec<usize> = (left + 1..right).collect();
    let (mut near, mut far): (Vec<usize>, Vec<usize>) = (before.clone(), after.clone());
    if before.is_empty() && !between.is_empty() && same(&between, &after) {
        // CKT LOAD BKR | CKT LOAD BKR
        near.append(&mut between);
    } else if after.is_empty() && !between.is_empty() && same(&between, &before) {
        // LOAD BKR CKT | LOAD BKR CKT
        far.append(&mut between);
    } else {
        // CKT LOAD BKR … BKR LOAD CKT, or LOAD BKR CKT … CKT BKR LOAD: match pairs from the outside in.
        while between.len() >= 2 && names[between[0]].eq_ignore_ascii_case(&names[between[between.len() - 1]]) {
            near.push(between.remove(0));
            far.extend(between.pop());
        }
        let half = between.len() / 2;
        if between.len().is_multiple_of(2) && same(&between[..half], &between[half..]) {
            // … A B C A B C …
            far.extend(between.split_off(half));
            near.append(&mut between);
        } else {
            // Single columns in the middle (phase, bus) belong to both sides.
            near.extend(&between);
            far.extend(&between);
        }
    }
    near.sort_unstable();
    far.sort_unstable();
    vec![PanelSide { circuit: left, others: near }, PanelSide { circuit: right, others: far }]
}

fn circuits_of(
    section: &Section,
    side: &PanelSide,
    load: Option<usize>,
    keys: &[String],
    rows: &mut Vec<(u32, ScheduleRow)>,
) {
    for row in &section.rows {
        let entry = &row.entries[side.circuit];
        for (index, (prefix, number)) in numbers_of(entry).into_iter().enumerate() {
            let text = |column: usize| -> &str {
                let entry = &row.entries[column];
                // Rows without rulings between them: use the circuit's own line of each column.
                if is_list(&row.entries[side.circuit]) && entry.lines.len() == row.entries[side.circuit].lines.len() {
                    &entry.lines[index]
                } else {
                    &entry.text
                }
            };
            let description = load.map(|c| text(c).to_owned()).unwrap_or_default();
            let others = side.others.iter().zip(keys).filter(|(c, _)| Some(**c) != load);
            let others = others.map(|(c, key)| (key.as_str(), text(*c)));
            let tag = format!("{prefix}{number}");
            rows.push((number, ScheduleRow { tag, description, attributes: attributes(others), area: row.area }));
        }
    }
}

/// Returns whether a cell holds one circuit number on each of several lines.
fn is_list(entry: &Entry) -> bool {
    entry.lines.len() > 1 && entry.lines.iter().all(|l| parse(l).is_some())
}

/// Returns the circuits of an entry.
fn numbers_of(entry: &Entry) -> Vec<(String, u32)> {
    if is_list(entry) {
        let all = entry.lines.iter().filter_map(|l| parse(l));
        let all: Vec<(String, u32)> = all.flat_map(|(p, n)| n.into_iter().map(move |n| (p.clone(), n))).collect();
        return pick(entry, all);
    }
    match parse(&entry.text) {
        Some((prefix, numbers)) => pick(entry, numbers.into_iter().map(|n| (prefix.clone(), n)).collect()),
        None => Vec::new(),
    }
}

/// Returns this row's number if the cell covers a row for each of its numbers; otherwise all numbers, in the cell's
/// first row.
fn pick(entry: &Entry, all: Vec<(String, u32)>) -> Vec<(String, u32)> {
    if entry.rows == all.len() && entry.rows > 1 {
        all.into_iter().skip(entry.offset).take(1).collect()
    } else if entry.offset == 0 {
        all
    } else {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circuit_numbers_as_written() {
        assert_eq!(parse("2:41"), Some(("2:".into(), vec![41])));
        assert_eq!(parse("LP1-7"), Some(("LP1-".into(), vec![7])));
        assert_eq!(parse("1,3,5"), Some((String::new(), vec![1, 3, 5])));
        assert_eq!(parse("2-4"), Some((String::new(), vec![2, 4])));
        assert_eq!(parse("20 A"), None);
        assert_eq!(parse("1-12"), None);
        assert!(BREAKER.is_match("OCP SIZE") && CIRCUIT_NAME.is_match("CKT NO."));
    }

    #[test]
    fn columns_are_assigned_to_their_side() {
        let names = |list: &str| list.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let dealt = |list: &str, left, right| {
            let names = names(list);
            sides(&names, left, right).into_iter().map(|s| s.others).collect::<Vec<_>>()
        };
        assert_eq!(dealt("CKT LOAD BKR A B C A B C BKR LOAD CKT", 0, 11), [vec![1, 2, 3, 4, 5], vec![6, 7, 8, 9, 10]]);
        assert_eq!(dealt("LOAD BKR CKT PH CKT BKR LOAD", 2, 4), [vec![0, 1, 3], vec![3, 5, 6]]);
        assert_eq!(dealt("CKT LOAD BKR CKT LOAD BKR", 0, 3), [vec![1, 2], vec![4, 5]]);
        assert_eq!(dealt("CKT LOAD BKR A B C BKR LOAD CKT", 0, 8), [vec![1, 2, 3, 4, 5], vec![3, 4, 5, 6, 7]]);
    }
}
