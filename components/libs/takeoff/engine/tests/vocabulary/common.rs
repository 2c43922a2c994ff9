//! Compares tables of texts with a discipline's classification of them.

use plumbline_takeoff::vocabulary::{Class, Discipline, lexicon};

/// Returns the item type of a class, or `mark`.
pub(crate) fn code(class: Class) -> &'static str {
    match class {
        Class::Item(kind) => kind.item_type,
        Class::Line(line) => line.item_type,
        Class::Mark => "mark",
    }
}

/// Asserts the item types of descriptions. The failure message lists every wrong one.
pub(crate) fn check(discipline: Discipline, cases: &[(&str, &str)]) {
    let wrong: Vec<String> = cases
        .iter()
        .map(|(text, expected)| (text, expected, code(lexicon(discipline).classify(text))))
        .filter(|(_, expected, found)| *expected != found)
        .map(|(text, expected, found)| format!("{text}: {found}, not {expected}"))
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
