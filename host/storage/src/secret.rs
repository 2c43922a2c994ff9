//! The key file behind sealed texts and signed URLs.

use std::path::Path;

use plumbline_seals::Secret;

use crate::error::StorageError;
use crate::files;

/// Reads the secret, or creates one on the first start.
///
/// # Errors
/// Returns an error if the file cannot be read or created, or has the wrong length.
pub(crate) fn open(path: &Path) -> Result<Secret, StorageError> {
    if !path.exists() {
        // If two processes start at once, the key of the first to finish is kept.
        files::create_private(path, &Secret::random())?;
    }
    let bytes = std::fs::read(path).map_err(StorageError::io(format!("reading {}", path.display())))?;
    Secret::new(&bytes).ok_or_else(|| {
        StorageError::Damaged(format!(
            "{} has the wrong length: restore it from a backup. Without a backup, delete it and run `plumbline signing-key \
             replace`. Signed addresses, cursors, access tokens and the authorizations of all apps become invalid, and Spin \
             applications need the new key.",
            path.display()
        ))
    })
}
