//! The components of a folder as the defaults: `endpoint-projects.wasm` is bound to the slot `endpoint:projects`.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use plumbline_engine::{Engine, Slot};
use plumbline_storage::{Binding, ComponentBytes, Origin, Publication, Storage, files};
use tracing::info;

/// The publisher of the components that ship with the program.
const PUBLISHER: &str = "plumbline";

/// Publishes and binds new components of the folder. The folder controls slots without a binding and slots whose newest
/// binding came from the folder. An operator's last action is kept: a binding, with or without settings, a rollback, an
/// unbind, a stage.
///
/// # Errors
/// Returns an error if the folder cannot be read or a component in it is refused. The message names the file.
pub(crate) async fn publish_folder(engine: &Engine, storage: &Storage, folder: &Path) -> Result<()> {
    let files = wasm_files(folder)?;
    if files.is_empty() {
        bail!("{} does not contain components (*.wasm). Build them with `cargo xtask build`", folder.display());
    }
    let newest = storage.control.newest_defaults().await?;
    let (mut followed, mut kept) = (0_usize, 0_usize);
    for (slot, file) in files {
        let name = slot.to_string();
        let newest = newest.iter().find(|binding| binding.slot == name);
        if let Some(binding) = newest.filter(|binding| binding.origin != Origin::Folder) {
            kept += 1;
            info!(
                slot = name,
                kind = binding.kind,
                by = binding.actor,
                "the slot does not follow the folder. To follow it, run: plumbline component follow {name} --components {}",
                folder.display()
            );
            continue;
        }
        followed += 1;
        bind_file(engine, storage, &slot, &file, newest).await?;
    }
    engine.registry().refresh().await?;
    info!(folder = %folder.display(), followed, kept, "components");
    Ok(())
}

/// Binds the folder's component of a slot again, regardless of its current binding, so that the slot follows the folder
/// from then on.
///
/// # Errors
/// Returns an error if the folder has no component for the slot, the component is refused, or the slot's binding
/// changes meanwhile.
pub(crate) async fn follow(engine: &Engine, storage: &Storage, folder: &Path, slot: &Slot) -> Result<Binding> {
    let file = wasm_files(folder)?.into_iter().find_map(|(of, file)| (of == *slot).then_some(file));
    let file = file.with_context(|| format!("slot: {} does not contain a component for `{slot}`", folder.display()))?;
    let newest = storage.control.newest_defaults().await?;
    let newest = newest.iter().find(|binding| binding.slot == slot.to_string());
    let bound = bind_file(engine, storage, slot, &file, newest).await?;
    bound.with_context(|| {
        format!("slot: the binding of `{slot}` has just changed. See `plumbline component history {slot}`")
    })
}

/// Publishes and binds a file of the folder, unless the folder already bound the same bytes. Returns `None` if `newest`
/// is no longer the slot's newest row.
async fn bind_file(
    engine: &Engine,
    storage: &Storage,
    slot: &Slot,
    file: &Path,
    newest: Option<&Binding>,
) -> Result<Option<Binding>> {
    // Most starts find nothing new, and hold none of the folder's 100 MB in memory.
    if let Some(bound) = newest.filter(|binding| binding.origin == Origin::Folder)
        && files::digest(file)?.1 == bound.digest
    {
        return Ok(Some(bound.clone()));
    }
    let component =
        ComponentBytes::from(std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?);
    let (name, digest) = (slot.to_string(), component.digest().to_owned());
    engine
        .publish(slot, component, &Publication::by(PUBLISHER))
        .await
        .with_context(|| format!("cannot publish {} for {slot}", file.display()))?;
    let bound = storage.control.bind_from_folder(&name, &digest, PUBLISHER, newest).await?;
    match &bound {
        Some(_) => info!(slot = name, digest = &digest[..12], "bound from the folder"),
        None => info!(slot = name, "the slot's binding changed while the server started and was kept"),
    }
    Ok(bound)
}

/// Compiles components ahead of time, so that a start does not have to.
///
/// # Errors
/// Returns an error if a file cannot be read, is not a component, or its name is not a slot.
pub(crate) async fn compile(engine: &Engine, files: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut compiled = Vec::new();
    for file in files {
        let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        let path = engine.compile(bytes).await;
        compiled.push(path.with_context(|| format!("cannot compile {}", file.display()))?);
    }
    Ok(compiled)
}

fn wasm_files(folder: &Path) -> Result<Vec<(Slot, PathBuf)>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read the folder {}", folder.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "wasm") {
            continue;
        }
        let slot = path.file_stem().and_then(|stem| stem.to_str()).and_then(|stem| stem.split_once('-'));
        let Some((class, name)) = slot else {
            bail!("the file name of {} is not valid. Use, for example, `endpoint-projects.wasm`", path.display());
        };
        let slot = format!("{class}:{name}").parse().with_context(|| path.display().to_string())?;
        files.push((slot, path));
    }
    files.sort_by(|a: &(Slot, PathBuf), b| a.1.cmp(&b.1));
    Ok(files)
}
