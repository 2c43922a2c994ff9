//! The key file behind sealed texts and signed URLs.

use std::path::Path;

use plumbline_seals::Secret;

use crate::error::StorageError;

/// Reads the secret, or creates one on the first start.
///
/// # Errors
/// Fails if the file cannot be read or created, or has the wrong length.
pub(crate) fn open(path: &Path) -> Result<Secret, StorageError> {
    if !path.exists() {
        create(path)?;
    }
    let bytes = std::fs::read(path).map_err(StorageError::io(format!("reading {}", path.display())))?;
    Secret::new(&bytes).ok_or_else(|| {
        StorageError::Damaged(format!(
            "{} has not {} bytes; delete it for a new key, which ends all signed addresses",
            path.display(),
            Secret::BYTES
        ))
    })
}

/// Writes a new secret that only the owner can read. When two processes start at once, the first to link its file wins.
fn create(path: &Path) -> Result<(), StorageError> {
    use std::io::Write as _;

    let failed = || StorageError::io(format!("creating {}", path.display()));
    let temporary = path.with_extension(plumbline_tenancy::id::random("part"));
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&temporary).map_err(failed())?;
    file.write_all(&Secret::random()).and_then(|()| file.sync_all()).map_err(failed())?;
    let linked = std::fs::hard_link(&temporary, path);
    std::fs::remove_file(&temporary).map_err(failed())?;
    match linked {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(failed()(error)),
        _ => Ok(()),
    }
}
