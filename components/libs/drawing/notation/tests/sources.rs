//! Keeps the words of drawings out of the components' code: they belong in the language files.
//!
//! A literal has such a word if it has
//!
//! - a word of another language than English, or a letter of a script without Latin or Greek letters;
//! - an English word of the language files, if the literal is a regular expression or has capitals only.
//!
//! Other literals are not searched for English words: keys, names of the taxonomy and messages are English too.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

/// Words of other languages that are English too, in names of code and in messages.
const ENGLISH_TOO: [&str; 11] =
    ["cache", "client", "course", "extractor", "form", "media", "membrane", "pour", "quota", "schema", "supervision"];

/// The fewest letters of a word. Shorter ones are codes and parts of expressions.
const FEWEST: usize = 4;

/// A place that has words for a good reason: the end of its path, its words (or `*`), the reason.
type Exception = (&'static str, &'static [&'static str], &'static str);

const EXCEPTIONS: &[Exception] = &[
    ("vocabulary/fold.rs", &["*"], "letters that are folded"),
    ("vocabulary/names.rs", &["*"], "the elements of NL-SfB, a Dutch standard, by their codes"),
    ("annotations/read/tags.rs", &["*"], "codes of tags"),
    ("annotations/read/ratings.rs", &["kaic"], "the symbol of a unit"),
    ("regions/discipline_words.rs", &["hvac"], "codes of sheet numbers"),
    ("routes/systems.rs", &["lfmc"], "codes of conduits"),
    ("routes/callouts.rs", &["hdpe"], "codes of materials"),
    ("routes/labels.rs", &["hdpe"], "codes of materials"),
    ("unlisted/codes.rs", &["exit", "gfci"], "letters in symbols"),
    ("src/schedules.rs", &["description"], "the name of a column in results"),
    ("tables/rows.rs", &["column"], "the name of a column without one in results"),
    ("tables/facts.rs", &["main", "phase", "voltage", "wires"], "the names in results of facts without a name"),
    ("marks/summary.rs", &["count", "item", "takeoff"], "headings of an exported page"),
    ("src/route.rs", &["head"], "a method of HTTP"),
    ("src/file.rs", &["hatch"], "the name of an entity of DXF"),
    ("src/sniff.rs", &["section"], "a word of the syntax of DXF"),
];

/// Folders and files without code that ships, in addition to those whose name ends with `tests`.
/// Edges, endpoints and exporters read no drawings.
const SKIPPED: [&str; 8] = ["benches", "build", "edge", "endpoints", "examples", "exporters", "target", "testing"];

/// A string in a source.
struct Literal {
    text: String,
    is_raw: bool,
}

impl Literal {
    fn is_expression(&self) -> bool {
        let escape = if self.is_raw { "\\" } else { "\\\\" };
        ["(?:", "(?i", escape].iter().any(|part| self.text.contains(part))
    }

    fn is_in_capitals(&self) -> bool {
        !self.text.chars().any(char::is_lowercase)
    }

    /// Returns the words in lower case, without escapes, names of groups and the placeholders of `format!`.
    fn words(&self) -> BTreeSet<String> {
        let text = if self.is_raw { self.text.clone() } else { self.text.replace("\\\\", "\\") };
        let text = without_names(&text, "(?P<", '>');
        words(&without_names(&text, "{", '}')).into_iter().collect()
    }
}

/// Returns the folder of all components.
fn components() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().find(|folder| folder.ends_with("components")).unwrap().to_owned()
}

/// Returns the words of a text or an expression in lower case. `volts?` has the words `volts` and `volt`.
fn words(text: &str) -> Vec<String> {
    let (mut out, mut word) = (Vec::new(), String::new());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character.is_alphabetic() {
            word.extend(character.to_lowercase());
            continue;
        }
        if character == '?' {
            let mut shorter = word.clone();
            shorter.pop();
            out.push(shorter);
        }
        out.push(std::mem::take(&mut word));
        if character == '\\' {
            characters.next();
        }
    }
    out.push(word);
    out.retain(|word| word.chars().count() >= FEWEST || word.chars().any(is_of_another_script));
    out
}

/// Returns whether a letter is neither Latin nor Greek.
fn is_of_another_script(letter: char) -> bool {
    letter.is_alphabetic() && matches!(u32::from(letter), 0x400..0x1e00 | 0x2e80..0xfb00)
}

/// Returns a text without names between two marks.
fn without_names(text: &str, start: &str, end: char) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(start) {
        out.push_str(before);
        out.push(' ');
        rest = match after.split_once(end) {
            Some((name, rest)) if name.chars().all(|c| c.is_alphanumeric() || c == '_') => rest,
            _ => after,
        };
    }
    out + rest
}

/// Returns the strings of a source, without those in its tests.
fn literals(source: &str) -> Vec<Literal> {
    let mut rest = source.split("mod tests {").next().unwrap_or_default();
    let mut out = Vec::new();
    while let Some(at) = rest.find(['/', '"', '\'']) {
        let (before, found) = rest.split_at(at);
        rest = if found.starts_with("//") {
            found.split_once('\n').map_or("", |(_, rest)| rest)
        } else if found.starts_with("/*") {
            found.split_once("*/").map_or("", |(_, rest)| rest)
        } else if let Some(text) = found.strip_prefix('"') {
            let signs = before.chars().rev().take_while(|c| *c == '#').count();
            let is_raw = before[..before.len() - signs].ends_with('r');
            let length = if is_raw { text.find(&format!("\"{}", "#".repeat(signs))) } else { end_of_string(text) };
            let length = length.unwrap_or(text.len());
            out.push(Literal { text: text[..length].to_owned(), is_raw });
            text.get(length + 1..).unwrap_or_default()
        } else if let Some(character) = found.strip_prefix("'\\") {
            // The first character is the escaped one, which may be a quote.
            let escaped = character.chars().next().map_or(0, char::len_utf8);
            character[escaped..].split_once('\'').map_or("", |(_, rest)| rest)
        } else {
            // A character or a lifetime.
            let mut characters = found.chars().skip(1);
            let character = characters.next().map_or(0, char::len_utf8);
            let length = if characters.next() == Some('\'') { 2 + character } else { 1 };
            found.get(length..).unwrap_or_default()
        };
    }
    out
}

/// Returns the length of a string that may have escapes.
fn end_of_string(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.find(|character: char| {
        let is_end = character == '"' && !is_escaped;
        is_escaped = character == '\\' && !is_escaped;
        is_end
    })
}

/// Adds the words of a value of a language file.
fn add(words_of: &mut BTreeSet<String>, value: &Value) {
    match value {
        Value::String(text) => words_of.extend(words(text)),
        Value::Array(list) => list.iter().for_each(|value| add(words_of, value)),
        Value::Table(table) => table.values().for_each(|value| add(words_of, value)),
        _ => {}
    }
}

/// Returns the words of the English file, and those that only other files have.
fn language_words() -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut english, mut others) = (BTreeSet::new(), BTreeSet::new());
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("languages")).unwrap() {
        let path = entry.unwrap().path();
        let mut file: Table = fs::read_to_string(&path).unwrap().parse().unwrap();
        file.remove("language");
        let words = if path.ends_with("en.toml") { &mut english } else { &mut others };
        file.values().for_each(|section| add(words, section));
    }
    others.retain(|word| !english.contains(word) && !ENGLISH_TOO.contains(&word.as_str()));
    (english, others)
}

/// Returns the paths of sources below a folder, without tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if stem.ends_with("tests") || SKIPPED.contains(&stem.as_str()) {
            continue;
        }
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// Returns the words of drawings in a source.
fn found_in(source: &str, english: &BTreeSet<String>, others: &BTreeSet<String>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for literal in literals(source) {
        let compared = literal.is_expression() || literal.is_in_capitals();
        found.extend(literal.words().into_iter().filter(|word| {
            let other = others.contains(word) || word.chars().any(is_of_another_script);
            other || compared && english.contains(word)
        }));
    }
    found
}

fn allows(exception: &Exception, file: &str, word: &str) -> bool {
    file.ends_with(exception.0) && (exception.1.contains(&"*") || exception.1.contains(&word))
}

#[test]
fn the_code_has_no_words_of_drawings() {
    let (english, others) = language_words();
    let files = sources(&components());
    assert!(files.len() > 300, "{} files", files.len());
    let mut found = Vec::new();
    for path in files {
        let file = path.display().to_string().replace('\\', "/");
        let words = found_in(&fs::read_to_string(&path).unwrap(), &english, &others);
        found.extend(words.into_iter().map(|word| (file.clone(), word)));
    }
    let is_allowed = |file: &str, word: &str| EXCEPTIONS.iter().any(|exception| allows(exception, file, word));
    let left: Vec<_> = found.iter().filter(|(file, word)| !is_allowed(file, word)).collect();
    assert!(left.is_empty(), "these words belong in components/libs/drawing/notation/languages: {left:#?}");
    for exception in EXCEPTIONS {
        let is_needed = found.iter().any(|(file, word)| allows(exception, file, word));
        assert!(is_needed, "the exception of {} is no longer needed: {}", exception.0, exception.2);
    }
}

#[test]
fn words_are_found_in_strings() {
    let (english, others) = (["conduits", "conduit"], ["tubos", "rohr"]);
    let set = |words: [&str; 2]| words.into_iter().map(str::to_owned).collect::<BTreeSet<String>>();
    let found = |source: &str| found_in(source, &set(english), &set(others)).into_iter().collect::<Vec<_>>();
    assert_eq!(found(r##"let a = r#"\b(?:CONDUITS?|"tubos)\b"#;"##), ["conduit", "conduits", "tubos"]);
    assert_eq!(found(r#"let a = ["Rohr", "CONDUIT"]; // "tubos""#), ["conduit", "rohr"]);
    assert_eq!(found(r#"let a = ('"', "conduit", '\'', "旗"); fn f<'a>(tubos: &'a str) {}"#), ["旗"]);
    assert_eq!(found(r#"format!(r"\b{conduit}\b"); "\\btubos""#), ["tubos"]);
    assert_eq!(found("mod tests { \"tubos\" }"), [""; 0]);
}
