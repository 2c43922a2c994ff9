//! Computes the digest that identifies surveys. It covers the source of this crate, of the workspace crates that it
//! needs, and the lock file for all others. Extractors with the same digest share surveys (`plumbline:survey`, see
//! `wit/extractor`).

use std::collections::BTreeSet;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

/// Sets the variable `PLUMBLINE_SURVEYS` for the build of the crate in a folder.
pub(crate) fn set_digest(folder: &Path) {
    let lock = folder.ancestors().map(|folder| folder.join("Cargo.lock")).find(|file| file.is_file());
    let lock = lock.expect("the workspace has a lock file");
    let root = lock.parent().expect("a file is in a folder");
    let workspace = read(&root.join("Cargo.toml"));
    let mut crates = BTreeSet::new();
    needs(root, &workspace, folder, &mut crates);
    let mut digest = DefaultHasher::new();
    for folder in &crates {
        // The words of drawings, the standard symbols and the tables of the vocabulary are compiled in too.
        for name in ["src", "languages", "glyphs", "tables"].iter().filter(|name| folder.join(name).is_dir()) {
            println!("cargo::rerun-if-changed={}", folder.join(name).display());
            sources(&folder.join(name), &mut digest);
        }
    }
    println!("cargo::rerun-if-changed={}", lock.display());
    fs::read(&lock).unwrap_or_default().hash(&mut digest);
    println!("cargo::rustc-env=PLUMBLINE_SURVEYS={:016x}", digest.finish());
}

/// Collects the folders of a workspace crate and of the workspace crates that it needs.
fn needs(root: &Path, workspace: &str, folder: &Path, found: &mut BTreeSet<PathBuf>) {
    if !found.insert(folder.to_owned()) {
        return;
    }
    let path = folder.join("Cargo.toml");
    println!("cargo::rerun-if-changed={}", path.display());
    let manifest = read(&path);
    let dependencies = manifest.split("\n[").find(|section| section.starts_with("dependencies]")).unwrap_or_default();
    for line in dependencies.lines() {
        if let Some(name) = line.split(['.', ' ', '=']).next().filter(|name| name.starts_with("plumbline-")) {
            let needed = folder_of(workspace, name).unwrap_or_else(|| panic!("Cargo.toml has no path of {name}"));
            needs(root, workspace, &root.join(needed), found);
        }
    }
}

/// Returns the path of a crate in the workspace's manifest.
fn folder_of<'a>(workspace: &'a str, name: &str) -> Option<&'a str> {
    let path = workspace.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = { path = \""))?;
    path.split('"').next()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Hashes every file below a folder, in the order of their names.
fn sources(folder: &Path, digest: &mut DefaultHasher) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            sources(&path, digest);
        } else {
            path.file_name().hash(digest);
            fs::read(&path).unwrap_or_default().hash(digest);
        }
    }
}
