//! Turns the language files into tables, so that nothing is parsed when a component runs.

#[path = "build/generate.rs"]
mod generate;

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    // Read at run time, not compiled in: a target folder may come from another clone.
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets this")).join("languages");
    println!("cargo::rerun-if-changed={}", folder.display());
    println!("cargo::rerun-if-changed=build");
    let source = generate::read(&folder).and_then(|languages| generate::tables(&languages));
    let source = source.unwrap_or_else(|error| panic!("languages: {error}"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets this"));
    fs::write(Path::new(&out).join("tables.rs"), source).expect("OUT_DIR is writable");
}
