//! Computes the digest that identifies surveys. It covers the source of this crate, of the workspace crates that it
//! needs, and the lock file for all others. Extractors with the same digest share surveys (`plumbline:survey`, see
//! `wit/extractor`).

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    // Read at run time, not compiled in: a target folder may come from another clone.
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo runs this"));
    let libs = folder.parent().expect("this crate is in components/libs");
    let mut crates = BTreeSet::new();
    needs(libs, &libs.join("takeoff"), &mut crates);
    let mut digest = DefaultHasher::new();
    for folder in &crates {
        // The words of drawings are compiled in too.
        for name in ["src", "languages"].iter().filter(|name| folder.join(name).is_dir()) {
            println!("cargo::rerun-if-changed={}", folder.join(name).display());
            sources(&folder.join(name), &mut digest);
        }
    }
    let lock = libs.join("../../Cargo.lock");
    println!("cargo::rerun-if-changed={}", lock.display());
    fs::read(&lock).unwrap_or_default().hash(&mut digest);
    println!("cargo::rustc-env=PLUMBLINE_SURVEYS={:016x}", digest.finish());
}

/// Collects the folders of a workspace crate and of the workspace crates that it needs.
fn needs(libs: &Path, folder: &Path, found: &mut BTreeSet<PathBuf>) {
    if !found.insert(folder.to_owned()) {
        return;
    }
    let path = folder.join("Cargo.toml");
    println!("cargo::rerun-if-changed={}", path.display());
    let manifest = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let dependencies = manifest.split("\n[").find(|section| section.starts_with("dependencies]")).unwrap_or_default();
    for line in dependencies.lines() {
        let name = line.split(['.', ' ', '=']).next().and_then(|name| name.strip_prefix("plumbline-"));
        if let Some(name) = name {
            needs(libs, &libs.join(name.replace("guest-", "guest/")), found);
        }
    }
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
