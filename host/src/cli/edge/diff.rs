//! `plumbline edge diff`: the bindings that changed since an application was built.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use plumbline_composition::{TenantManifest, Version, read_manifest};
use plumbline_engine::{Class, Slot};
use plumbline_storage::Storage;
use plumbline_terminal as output;
use serde_json::{Value, json};

use super::build::MANIFEST;
use super::tenant;
use crate::cli::digest::short;

/// A slot whose version at the edge differs from the bound version.
struct Difference {
    slot: String,
    /// Version and digest in the application, or `None` if it does not have the slot.
    edge: Option<(String, String)>,
    /// Bound version and digest, or `None` if nothing is bound.
    central: Option<(String, String)>,
}

/// Prints the differences. Fails if there are any, for use in scripts.
pub(super) async fn run(storage: &Storage, folder: &Path, as_program: bool) -> Result<()> {
    let path = folder.join(MANIFEST);
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let written = read_manifest(&text).with_context(|| path.display().to_string())?;
    let differences = differences(storage, &written).await?;
    let of = |side: &Option<(String, String)>| {
        side.as_ref().map_or_else(|| "none".to_owned(), |(version, digest)| format!("{version} {}", short(digest)))
    };
    output::rows(as_program, &differences, as_json, &["SLOT", "EDGE", "CENTRAL SERVER"], |one| {
        vec![one.slot.clone(), of(&one.edge), of(&one.central)]
    })?;
    if !differences.is_empty() {
        bail!(
            "{} of the application's endpoints differ from the bindings of {}. Build it again: `plumbline edge build \
             --tenant {} --environment {} -o {}`",
            differences.len(),
            written.origin.tenant,
            written.origin.tenant,
            written.origin.environment,
            folder.display()
        );
    }
    Ok(())
}

async fn differences(storage: &Storage, written: &TenantManifest) -> Result<Vec<Difference>> {
    let tenant = storage.control.find_tenant(&written.origin.tenant).await?;
    let mut bound: BTreeMap<String, (String, String)> = BTreeMap::new();
    for (slot, binding) in tenant::bindings(storage, &tenant).await? {
        let is_endpoint = slot.parse::<Slot>()?.class == Class::Endpoint;
        if is_endpoint && !written.origin.left_to_central_host.contains(&slot) {
            let component = storage.control.component(&binding.digest).await?;
            bound.insert(slot, (component.version, component.digest));
        }
    }
    let mut found = Vec::new();
    for Version { slot, version, digest, .. } in &written.versions {
        let central = bound.remove(slot);
        if central.as_ref().is_none_or(|(_, now)| now != digest) {
            found.push(Difference { slot: slot.clone(), edge: Some((version.clone(), digest.clone())), central });
        }
    }
    let new = |(slot, central)| Difference { slot, edge: None, central: Some(central) };
    found.extend(bound.into_iter().map(new));
    found.sort_by(|a, b| a.slot.cmp(&b.slot));
    Ok(found)
}

fn as_json(one: &Difference) -> Value {
    let side = |side: &Option<(String, String)>| {
        side.as_ref().map(|(version, digest)| json!({ "version": version, "digest": digest }))
    };
    json!({ "slot": one.slot, "edge": side(&one.edge), "centre": side(&one.central) })
}
