//! Staging files of uploads and fetches, and the deletion of those that a killed host left behind.
//!
//! In a folder, the store writes a blob to `<name>#<number>` next to its final path and renames it when it is complete. A key cannot
//! contain `#`, so such a name is never a blob. An upload that must not replace anything is first written to the folder
//! `staging`. In an S3 store, that folder also has the files that clients send to the store itself, below `uploads`.

use std::path::Path;
use std::time::{Duration, SystemTime};

use futures::TryStreamExt as _;
use object_store::ObjectStore;

use super::deletion::delete_all;
use super::error::BlobError;
use crate::error::StorageError;

/// Folder of uploads that are moved to their path when they are complete. It cannot be a tenant's folder, which starts
/// with `ten_`.
const FOLDER: &str = "staging";
/// Folder in it of files that clients send to the store itself, under their later paths.
const UPLOADS: &str = "uploads";

/// Returns a unique path for an upload.
pub(super) fn place() -> object_store::path::Path {
    object_store::path::Path::from_iter([FOLDER.to_owned(), plumbline_tenancy::id::random("upl_")])
}

/// Returns the path to which a client sends the file of a path.
pub(super) fn of(path: &object_store::path::Path) -> object_store::path::Path {
    let folders = [FOLDER, UPLOADS].map(object_store::path::PathPart::from);
    object_store::path::Path::from_iter(folders.into_iter().chain(path.parts()))
}

/// Deletes the objects of the folder `staging` that have not been written for `age`. Returns their number.
pub(super) async fn sweep_store(store: &dyn ObjectStore, age: Duration) -> Result<usize, BlobError> {
    let before = time::OffsetDateTime::now_utc() - age;
    let found = store.list(Some(&object_store::path::Path::from(FOLDER)));
    let is_old = move |found: &object_store::ObjectMeta| {
        std::future::ready(found.last_modified.timestamp() < before.unix_timestamp())
    };
    delete_all(store, Box::pin(found.try_filter(is_old).map_ok(|found| found.location))).await
}

/// Deletes the staging files below `folder` that have not been written for `age`. Returns their number.
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
            // The folder was deleted meanwhile with its last blob.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => return Err(failed()(error)),
        };
        for entry in entries {
            let entry = entry.map_err(failed())?;
            // The type of the entry itself: links are neither followed nor deleted.
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

/// Returns whether a file was last written before a time. False if it no longer exists or its time is not known.
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
