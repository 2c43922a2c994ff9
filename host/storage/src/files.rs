//! Atomic file writes: a file is either complete or missing, even after a crash. Digests of files.

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use plumbline_tenancy::id;
use sha2::{Digest as _, Sha256};

use crate::error::StorageError;

/// Writes a file, replacing an existing one. The file is on the disk when this returns.
///
/// # Errors
/// Returns an error if the folder cannot be written.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), StorageError> {
    let failed = || StorageError::io(format!("writing {}", path.display()));
    let temporary = temporary_path(path);
    let written = write(&temporary, bytes, false).and_then(|()| std::fs::rename(&temporary, path));
    if written.is_err() {
        // Nothing more can be done about a failed removal, and the name shows what the file is.
        let _ = std::fs::remove_file(&temporary);
    }
    written.and_then(|()| sync_folder(path)).map_err(failed())
}

/// Writes a new file that only its owner can read. Returns false, and leaves the file unchanged, if it exists already.
/// If two processes write at once, the file of the first to finish is kept. The file is on the disk when this returns.
///
/// # Errors
/// Returns an error if the folder cannot be written.
pub fn create_private(path: &Path, bytes: &[u8]) -> Result<bool, StorageError> {
    let failed = || StorageError::io(format!("creating {}", path.display()));
    let temporary = temporary_path(path);
    let linked = write(&temporary, bytes, true).and_then(|()| match std::fs::hard_link(&temporary, path) {
        Ok(()) => sync_folder(path).map(|()| true),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error),
    });
    let removed = std::fs::remove_file(&temporary);
    let is_new = linked.map_err(failed())?;
    removed.map_err(failed())?;
    Ok(is_new)
}

/// Returns the size of a file in bytes and its hexadecimal SHA-256. The file is not held in memory.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub fn digest(path: &Path) -> Result<(u64, String), StorageError> {
    let failed = || StorageError::io(format!("reading {}", path.display()));
    let mut file = std::fs::File::open(path).map_err(failed())?;
    let (mut digest, mut bytes, mut buffer) = (Sha256::new(), 0, vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer).map_err(failed())? {
            0 => return Ok((bytes, hex::encode(digest.finalize()))),
            read => {
                digest.update(&buffer[..read]);
                bytes += read as u64;
            }
        }
    }
}

/// Returns an unused name for a temporary file next to `path`.
fn temporary_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(id::random(".part-"));
    name.into()
}

fn write(path: &Path, bytes: &[u8], private: bool) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if private {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Makes a new directory entry durable.
fn sync_folder(of: &Path) -> std::io::Result<()> {
    match of.parent() {
        Some(folder) if folder.as_os_str().is_empty() => std::fs::File::open(".")?.sync_all(),
        Some(folder) => std::fs::File::open(folder)?.sync_all(),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_private_file_is_written_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        assert!(create_private(&path, b"first").unwrap());
        assert!(!create_private(&path, b"second").unwrap());
        assert_eq!(std::fs::read(&path).unwrap(), b"first");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        replace(&path, b"third").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"third");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn many_at_once_leave_one_whole_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        let created: Vec<bool> = std::thread::scope(|scope| {
            let tasks: Vec<_> = (0..16_u8)
                .map(|number| {
                    let path = &path;
                    scope.spawn(move || create_private(path, &[number; 10_000]).unwrap())
                })
                .collect();
            tasks.into_iter().map(|task| task.join().unwrap()).collect()
        });
        assert_eq!(created.iter().filter(|is_new| **is_new).count(), 1);
        let bytes = std::fs::read(&path).unwrap();
        assert!(bytes.len() == 10_000 && bytes.iter().all(|byte| *byte == bytes[0]));
    }
}
