//! The check that the core of the host speaks of slots, tenants and jobs, and not of construction. What knows drawings
//! is in components, or in crates above the core.

use std::collections::BTreeSet;
use std::fs;

use crate::source_files::{self, files_below};

/// The crates of the core.
const CRATES: [&str; 8] = [
    "host/engine",
    "host/sql",
    "host/storage",
    "host/postgres",
    "host/jobs",
    "host/identity",
    "host/tenancy",
    "host/inference",
];

/// Words of construction and its drawings, in lower case and the singular. Words that any server has are not among
/// them: item, route, schedule, scale, page, document, export. Reader, extractor and exporter are classes of
/// components.
const WORDS: [&str; 43] = [
    "bim",
    "cad",
    "conduit",
    "construction",
    "csv",
    "discipline",
    "door",
    "drawing",
    "duct",
    "dwg",
    "dxf",
    "electrical",
    "estimate",
    "estimator",
    "extraction",
    "gaeb",
    "hvac",
    "ifc",
    "itwo",
    "keynote",
    "legend",
    "luminaire",
    "mechanical",
    "panelboard",
    "pdf",
    "plumbing",
    "presto",
    "primavera",
    "project",
    "quantity",
    "quickbooks",
    "receptacle",
    "recognition",
    "riser",
    "sheet",
    "structural",
    "survey",
    "symbol",
    "takeoff",
    "trade",
    "valve",
    "wiring",
    "xlsx",
];

/// A place that has a word for a good reason: file or folder, word, reason.
type Exception = (&'static str, &'static str, &'static str);

const EXCEPTIONS: [Exception; 17] = [
    ("host/engine/Cargo.toml", "drawing", "the crate that offers what the tests' workers drive"),
    ("host/engine/src/bindings.rs", "drawing", "the folder of a package"),
    ("host/engine/src/capabilities/inference.rs", "drawing", "the folder of a package"),
    ("host/engine/src/capabilities/inference.rs", "recognition", "the name and folder of a released package"),
    ("host/engine/src/description.rs", "discipline", "a field of stored descriptions"),
    ("host/engine/src/inspect.rs", "discipline", "a field that refusals name"),
    ("host/engine/src/inspect.rs", "csv", "an example in a refusal"),
    ("host/engine/src/inspect.rs", "pdf", "an example in a refusal"),
    ("host/engine/src/inspect.rs", "project", "an example in a refusal"),
    ("host/storage/src/blobs/disposition.rs", "pdf", "a type of files that browsers display"),
    ("host/storage/src/migrations.rs", "trade", "the name of a migration, which databases store"),
    ("host/storage/src/control/stage.rs", "project", "a field of stored stages, and the flag that sets it"),
    ("host/identity/src/people/passwords.rs", "sheet", "the title of a source: Password Storage Cheat Sheet"),
    ("host/storage/src/tenant/webhooks.rs", "project", "a column of the event log, which the bodies of webhooks have"),
    ("host/tenancy/src/permissions.rs", "estimator", "the name of a role, which databases store"),
    ("host/identity/templates", "sheet", "the style of a framed part of a page"),
    ("host/identity/templates", "legend", "an element of HTML"),
];

/// Folders and files without code that ships, in addition to those whose name ends with `tests`.
const SKIPPED: [&str; 5] = ["benches", "examples", "testing", "attacks", "target"];

fn is_skipped(name: &str) -> bool {
    name.ends_with("tests") || SKIPPED.contains(&name)
}

/// Returns the words of a text, in lower case and the singular. Identifiers are divided into their words.
fn words(text: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut word = String::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character.is_alphabetic() {
            word.extend(character.to_lowercase());
        }
        let next = characters.peek();
        let goes_on =
            next.is_some_and(|next| next.is_alphabetic() && (character.is_uppercase() || !next.is_uppercase()));
        if !character.is_alphabetic() || !goes_on {
            words.insert(singular(&std::mem::take(&mut word)));
        }
    }
    words
}

fn singular(word: &str) -> String {
    match (word.strip_suffix("ies"), word.strip_suffix('s')) {
        (Some(stem), _) => format!("{stem}y"),
        (None, Some(stem)) if !stem.ends_with('s') => stem.to_owned(),
        _ => word.to_owned(),
    }
}

/// Returns the words of construction in a source, without those in its tests.
fn found_in(source: &str) -> Vec<&'static str> {
    let source = source.split("mod tests {").next().unwrap_or_default();
    let words = words(source);
    WORDS.into_iter().filter(|word| words.contains(*word)).collect()
}

/// Returns each file and word of construction that it has.
fn found_below(folder: &str) -> Vec<(String, &'static str)> {
    let root = source_files::root();
    // Rust, manifests and templates of pages.
    let files = files_below(&root.join(folder), &["rs", "html", "toml"], &is_skipped);
    assert!(files.len() > 3, "{folder}: {} files", files.len());
    let found = files.iter().flat_map(|path| {
        let file = path.strip_prefix(root).unwrap().display().to_string();
        let words = found_in(&fs::read_to_string(path).unwrap());
        words.into_iter().map(move |word| (file.clone(), word))
    });
    found.collect()
}

fn is_exception(file: &str, word: &str) -> bool {
    EXCEPTIONS.iter().any(|(place, excepted, _)| file.starts_with(place) && *excepted == word)
}

#[test]
fn the_core_of_the_host_has_no_words_of_construction() {
    let found: Vec<_> = CRATES.into_iter().flat_map(found_below).collect();
    let left: Vec<_> = found.iter().filter(|(file, word)| !is_exception(file, word)).collect();
    assert!(left.is_empty(), "{left:#?}");
    for (place, word, reason) in EXCEPTIONS {
        let is_needed = found.iter().any(|(file, found)| file.starts_with(place) && *found == word);
        assert!(is_needed, "the exception for `{word}` in {place} is no longer needed: {reason}");
    }
}

#[test]
fn words_are_found_in_identifiers_and_in_the_plural() {
    let source = "fn survey_key(symbols: &PdfFile) {} struct ItemRow; // Take quantities off.\nmod tests { drawing }";
    assert_eq!(found_in(source), ["pdf", "quantity", "survey", "symbol"]);
    assert_eq!(found_in("let padfoot = structure; // stylesheet"), [""; 0]);
}
