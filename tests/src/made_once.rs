//! What tests need that depends on the build only. It is made once for each build.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use anyhow::{Context as _, Result};
use tempfile::TempDir;

use crate::built::{components, program, target};

/// Returns a copy of the data directory after a first start, which publishes all components. `start` makes the first one of
/// its kind: that of a server that started and stopped.
///
/// # Errors
/// Returns the errors of `start`, and one if a file cannot be copied.
pub(crate) fn data_after_first_start(kind: &str, start: impl FnOnce() -> Result<TempDir>) -> Result<TempDir> {
    let template = made_once(&format!("first-start-{kind}"), |folder| copy_folder(start()?.path(), folder))?;
    let copy = tempfile::tempdir()?;
    copy_folder(&template, copy.path())?;
    Ok(copy)
}

/// Returns a folder that `make` fills, unless a test of this build already did. Nobody may change it afterwards.
///
/// # Errors
/// Returns the errors of `make`, and one if the folder cannot be kept.
pub(crate) fn made_once(name: &str, make: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
    let (folder, build) = (target()?.join("tmp/made-once"), build_name()?);
    let kept = folder.join(format!("{build}-{name}"));
    if !kept.exists() {
        fs::create_dir_all(&folder)?;
        let made = tempfile::tempdir_in(&folder)?;
        make(made.path())?;
        let made = made.keep();
        match fs::rename(&made, &kept) {
            // Another test has made it meanwhile.
            Err(_) if kept.exists() => fs::remove_dir_all(&made)?,
            renamed => renamed.with_context(|| format!("cannot keep {}", kept.display()))?,
        }
        remove_earlier(&folder, &build)?;
    }
    Ok(kept)
}

/// Removes what earlier builds left. A temporary folder may be another test's.
fn remove_earlier(folder: &Path, build: &str) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with("build-") && !name.starts_with(build) {
            fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}

/// Returns the name of the program, the components and the parts of the edge together.
fn build_name() -> Result<String> {
    let (mut newest, mut bytes) = (0, 0);
    let mut built = vec![program()?];
    // The edge may not be built.
    for folder in [components()?, target()?.join("edge/parts")].into_iter().filter(|folder| folder.is_dir()) {
        for entry in fs::read_dir(folder)? {
            built.push(entry?.path());
        }
    }
    for file in built {
        if file.extension().is_none_or(|extension| extension == "wasm") {
            let file = file.metadata()?;
            newest = newest.max(file.modified()?.duration_since(UNIX_EPOCH)?.as_nanos());
            bytes += file.len();
        }
    }
    Ok(format!("build-{newest:x}-{bytes:x}"))
}

/// Copies a folder. Components are linked where that is possible, because a host never writes to one that is there.
fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            fs::create_dir(&to)?;
            fs::set_permissions(&to, entry.metadata()?.permissions())?;
            copy_folder(&from, &to)?;
        } else if from.extension().is_some_and(|extension| extension == "wasm") {
            fs::hard_link(&from, &to).or_else(|_| fs::copy(&from, &to).map(drop))?;
        } else {
            fs::copy(&from, &to)?;
        }
    }
    Ok(())
}
