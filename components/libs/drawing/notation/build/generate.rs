//! Reads language files and writes the tables of the module `language`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use toml::{Table, Value};

/// The language whose file has every section and every key, with an empty list where it has no word.
const REFERENCE: &str = "en";
/// The section whose keys are rows of the vocabulary.
const TAXONOMY: &str = "taxonomy";
/// The section whose words are phrases like those of the taxonomy, with their asterisks.
const LAYER_WORDS: &str = "layer_words";

/// A language file.
pub(crate) struct Language {
    /// The name of the file without `.toml`: a code of ISO 639.
    pub(crate) code: String,
    /// The place in the order of all languages. Where several languages match, the first decides.
    position: i64,
    /// Whether the noun comes last in a compound: `junction box`, not `caja de paso`.
    noun_last: bool,
    /// Whether spaces separate words.
    spaces: bool,
    /// Whether the taxonomy's words share rows with other languages, or have rows of their own after all shared ones.
    shares_rows: bool,
    /// The sections in the order of the file.
    pub(crate) sections: Table,
}

/// Reads every language file of a folder, in the order of the languages.
pub(crate) fn read(folder: &Path) -> Result<Vec<Language>, String> {
    let entries = fs::read_dir(folder).map_err(|error| error.to_string())?;
    let mut languages = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let code = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let text = fs::read_to_string(&path).map_err(|error| format!("{code}.toml: {error}"))?;
            languages.push(parse(&code, &text)?);
        }
    }
    languages.sort_by_key(|language| language.position);
    Ok(languages)
}

/// Parses a language file.
pub(crate) fn parse(code: &str, text: &str) -> Result<Language, String> {
    let mut file: Table = text.parse().map_err(|error| format!("{code}.toml: {error}"))?;
    let Some(Value::Table(about)) = file.remove("language") else {
        return Err(format!("{code}.toml: the section [language] is missing"));
    };
    let fault = |key: &str, expected: &str| format!("{code}.toml: `language.{key}` must be {expected}");
    about.get("name").and_then(Value::as_str).ok_or_else(|| fault("name", "the language's English name"))?;
    let choice = |key: &str, yes: &str, no: &str| match about.get(key).and_then(Value::as_str) {
        Some(value) if value == yes => Ok(true),
        Some(value) if value == no => Ok(false),
        _ => Err(fault(key, &format!("`{yes}` or `{no}`"))),
    };
    Ok(Language {
        code: code.to_owned(),
        position: about.get("position").and_then(Value::as_integer).ok_or_else(|| fault("position", "a number"))?,
        noun_last: choice("noun", "last", "first")?,
        spaces: about.get("spaces").and_then(Value::as_bool).ok_or_else(|| fault("spaces", "true or false"))?,
        shares_rows: choice("rows", "shared", "own")?,
        sections: file,
    })
}

/// Returns the source of the tables.
pub(crate) fn tables(languages: &[Language]) -> Result<String, String> {
    let reference = languages.iter().find(|language| language.code == REFERENCE);
    let reference = reference.ok_or_else(|| format!("{REFERENCE}.toml is missing"))?;
    check(languages, reference)?;
    let mut out = String::new();
    for (section, keys) in &reference.sections {
        match section.as_str() {
            TAXONOMY => {}
            LAYER_WORDS => phrases(&mut out, section, keys.as_table(), languages)?,
            _ => words(&mut out, section, keys.as_table(), languages)?,
        }
    }
    rows(&mut out, languages)?;
    Ok(out)
}

/// Returns an error if two languages have one position, or if a language lacks a section or has one of its own.
fn check(languages: &[Language], reference: &Language) -> Result<(), String> {
    let mut positions = BTreeMap::new();
    for language in languages {
        if let Some(other) = positions.insert(language.position, &language.code) {
            return Err(format!("{other}.toml and {}.toml have the same `language.position`", language.code));
        }
    }
    for language in languages {
        let code = &language.code;
        if let Some(missing) = reference.sections.keys().find(|name| !language.sections.contains_key(*name)) {
            return Err(format!("{code}.toml: the section [{missing}] is missing (leave it empty if it has no words)"));
        }
        for (name, section) in &language.sections {
            let known = reference.sections.get(name).and_then(Value::as_table);
            let known = known.ok_or_else(|| format!("{code}.toml: {REFERENCE}.toml has no section [{name}]"))?;
            let keys = section.as_table().ok_or_else(|| format!("{code}.toml: [{name}] must be a section"))?;
            let unknown = keys.keys().find(|key| name != TAXONOMY && !known.contains_key(*key));
            if let Some(unknown) = unknown {
                return Err(format!("{code}.toml: {REFERENCE}.toml has no `{unknown}` in [{name}]"));
            }
        }
    }
    Ok(())
}

/// Writes a module with the words of each key of a section, of all languages.
fn words(out: &mut String, section: &str, keys: Option<&Table>, languages: &[Language]) -> Result<(), String> {
    push(out, format_args!("/// Words of the section `{section}`.\npub mod {section} {{\n    use super::Words;\n"));
    for key in keys.into_iter().flat_map(Table::keys) {
        let (mut whole, mut within) = (Vec::new(), Vec::new());
        for language in languages {
            let Some(value) = language.sections[section].get(key) else { continue };
            for word in list(value).ok_or_else(|| format!("{}.toml: `{section}.{key}` is not a list", language.code))? {
                match word.strip_prefix('*').and_then(|word| word.strip_suffix('*')) {
                    Some(part) => within.push(part),
                    None if language.spaces => whole.push(word),
                    None => within.push(word),
                }
            }
        }
        let name = key.to_uppercase();
        push(out, format_args!("    /// The words of `{key}`.\n"));
        push(out, format_args!("    pub const {name}: Words = Words {{ whole: &{whole:?}, within: &{within:?} }};\n"));
    }
    out.push_str("}\n");
    Ok(())
}

/// Writes a module with the phrases of each key of a section, of all languages.
fn phrases(out: &mut String, section: &str, keys: Option<&Table>, languages: &[Language]) -> Result<(), String> {
    push(out, format_args!("/// Phrases of the section `{section}`.\npub mod {section} {{\n"));
    for key in keys.into_iter().flat_map(Table::keys) {
        let mut all = Vec::new();
        for language in languages {
            let Some(value) = language.sections[section].get(key) else { continue };
            all.extend(list(value).ok_or_else(|| format!("{}.toml: `{section}.{key}` is not a list", language.code))?);
        }
        let name = key.to_uppercase();
        push(out, format_args!("    /// The phrases of `{key}`.\n    pub const {name}: &[&str] = &{all:?};\n"));
    }
    out.push_str("}\n");
    Ok(())
}

/// The phrases of a row, of languages that put the noun last and of languages that put it first.
#[derive(Default)]
struct Row<'a> {
    last: Vec<&'a str>,
    first: Vec<&'a str>,
}

impl<'a> Row<'a> {
    fn add(&mut self, language: &Language, phrases: Vec<&'a str>) {
        let list = if language.noun_last { &mut self.last } else { &mut self.first };
        for phrase in phrases {
            if !list.contains(&phrase) {
                list.push(phrase);
            }
        }
    }

    fn write(&self, key: &str) -> String {
        format!("Row {{ key: {key:?}, last: &{:?}, first: &{:?} }}", self.last, self.first)
    }
}

/// Writes the rows of the vocabulary: those of languages that share them by key, and those of the other languages in
/// the order of their files.
fn rows(out: &mut String, languages: &[Language]) -> Result<(), String> {
    let mut shared: BTreeMap<String, Row<'_>> = BTreeMap::new();
    let mut own = String::new();
    for language in languages {
        let mut lines = String::new();
        for (trade, categories) in language.sections[TAXONOMY].as_table().into_iter().flatten() {
            for (category, items) in categories.as_table().into_iter().flatten() {
                for (item, value) in items.as_table().into_iter().flatten() {
                    let key = format!("{trade}.{category}.{item}");
                    let phrases = list(value)
                        .ok_or_else(|| format!("{}.toml: `{TAXONOMY}.{key}` is not a list", language.code))?;
                    if language.shares_rows {
                        shared.entry(key).or_default().add(language, phrases);
                    } else {
                        let mut row = Row::default();
                        row.add(language, phrases);
                        push(&mut lines, format_args!("        {},\n", row.write(&key)));
                    }
                }
            }
        }
        if !language.shares_rows {
            push(&mut own, format_args!("    &[\n{lines}    ],\n"));
        }
    }
    out.push_str("/// Rows that several languages share, sorted by their keys.\npub static SHARED_ROWS: &[Row] = &[\n");
    for (key, row) in &shared {
        push(out, format_args!("    {},\n", row.write(key)));
    }
    out.push_str(
        "];\n/// Rows of each other language, in the order of its file.\npub static OWN_ROWS: &[&[Row]] = &[\n",
    );
    push(out, format_args!("{own}];\n"));
    Ok(())
}

/// Returns the strings of a list.
fn list(value: &Value) -> Option<Vec<&str>> {
    value.as_array()?.iter().map(Value::as_str).collect()
}

fn push(out: &mut String, line: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(line);
}
