//! Layers of the shared crates: a crate of `components/libs` depends on its own layer and on lower ones only.
//! `components/libs/README.md` describes the layers.

use crate::workspace::{Package, Workspace};
use anyhow::{Result, bail};
use std::collections::BTreeMap;
use std::ffi::OsStr;

/// The folders of `components/libs`, from the lowest layer to the highest.
const LAYERS: [&str; 6] = ["platform", "drawing", "export", "bindings", "recognition", "takeoff"];

/// Fails if a shared crate depends on a higher layer, or is in the folder of no layer.
///
/// Development dependencies are not checked: a test may use whatever makes or reads what the crate works on.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let violations = violations(workspace);
    if !violations.is_empty() {
        bail!("layers of the shared crates (components/libs/README.md):\n- {}", violations.join("\n- "));
    }
    Ok(())
}

/// Where a crate of the workspace stands.
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

    fn violations_of(packages: &[Value]) -> Vec<String> {
        let workspace = json!({ "workspace_root": "/ws", "target_directory": "/ws/target", "packages": packages });
        violations(&serde_json::from_value(workspace).unwrap())
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
}
