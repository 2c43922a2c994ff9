//! Tests of the language files.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

#[path = "../build/generate.rs"]
mod generate;

use std::collections::BTreeSet;
use std::path::Path;

use regex::Regex;

fn languages() -> Vec<generate::Language> {
    generate::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("languages")).unwrap()
}

/// A language that nobody speaks, with words in two sections and no others.
fn made_up() -> String {
    let about = "[language]\nname = \"Made-up\"\nposition = 1000\nnoun = \"first\"\nspaces = true\nrows = \"own\"\n";
    let sections = languages().iter().find(|l| l.code == "en").unwrap().sections.clone();
    let mut text = about.to_owned();
    for section in sections.keys() {
        text.push_str(&format!("[{section}]\n"));
        if section == "legend" {
            text.push_str("titles = [\"xabol\"]\n");
        }
    }
    text + "[taxonomy.electrical.power]\nreceptacle = [\"xaprise\"]\n"
}

#[test]
fn a_language_is_added_by_one_file() {
    let mut all = languages();
    all.push(generate::parse("xx", &made_up()).unwrap());
    let tables = generate::tables(&all).unwrap();
    assert!(tables.contains("\"xabol\""));
    assert!(tables.contains("Row { key: \"electrical.power.receptacle\", last: &[], first: &[\"xaprise\"] }"));
}

#[test]
fn mistakes_in_a_file_are_named() {
    let file = made_up();
    for (right, wrong, error) in [
        ("[legend]", "[legends]", "[legend] is missing"),
        ("titles =", "title =", "en.toml has no `title` in [legend]"),
        ("noun = \"first\"", "noun = \"middle\"", "`language.noun` must be `last` or `first`"),
        ("position = 1000", "position = 1", "have the same `language.position`"),
        ("[\"xaprise\"]", "\"xaprise\"", "`taxonomy.electrical.power.receptacle` is not a list"),
    ] {
        let text = file.replace(right, wrong);
        assert_ne!(text, file, "{right}");
        let found = generate::parse("xx", &text).and_then(|language| {
            let mut all = languages();
            all.push(language);
            all.sort_by_key(|language| language.code != "en");
            generate::tables(&all)
        });
        let message = found.err().unwrap_or_default();
        assert!(message.contains(error), "{wrong}: {message}");
    }
}

#[test]
fn every_language_has_the_same_sections() {
    let all = languages();
    let names = |language: &generate::Language| language.sections.keys().cloned().collect::<BTreeSet<String>>();
    assert!(all.len() >= 16, "{}", all.len());
    for language in &all {
        assert_eq!(names(language), names(&all[0]), "{}.toml", language.code);
    }
}

#[test]
fn every_word_is_a_regular_expression() {
    let mut wrong = Vec::new();
    for language in languages() {
        for (section, keys) in language.sections.iter().filter(|(name, _)| *name != "taxonomy") {
            for (key, words) in keys.as_table().unwrap() {
                for word in words.as_array().unwrap().iter().map(|word| word.as_str().unwrap()) {
                    let part = word.strip_prefix('*').and_then(|word| word.strip_suffix('*')).unwrap_or(word);
                    // An empty word would match everything.
                    if part.is_empty() || Regex::new(&format!("(?i)(?:{part})")).is_err() {
                        wrong.push(format!("{}.toml: {section}.{key}: {word}", language.code));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
