//! `plumbline edge build`: endpoint groups composed for Spin.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use plumbline_composition::{Group, Parts, compose, manifest};
use plumbline_edge::Bound;
use plumbline_engine::{Class, Slot, endpoint_routes};
use plumbline_storage::Route;
use serde_json::{Value, json};

use crate::cli::output;

/// Beside the composed files: which paths each of them serves.
const PATHS: &str = "paths.json";

/// A composed file.
pub(super) struct Composed {
    group: String,
    path: PathBuf,
    bytes: usize,
    routes: Vec<Route>,
}

impl Composed {
    /// The templates of its paths, each once.
    fn paths(&self) -> BTreeSet<&str> {
        self.routes.iter().map(|route| route.path.as_str()).collect()
    }
}

/// Composes the endpoint groups of a folder.
pub(super) fn build(components: &Path, parts: &Path, folder: &Path) -> Result<Vec<Composed>> {
    let parts = Parts::read(parts).context("gateway and adapters cannot be read; `cargo xtask edge` builds them")?;
    let slots = slots(components)?;
    let names: Vec<String> = slots.iter().map(|(slot, _)| slot.to_string()).collect();
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut made = Vec::new();
    for (slot, path) in slots.into_iter().filter(|(slot, _)| slot.class == Class::Endpoint) {
        let endpoint = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let routes = endpoint_routes(&slot, &endpoint)?;
        let bound = Bound { routes, slots: names.clone() };
        let file = compose(&parts, &endpoint, &bound).with_context(|| slot.to_string())?;
        let path = folder.join(format!("{}.wasm", slot.name));
        std::fs::write(&path, &file).with_context(|| format!("cannot write {}", path.display()))?;
        made.push(Composed { group: slot.name, path, bytes: file.len(), routes: bound.routes });
    }
    if made.is_empty() {
        bail!("{} has no endpoint, as `endpoint-<name>.wasm`", components.display());
    }
    let paths: BTreeMap<&str, BTreeSet<&str>> = made.iter().map(|one| (one.group.as_str(), one.paths())).collect();
    let path = folder.join(PATHS);
    std::fs::write(&path, serde_json::to_vec_pretty(&paths)?)
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(made)
}

/// Writes the manifest of an application of them.
pub(super) fn write_manifest(made: &[Composed], path: &Path) -> Result<()> {
    let group = |one: &Composed| Group {
        name: one.group.clone(),
        source: one.path.display().to_string(),
        paths: one.paths().into_iter().map(str::to_owned).collect(),
    };
    let text = manifest(&made.iter().map(group).collect::<Vec<_>>())?;
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Prints them.
pub(super) fn show(made: &[Composed], as_program: bool) -> Result<()> {
    output::rows(as_program, made, as_json, &["GROUP", "OPERATIONS", "KILOBYTES", "FILE"], |one| {
        vec![
            one.group.clone(),
            one.routes.len().to_string(),
            (one.bytes / 1000).to_string(),
            one.path.display().to_string(),
        ]
    })
}

fn as_json(one: &Composed) -> Value {
    json!({ "group": one.group, "operations": one.routes.len(), "bytes": one.bytes, "file": one.path })
}

/// The components of a folder by their names.
fn slots(folder: &Path) -> Result<Vec<(Slot, PathBuf)>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        if path.extension().is_none_or(|extension| extension != "wasm") {
            continue;
        }
        let slot: Option<Slot> = stem.split_once('-').and_then(|(class, name)| format!("{class}:{name}").parse().ok());
        let slot = slot.with_context(|| format!("{} is not named `<class>-<name>.wasm`", path.display()))?;
        found.push((slot, path));
    }
    found.sort_by_key(|(slot, _)| slot.to_string());
    Ok(found)
}
