//! Turns the tables of `tables/` into constants, so that nothing is parsed when a component runs.
//!
//! A row of a word table is one of
//!
//! - `["item", category, item type]`: a counted thing, or `generic`, `vague` or `overriding` in place of `item`; a
//!   fourth text is the row's name in the language files, if its meaning has several rows;
//! - `["pipe", category, item type, contents]`: a measured line, or `duct` and so on; without contents if the words do
//!   not say what the line carries;
//! - `["mark", name]`: something that explains the drawing.

use std::path::{Path, PathBuf};
use std::{env, fs};

use toml::{Table, Value};

/// Returns the constants of all files.
fn constants(folder: &Path) -> String {
    let mut out = String::new();
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder.join("words")).expect("the folder exists").flatten().map(|entry| entry.path()).collect();
    files.sort();
    for file in files {
        let name = file.file_stem().expect("a file of a folder has a name").to_string_lossy().to_uppercase();
        let rows: String = lists(&file).flat_map(|(_, rows)| rows).map(|words| row(&texts(&words)) + ",\n").collect();
        out += &format!("pub(crate) const {name}: &[Row] = &[{rows}];\n");
    }
    let of_trades = |file: &str, entry: fn(&str, &Value) -> String| -> String {
        let of_trade = |(trade, rows): (String, Vec<Value>)| -> String {
            let trade = format!("Trade::{}", variant(&trade));
            rows.iter().map(|row| entry(&trade, row) + ",\n").collect()
        };
        lists(&folder.join(file)).map(of_trade).collect()
    };
    let codes = of_trades("layer_codes.toml", layer_code);
    let prefixes = of_trades("mark_codes.toml", prefixes);
    let labels = of_trades("label_codes.toml", labels);
    out += &format!(
        "pub(crate) const LAYER_CODES: &[(Trade, Code)] = &[{codes}];\n\
         pub(crate) const PREFIXES: &[Prefixes] = &[{prefixes}];\n\
         pub(crate) const LABELS: &[Labels] = &[{labels}];\n"
    );
    out
}

/// Returns a row of a word table as Rust.
fn row(words: &[&str]) -> String {
    match words {
        ["mark", name] => format!("mark({name:?})"),
        [kind @ ("item" | "generic" | "vague" | "overriding"), category, item_type, name @ ..] => {
            let named: String = name.iter().map(|name| format!(".named({name:?})")).collect();
            format!("{kind}({category:?}, {item_type:?}){named}")
        }
        [system, category, item_type, contents @ ..] => {
            let contents = contents.first().unwrap_or(&"");
            format!("line(System::{}, {contents:?}, {category:?}, {item_type:?})", variant(system))
        }
        _ => panic!("{words:?} is not a row"),
    }
}

fn layer_code(trade: &str, value: &Value) -> String {
    let Some([words, abbreviations, stems @ ..]) = value.as_array().map(Vec::as_slice) else {
        panic!("{value:?} is not a code")
    };
    let stems = match stems {
        [] => "&[]".to_owned(),
        [Value::String(key)] => format!("layer_words::{}", key.to_uppercase()),
        _ => panic!("{value:?} is not a code"),
    };
    let (row, abbreviations) = (row(&texts(words)), texts(abbreviations));
    format!("({trade}, Code {{ row: {row}, abbreviations: &{abbreviations:?}, words: {stems} }})")
}

fn prefixes(trade: &str, value: &Value) -> String {
    let [category, item_type, certainty, list] = texts(value)[..] else { panic!("{value:?} is not a row of prefixes") };
    let certainty = variant(certainty);
    format!(
        "Prefixes {{ trade: {trade}, category: {category:?}, item_type: {item_type:?}, \
         certainty: Certainty::{certainty}, list: {list:?} }}"
    )
}

fn labels(trade: &str, value: &Value) -> String {
    let [system, category, item_type, name, list] = texts(value)[..] else {
        panic!("{value:?} is not a row of labels")
    };
    let system = variant(system);
    format!(
        "Labels {{ trade: {trade}, system: System::{system}, name: {name:?}, category: {category:?}, \
         item_type: {item_type:?}, list: {list:?} }}"
    )
}

/// Returns the lists of a file with their names.
fn lists(file: &Path) -> impl Iterator<Item = (String, Vec<Value>)> {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let table: Table = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    table.into_iter().map(|(name, value)| match value {
        Value::Array(rows) => (name, rows),
        _ => panic!("{name} is not a list"),
    })
}

/// Returns the texts of a list.
fn texts(value: &Value) -> Vec<&str> {
    let texts = value.as_array().and_then(|list| list.iter().map(Value::as_str).collect());
    texts.unwrap_or_else(|| panic!("{value:?} is not a list of texts"))
}

/// Returns the variant of a code: `FireProtection` for `fire_protection`.
fn variant(code: &str) -> String {
    let capitalized = |word: &str| word[..1].to_uppercase() + &word[1..];
    code.split('_').map(capitalized).collect()
}

/// Writes the constants of the tables of a folder to `tables.rs`, for the build.
pub(crate) fn write_tables(folder: &Path) {
    println!("cargo::rerun-if-changed={}", folder.display());
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets this"));
    fs::write(out.join("tables.rs"), constants(folder)).expect("OUT_DIR is writable");
}
