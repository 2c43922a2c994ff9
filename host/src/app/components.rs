//! The components of a folder as the defaults: `endpoint-projects.wasm` goes to the slot `endpoint:projects`.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use plumbline_engine::{DEFAULT_TENANT, Engine, Slot};
use plumbline_storage::{Change, Control, Publication, Storage};
use tracing::{debug, info};

/// Who publishes the components that come with the program.
const PUBLISHER: &str = "plumbline";

/// Publishes and binds what is new in the folder. What an operator bound by hand stays: only slots without a default,
/// and slots whose default came from a folder, follow it.
///
/// # Errors
/// When the folder cannot be read or a component of it is refused; the message names the file.
pub(crate) async fn publish_folder(engine: &Engine, storage: &Storage, folder: &Path) -> Result<()> {
    let files = wasm_files(folder)?;
    if files.is_empty() {
        bail!("{} holds no component (*.wasm); build them with `cargo xtask build`", folder.display());
    }
    let published = storage.control.components(None).await?;
    let current = storage.control.current().await?;
    for (slot, file) in files {
        let bytes = std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let digest = Control::digest(&bytes);
        let name = slot.to_string();
        let bound = current.iter().find(|binding| binding.tenant == DEFAULT_TENANT && binding.slot == name);
        if bound.is_some_and(|binding| binding.digest == digest) {
            continue;
        }
        let by_hand = bound.is_some_and(|binding| {
            published.iter().any(|component| component.digest == binding.digest && component.publisher != PUBLISHER)
        });
        if by_hand {
            debug!(slot = name, "kept as bound by hand");
            continue;
        }
        engine
            .publish(&slot, bytes, &Publication::by(PUBLISHER))
            .await
            .with_context(|| format!("{} cannot be published for {slot}", file.display()))?;
        storage.control.bind(DEFAULT_TENANT, &name, &digest, "{}", &Change::by(PUBLISHER)).await?;
        info!(slot = name, digest = &digest[..12], "bound");
    }
    engine.registry().refresh().await?;
    Ok(())
}

/// Compiles ahead of time, so that a start does not have to.
///
/// # Errors
/// When a file cannot be read, is no component, or its name is no slot.
pub(crate) async fn compile(engine: &Engine, files: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut compiled = Vec::new();
    for file in files {
        let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        compiled.push(engine.compile(&bytes).with_context(|| format!("cannot compile {}", file.display()))?);
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
            bail!("{}: name it class-name.wasm, like endpoint-projects.wasm", path.display());
        };
        let slot = format!("{class}:{name}").parse().with_context(|| path.display().to_string())?;
        files.push((slot, path));
    }
    files.sort_by(|a: &(Slot, PathBuf), b| a.1.cmp(&b.1));
    Ok(files)
}
