//! Files that uploads and fetches are staged in, and those that a killed host left behind.
//!
//! The store writes a blob to `<name>#<number>` beside its place and renames it there when it is whole. A key has no `#`,
//! so such a name is never a blob. An upload that must not replace anything is written to the folder `staging` first.

use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::error::StorageError;

/// Folder of uploads that are moved to their place when they are whole. A tenant's folder begins with `ten_`.
const FOLDER: &str = "staging";

/// Returns a place for an upload, which nothing else uses.
pub(super) fn place() -> object_store::path::Path {
    object_store::path::Path::from_iter([FOLDER.to_owned(), plumbline_tenancy::id::random("upl_")])
}

/// Deletes the staging files below `folder` that nothing was written to for `age`; returns how many.
pub(super) fn sweep(folder: &Path, age: Duration) -> Result<usize, StorageError> {
    let Some(before) = SystemTime::now().checked_sub(age) else { return Ok(0) };
    let mut swept = 0;
    let uploads = folder.join(FOLDER);
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let all_staged = folder == uploads;
        let failed = || StorageError::io(format!("sweeping {}", folder.display()));
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            // Deleted meanwhile with its last blob.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => return Err(failed()(error)),
        };
        for entry in entries {
            let entry = entry.map_err(failed())?;
            // Of the entry itself: a link is neither followed nor swept.
            let kind = entry.file_type().map_err(failed())?;
            if kind.is_dir() {
                folders.push(entry.path());
                continue;
            }
            let is_staged = all_staged || entry.file_name().to_str().is_some_and(is_staging);
            if kind.is_file() && is_staged && is_old(&entry, before) {
                match std::fs::remove_file(entry.path()) {
                    Ok(()) => swept += 1,
                    Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                    Err(error) => return Err(failed()(error)),
                }
            }
        }
    }
    Ok(swept)
}

fn is_staging(name: &str) -> bool {
    name.rsplit_once('#').is_some_and(|(_, number)| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

/// A file that is gone, or whose time is not known, is left alone.
fn is_old(entry: &std::fs::DirEntry, before: SystemTime) -> bool {
    entry.metadata().and_then(|file| file.modified()).is_ok_and(|written| written < before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_store_stages_is_staging() {
        assert!(is_staging("original#1") && is_staging("original#27"));
        for name in ["original", "original#", "original#x", "1", "#x1"] {
            assert!(!is_staging(name), "{name}");
        }
    }
}
