//! Turns the glyphs' files into tables, so that nothing is parsed when a component runs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde::Deserialize;

/// Named lists of marks.
type Shapes = BTreeMap<String, Vec<String>>;

/// The file of a trade, or of shapes that several trades share.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GlyphFile {
    #[serde(default)]
    shapes: Shapes,
    #[serde(default)]
    glyphs: Vec<Glyph>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Glyph {
    name: String,
    standard: String,
    #[serde(default)]
    specificity: Specificity,
    #[serde(default)]
    letters: Vec<String>,
    /// Marks, as `shapes.toml` explains them.
    marks: Vec<String>,
}

/// How specific a glyph is without other evidence. A frame with letters in it is drawn for one thing.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Specificity {
    #[default]
    High,
    Medium,
    Low,
}

impl Glyph {
    /// Returns the glyph as Rust.
    fn expression(&self, shapes: &Shapes) -> String {
        let Self { name, standard, specificity, letters, .. } = self;
        let marks: String = self.marks.iter().map(|text| mark(text, shapes)).collect();
        format!(
            "Glyph {{ name: {name:?}, standard: {standard:?}, specificity: Specificity::{specificity:?}, \
             letters: &{letters:?}, marks: &[{marks}] }},\n"
        )
    }
}

/// Returns a mark, or all marks of a shape, as Rust.
fn mark(text: &str, shapes: &Shapes) -> String {
    if let Some(marks) = shapes.get(text) {
        return marks.iter().map(|text| mark(text, shapes)).collect();
    }
    let (kind, numbers) = text.split_once(' ').unwrap_or_else(|| panic!("{text} is neither a mark nor a shape"));
    let number = |word: &str| -> f32 { word.parse().unwrap_or_else(|error| panic!("{text}: {error}")) };
    let numbers: Vec<f32> = numbers.split([' ', ',']).map(number).collect();
    match (kind, &numbers[..]) {
        ("line", points) => format!("Mark::Lines(&{:?}),", pairs(points)),
        ("filled", points) => format!("Mark::Filled(&{:?}),", pairs(points)),
        ("circle", [x, y, radius]) => format!("Mark::Circle([{x:?}, {y:?}], {radius:?}),"),
        ("dot", [x, y, radius]) => format!("Mark::Dot([{x:?}, {y:?}], {radius:?}),"),
        ("arc", [x, y, radius, start, extent]) => {
            format!("Mark::Arc([{x:?}, {y:?}], {radius:?}, [{start:?}, {extent:?}]),")
        }
        _ => panic!("{text} is not a mark"),
    }
}

/// Returns numbers as points.
fn pairs(numbers: &[f32]) -> &[[f32; 2]] {
    let (points, rest) = numbers.as_chunks();
    assert!(rest.is_empty() && points.len() > 1, "not a list of points: {numbers:?}");
    points
}

/// Reads a file.
fn read(file: &Path) -> GlyphFile {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn main() {
    // Read at run time, not compiled in: a target folder may come from another clone.
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets this")).join("glyphs");
    println!("cargo::rerun-if-changed={}", folder.display());
    let shared = read(&folder.join("shapes.toml")).shapes;
    let mut tables = String::new();
    for trade in ["power", "lighting", "low_voltage", "fire", "mechanical", "plumbing", "process"] {
        let GlyphFile { mut shapes, glyphs } = read(&folder.join(trade).with_extension("toml"));
        shapes.extend(shared.clone());
        let glyphs: String = glyphs.iter().map(|glyph| glyph.expression(&shapes)).collect();
        tables += &format!("pub(super) const {}: &[Glyph] = &[{glyphs}];\n", trade.to_uppercase());
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets this"));
    fs::write(out.join("glyphs.rs"), tables).expect("OUT_DIR is writable");
}
