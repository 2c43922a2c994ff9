//! Layers of the shared crates: a crate of `components/libs` depends on its own layer and on lower ones only.
//! `components/libs/README.md` describes the layers and lists the crates, as does the README of each layer.

use crate::workspace::{Package, Workspace};
use anyhow::{Result, bail};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

/// The folders of `components/libs`, from the lowest layer to the highest.
const LAYERS: [&str; 6] = ["platform", "drawing", "export", "bindings", "recognition", "takeoff"];

/// Fails if a shared crate depends on a higher layer, is in the folder of no layer, or is not in a README that lists it.
///
/// Development dependencies are not checked: a test may use whatever makes or reads what the crate works on.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let mut violations = violations(workspace);
    violations.extend(unlisted(workspace, |file| fs::read_to_string(file).unwrap_or_default()));
    if !violations.is_empty() {
        bail!("layers of the shared crates (components/libs/README.md):\n- {}", violations.join("\n- "));
    }
    Ok(())
}

/// The layer of a crate of the workspace.
#[derive(Debug, Clone, Copy)]
enum Place {
    /// In a layer, by its index in [`LAYERS`].
    Layer(usize),
    /// In `components/libs`, but in no layer.
    Misplaced,
    /// Elsewhere, above all layers: host, components, tools and tests.
    Above,
}

impl Place {
    fn of(workspace: &Workspace, package: &Package) -> Self {
        let Ok(inside) = package.manifest_path.strip_prefix(workspace.root.join("components/libs")) else {
            return Self::Above;
        };
        let parts: Vec<&str> = inside.iter().filter_map(OsStr::to_str).collect();
        match parts[..] {
            [layer, _, "Cargo.toml"] => {
                LAYERS.iter().position(|name| *name == layer).map_or(Self::Misplaced, Self::Layer)
            }
            _ => Self::Misplaced,
        }
    }
}

/// Returns a sentence for each crate or dependency that breaks the layers, with what to do.
fn violations(workspace: &Workspace) -> Vec<String> {
    let places: BTreeMap<&str, Place> =
        workspace.packages.iter().map(|package| (package.name.as_str(), Place::of(workspace, package))).collect();
    let mut found = Vec::new();
    for package in &workspace.packages {
        match places.get(package.name.as_str()) {
            Some(Place::Misplaced) => found.push(misplaced(package)),
            Some(&Place::Layer(own)) => {
                let needed = package.dependencies.iter().filter(|dependency| !dependency.is_for_tests());
                found.extend(needed.filter_map(|dependency| {
                    let place = places.get(dependency.name.as_str())?;
                    upward(&package.name, own, &dependency.name, *place)
                }));
            }
            Some(Place::Above) | None => {}
        }
    }
    found
}

/// Returns a sentence for each crate that the README of its layer or the table of all layers leaves out. `read` returns
/// the text of a file.
fn unlisted(workspace: &Workspace, read: impl Fn(&Path) -> String) -> Vec<String> {
    let libs = workspace.root.join("components/libs");
    let table = read(&libs.join("README.md"));
    let mut found = Vec::new();
    for package in &workspace.packages {
        let Place::Layer(layer) = Place::of(workspace, package) else { continue };
        let Some(folder) = package.manifest_path.parent().and_then(Path::file_name).and_then(OsStr::to_str) else {
            continue;
        };
        let layer = LAYERS[layer];
        let row = table.lines().find(|line| line.starts_with(&format!("| [{layer}](")));
        if !row.is_some_and(|row| row.contains(&format!("`{folder}`"))) {
            found.push(format!(
                "{} is not in the table of components/libs/README.md. Add `{folder}` to {layer}.",
                package.name
            ));
        }
        let list = read(&libs.join(layer).join("README.md"));
        if !list.lines().any(|line| line.starts_with(&format!("- `{folder}`:"))) {
            found.push(format!(
                "components/libs/{layer}/README.md does not say what `{folder}` is for. Add a line to it."
            ));
        }
    }
    found
}

fn misplaced(package: &Package) -> String {
    format!(
        "{} is in no layer ({}). Move it to components/libs/<layer>/<crate>, where <layer> is one of {}.",
        package.name,
        package.manifest_path.display(),
        LAYERS.join(", ")
    )
}

/// Describes a dependency that leads upward. Returns `None` if it does not.
fn upward(name: &str, own: usize, needed: &str, place: Place) -> Option<String> {
    let layer = LAYERS[own];
    match place {
        Place::Layer(other) if other > own => Some(format!(
            "{name} of the layer {layer} depends on {needed} of the higher layer {higher}. Move what it needs from \
             {needed} to {layer} or lower, or move {name} up to {higher}.",
            higher = LAYERS[other]
        )),
        Place::Above => Some(format!(
            "{name} of the layer {layer} depends on {needed}, which is above all layers. Move what it needs from \
             {needed} to {layer} or lower, or move {name} out of components/libs to the crates that use it."
        )),
        Place::Layer(_) | Place::Misplaced => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// A crate in a folder, with its dependencies and their kinds.
    fn package(name: &str, folder: &str, dependencies: &[(&str, Option<&str>)]) -> Value {
        let dependencies: Vec<Value> =
            dependencies.iter().map(|(name, kind)| json!({ "name": name, "kind": kind })).collect();
        json!({
            "name": name,
            "manifest_path": format!("/ws/{folder}/Cargo.toml"),
            "targets": [],
            "dependencies": dependencies,
        })
    }

    fn workspace(packages: &[Value]) -> Workspace {
        let workspace = json!({ "workspace_root": "/ws", "target_directory": "/ws/target", "packages": packages });
        serde_json::from_value(workspace).unwrap()
    }

    fn violations_of(packages: &[Value]) -> Vec<String> {
        violations(&workspace(packages))
    }

    #[test]
    fn dependencies_downward_in_the_same_layer_and_of_tests_are_allowed() {
        let found = violations_of(&[
            package(
                "sheet",
                "components/libs/drawing/sheet",
                &[("lines", None), ("serde", None), ("pdf", Some("dev"))],
            ),
            package("lines", "components/libs/drawing/lines", &[("contract", None)]),
            package("contract", "components/libs/platform/contract", &[]),
            package("pdf", "components/readers/pdf", &[("sheet", None)]),
        ]);
        assert!(found.is_empty(), "{found:#?}");
    }

    #[test]
    fn dependencies_upward_are_found_with_what_to_do() {
        let found = violations_of(&[
            package("sheet", "components/libs/drawing/sheet", &[("engine", None)]),
            package("engine", "components/libs/takeoff/engine", &[("tenancy", Some("build"))]),
            package("tenancy", "host/tenancy", &[("engine", None)]),
        ]);
        assert_eq!(
            found,
            [
                "sheet of the layer drawing depends on engine of the higher layer takeoff. Move what it needs from \
                 engine to drawing or lower, or move sheet up to takeoff.",
                "engine of the layer takeoff depends on tenancy, which is above all layers. Move what it needs from \
                 tenancy to takeoff or lower, or move engine out of components/libs to the crates that use it.",
            ]
        );
    }

    #[test]
    fn a_crate_in_no_layer_is_found() {
        for folder in ["components/libs/helpers", "components/libs/misc/helpers", "components/libs/drawing/a/helpers"] {
            let found = violations_of(&[package("helpers", folder, &[])]);
            assert!(found[0].starts_with("helpers is in no layer (/ws/components/libs/"), "{found:#?}");
        }
    }
    #[test]
    fn a_crate_that_a_readme_leaves_out_is_found() {
        let workspace = workspace(&[
            package("plumbline-sheet", "components/libs/drawing/sheet", &[]),
            package("plumbline-lines", "components/libs/drawing/lines", &[]),
            package("plumbline-pdf", "components/readers/pdf", &[]),
        ]);
        let found = |table: &str, list: &str| {
            unlisted(&workspace, |file| if file.ends_with("libs/README.md") { table.into() } else { list.into() })
        };
        let table = "| [drawing](drawing/README.md) | a sheet | `lines`, `sheet` |";
        let list = "- `lines`: joins lines\n- `sheet`: the sheet. `lines` joins its lines";
        assert_eq!(found(table, list), [""; 0]);
        assert_eq!(
            found(&table.replace("`lines`, ", ""), &list.replace("- `lines`", "- `joints`")),
            [
                "plumbline-lines is not in the table of components/libs/README.md. Add `lines` to drawing.",
                "components/libs/drawing/README.md does not say what `lines` is for. Add a line to it.",
            ]
        );
        let elsewhere = table.replace("[drawing](drawing", "[platform](platform");
        assert_eq!(found(&elsewhere, list).len(), 2, "the row of another layer does not count");
    }
}
