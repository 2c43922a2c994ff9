//! Generates the types and the calls of `host/openapi.json`.
#![expect(clippy::print_stdout, reason = "a build script speaks to Cargo on standard output")]

mod operations;
mod schemas;

use serde_json::{Value, json};
use std::error::Error;
use std::path::{Path, PathBuf};

/// From this crate's folder.
const DOCUMENT: &str = "../../host/openapi.json";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={DOCUMENT}");
    println!("cargo::rerun-if-changed=build");
    let text =
        std::fs::read(DOCUMENT).map_err(|error| format!("{DOCUMENT}: {error}; `cargo xtask openapi` writes it"))?;
    let document: Value = serde_json::from_slice(&text)?;
    let operations = operations::read(&document)?;
    let folder = PathBuf::from(std::env::var("OUT_DIR")?);

    let mut definitions = schemas::definitions(&document)?;
    for operation in &operations {
        definitions.extend(operation.definitions());
    }
    let root = json!({ "definitions": definitions });
    // Maps keep the order of their keys, so that what is written again is what was read.
    let mut space = typify::TypeSpace::new(
        typify::TypeSpaceSettings::default()
            .with_derive("PartialEq".to_owned())
            .with_map_type("::std::collections::BTreeMap"),
    );
    space.add_root_schema(serde_json::from_value(root)?)?;
    write(&folder.join("types.rs"), &space.to_stream().to_string())?;

    let mut calls = String::new();
    for operation in &operations {
        calls.push_str(&operation.choice());
        calls.push_str(&operation.function());
    }
    calls.push_str(&operations::pages(&document));
    write(&folder.join("operations.rs"), &calls)
}

fn write(file: &Path, code: &str) -> Result<(), Box<dyn Error>> {
    Ok(std::fs::write(file, prettyplease::unparse(&syn::parse_file(code)?))?)
}
