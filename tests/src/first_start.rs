//! The data directory after a first start, which publishes all components. It is made once for each build, and each test's
//! server starts on a copy.

use std::fs;
use std::path::Path;
use std::time::UNIX_EPOCH;

use anyhow::{Context as _, Result};
use tempfile::TempDir;

use crate::python::target;
use crate::server::{components, program};

/// Returns a copy of the data directory in a temporary folder. `start` makes the first one: that of a server that started and
/// stopped.
///
/// # Errors
/// Returns the errors of `start`, and one if a file cannot be copied.
pub(crate) fn data_after_first_start(start: impl FnOnce() -> Result<TempDir>) -> Result<TempDir> {
    let (folder, name) = (target()?.join("tmp/first-start"), build_name()?);
    let template = folder.join(&name);
    if !template.exists() {
        let data = start()?;
        fs::create_dir_all(&folder)?;
        let made = tempfile::tempdir_in(&folder)?;
        copy_folder(data.path(), made.path())?;
        let made = made.keep();
        match fs::rename(&made, &template) {
            // Another test has made it meanwhile.
            Err(_) if template.exists() => fs::remove_dir_all(&made)?,
            renamed => renamed.context("cannot keep the data directory of a first start")?,
        }
        remove_earlier(&folder, &name)?;
    }
    let copy = tempfile::tempdir()?;
    copy_folder(&template, copy.path())?;
    Ok(copy)
}

/// Removes what earlier builds left. A temporary folder may be another test's.
fn remove_earlier(folder: &Path, name: &str) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let is_of_a_build = entry.file_name().to_str().is_some_and(|other| other.starts_with("build-"));
        if is_of_a_build && entry.file_name() != name {
            fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}

/// Returns the name of the program and the components together.
fn build_name() -> Result<String> {
    let (mut newest, mut bytes) = (0, 0);
    let built = fs::read_dir(components()?)?.map(|entry| Ok(entry?.path()));
    for file in built.chain([program()]) {
        let file = file?;
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
