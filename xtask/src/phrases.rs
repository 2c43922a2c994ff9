//! The check that what users read has none of the phrases that read as translated: string literals of the host and the
//! components, the OpenAPI document, and the doc comments that become help texts and meanings of settings.

use std::collections::BTreeMap;
use std::fs;

use crate::source_files::{self, files_below};

/// The phrases, in lower case. "Is no longer" is allowed.
const PHRASES: [&str; 13] = [
    "is no ",
    "are no ",
    "none like",
    "is not 1 to",
    "anew",
    "at this moment",
    "any more",
    "cannot be had",
    "shown only now",
    "where it works",
    "stands in",
    "let in",
    "such thing",
];

/// Folders and files whose doc comments users read.
const SHOWN_DOC_COMMENTS: [&str; 3] = ["host/src/cli", "host/config/src", "host/local/src"];

/// Folders and files without texts for users, in addition to those whose name ends with `tests`.
const SKIPPED: [&str; 4] = ["benches", "examples", "testing", "target"];

fn is_skipped(name: &str) -> bool {
    name.ends_with("tests") || SKIPPED.contains(&name)
}

/// Returns the source after the first occurrence of `end`.
fn after<'a>(source: &'a str, end: &str) -> &'a str {
    source.split_once(end).map_or("", |(_, rest)| rest)
}

/// Returns the source after the character literal, or after the apostrophe of a lifetime, that it starts with.
fn after_apostrophe(source: &str) -> &str {
    let inner = after(source, "'");
    let mut characters = inner.chars();
    match (characters.next(), characters.next()) {
        (Some('\\'), Some(_)) => after(characters.as_str(), "'"),
        (Some(_), Some('\'')) => characters.as_str(),
        _ => inner,
    }
}

/// Splits source that starts inside a literal into the rest of the literal's text and the source after it.
fn split_literal(source: &str) -> (String, &str) {
    let mut text = String::new();
    let mut characters = source.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => break,
            '\\' => match characters.next() {
                // The text goes on in the next line, after the indentation.
                Some('\n') => characters = characters.as_str().trim_start().chars(),
                Some('n' | 't') => text.push(' '),
                escaped => text.extend(escaped),
            },
            other => text.push(other),
        }
    }
    (text, characters.as_str())
}

/// Returns the texts of the string literals in Rust source.
fn literals(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(start) = rest.find(['"', '\'', '/']) {
        let (before, from) = rest.split_at(start);
        let opening = before.trim_end_matches('#');
        rest = if from.starts_with("//") {
            after(from, "\n")
        } else if from.starts_with("/*") {
            after(from, "*/")
        } else if let Some(divisor) = from.strip_prefix('/') {
            divisor
        } else if from.starts_with('\'') {
            after_apostrophe(from)
        } else if opening.ends_with('r') {
            let (literal, end) = (&from[1..], format!("\"{}", "#".repeat(before.len() - opening.len())));
            let (text, behind) = literal.split_once(end.as_str()).unwrap_or((literal, ""));
            found.push(text.to_owned());
            behind
        } else {
            let (text, behind) = split_literal(&from[1..]);
            found.push(text);
            behind
        };
    }
    found
}

/// Returns the doc comments of items in Rust source: each in one line.
fn doc_comments(source: &str) -> Vec<String> {
    let lines = source.lines().map(|line| line.trim_start().strip_prefix("///").unwrap_or("\n"));
    lines.collect::<String>().lines().map(str::to_owned).collect()
}

/// Returns the phrases that a text has.
fn phrases_in(text: &str) -> Vec<&'static str> {
    let text = text.to_lowercase();
    let occurs = |phrase: &&str| {
        text.match_indices(*phrase).any(|(start, _)| {
            let (before, after) = (&text[..start], &text[start + phrase.len()..]);
            let ends = phrase.ends_with(' ') || !after.starts_with(char::is_alphanumeric);
            ends && !before.ends_with(char::is_alphanumeric) && !after.starts_with("longer")
        })
    };
    PHRASES.into_iter().filter(occurs).collect()
}

/// Returns a text for each file and phrase that it has.
fn texts_with_phrases() -> BTreeMap<(String, &'static str), String> {
    let root = source_files::root();
    let document = fs::read_to_string(root.join("host/openapi.json")).unwrap();
    let mut texts: Vec<(String, String)> =
        document.lines().map(|line| ("host/openapi.json".to_owned(), line.to_owned())).collect();
    for path in ["host", "components"].map(|folder| files_below(&root.join(folder), &["rs"], &is_skipped)).concat() {
        let source = fs::read_to_string(&path).unwrap();
        let source = source.split("mod tests {").next().unwrap_or_default();
        let file = path.strip_prefix(root).unwrap();
        let mut read = literals(source);
        if SHOWN_DOC_COMMENTS.into_iter().any(|shown| file.starts_with(shown)) {
            read.extend(doc_comments(source));
        }
        texts.extend(read.into_iter().map(|text| (file.display().to_string(), text)));
    }
    assert!(texts.len() > 10_000, "{} texts were found", texts.len());
    let mut found = BTreeMap::new();
    for (file, text) in texts {
        for phrase in phrases_in(&text) {
            found.insert((file.clone(), phrase), text.clone());
        }
    }
    found
}

#[test]
fn what_users_read_does_not_have_the_phrases() {
    let found = texts_with_phrases();
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn literals_are_read_from_source() {
    let source = r##"
        // not "this"
        fn f<'a>(text: &'a str) -> bool { text == "a \"b\" \
            c" && ['"', '\'', '/'].contains(&x) && 6 / 2 == 3 } /* "nor this" */
        const RAW: &str = r#"d "e""#; // "nor that"
        const BYTES: &[u8] = b"f\n";
    "##;
    assert_eq!(literals(source), ["a \"b\" c", "d \"e\"", "f "]);
}

#[test]
fn phrases_are_whole_words() {
    assert_eq!(phrases_in("There is no `x`. It stands in."), ["is no ", "stands in"]);
    assert_eq!(phrases_in("It is no longer there. This nothing, none likely, janew."), [""; 0]);
}

#[test]
fn a_doc_comment_is_one_text() {
    assert_eq!(doc_comments("/// It cannot\n/// be had.\nx: u8,\n"), [" It cannot be had."]);
}
