//! The licenses of all crates that the program and the components are built from, with the texts that their authors
//! distribute.

use super::standard_texts;
use crate::setup;
use crate::workspace::{self, Workspace};
use anyhow::{Context as _, Result, ensure};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Prefixes of the names of files that contain a license or a notice that it requires to be passed on.
const NAMES: [&str; 5] = ["license", "licence", "copying", "notice", "unlicense"];

/// The copyright notices of Rust's standard library, in the documentation that comes with the compiler.
const STANDARD_LIBRARY: &str = "share/doc/rust/COPYRIGHT-library.html";

/// Returns the text of the archive's `LICENSES.txt`: each crate with its license, then each text with its crates.
pub(super) fn text(workspace: &Workspace) -> Result<String> {
    let mut crates: BTreeMap<(String, String), Crate> = BTreeMap::new();
    let components: BTreeSet<String> = workspace.components().into_iter().map(|component| component.package).collect();
    let machine = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    crates.extend(linked_crates(workspace, &machine, &BTreeSet::from(["plumbline".to_owned()]))?);
    crates.extend(linked_crates(workspace, setup::WASM, &components)?);

    let mut list = String::from(
        "Plumbline is under the Apache License 2.0, see LICENSE. It contains Rust's standard \
         library, see RUST-COPYRIGHT.html, and these crates:\n\n",
    );
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for ((name, version), part) in &crates {
        list += &format!("{name} {version}: {}\n", part.license);
        for text in &part.texts {
            texts.entry(text.clone()).or_default().push(format!("{name} {version}"));
        }
    }
    println!("      {} crates, {} texts", crates.len(), texts.len());
    for (text, of) in texts {
        list += &format!("\n{}\n{}\n\n{}\n", "-".repeat(80), of.join(", "), text.trim_end());
    }
    Ok(list)
}

/// A linked crate.
struct Crate {
    license: String,
    texts: Vec<String>,
}

/// Returns the third-party crates that these packages link on a target, by name and version.
fn linked_crates(
    workspace: &Workspace,
    target: &str,
    roots: &BTreeSet<String>,
) -> Result<BTreeMap<(String, String), Crate>> {
    let mut command = workspace::cargo();
    command.args(["metadata", "--format-version", "1", "--filter-platform", target]).current_dir(&workspace.root);
    let metadata: Value = serde_json::from_str(&workspace::output(&mut command)?)?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages: HashMap<String, Value> =
        list(&metadata["packages"]).into_iter().map(|package| (text(&package["id"]), package)).collect();
    let nodes: HashMap<String, Value> =
        list(&metadata["resolve"]["nodes"]).into_iter().map(|node| (text(&node["id"]), node)).collect();
    let mut waiting: Vec<String> = packages
        .iter()
        .filter(|(_, package)| roots.contains(&text(&package["name"])))
        .map(|(id, _)| id.clone())
        .collect();
    let (mut seen, mut found) = (BTreeSet::new(), BTreeMap::new());
    while let Some(id) = waiting.pop() {
        if !seen.insert(id.clone()) {
            continue;
        }
        for dependency in list(&nodes[&id]["deps"]) {
            // Build and test dependencies are not in the program. The C library of a build script is in its own crate.
            if list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null()) {
                waiting.push(text(&dependency["pkg"]));
            }
        }
        let package = &packages[&id];
        // Our own crates have no source.
        if package["source"].is_null() {
            continue;
        }
        let (name, version) = (text(&package["name"]), text(&package["version"]));
        let manifest = text(&package["manifest_path"]);
        let folder = Path::new(&manifest).parent().context("a manifest without a folder")?;
        let license = package["license"].as_str().unwrap_or("see the text below").to_owned();
        let mut texts = license_texts(folder)?;
        if texts.is_empty() {
            texts.push(standard_texts::text(&name, &license)?);
        }
        found.insert((name, version), Crate { license, texts });
    }
    Ok(found)
}

/// Returns the file with the copyright notices of Rust's standard library, which the program and the components
/// contain.
pub(super) fn standard_library(workspace: &Workspace) -> Result<PathBuf> {
    let mut rustc = Command::new("rustc");
    let folder = workspace::output(rustc.args(["--print", "sysroot"]).current_dir(&workspace.root))?;
    let file = Path::new(folder.trim()).join(STANDARD_LIBRARY);
    ensure!(file.is_file(), "{} is missing; install Rust with rustup", file.display());
    Ok(file)
}

/// Returns the license texts in a crate's folder.
fn license_texts(folder: &Path) -> Result<Vec<String>> {
    let mut texts = BTreeMap::new();
    for entry in std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        if path.is_file() && NAMES.iter().any(|beginning| name.starts_with(beginning)) {
            texts.insert(name, String::from_utf8_lossy(&std::fs::read(&path)?).replace("\r\n", "\n"));
        }
    }
    Ok(texts.into_values().collect())
}
