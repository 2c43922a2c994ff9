//! Compares tables of texts with what a discipline makes of them.

use plumbline_vocabulary::{Class, Discipline, lexicon};

/// The item type of a class, or `mark`.
pub(crate) fn code(class: Class) -> &'static str {
    match class {
        Class::Item(kind) => kind.item_type,
        Class::Line(line) => line.item_type,
        Class::Mark => "mark",
    }
}

/// Asserts what descriptions stand for; names all that are wrong.
pub(crate) fn check(discipline: Discipline, cases: &[(&str, &str)]) {
    let wrong: Vec<String> = cases
        .iter()
        .map(|(text, expected)| (text, expected, code(lexicon(discipline).classify(text))))
        .filter(|(_, expected, found)| *expected != found)
        .map(|(text, expected, found)| format!("{text}: {found}, not {expected}"))
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
