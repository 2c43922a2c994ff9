//! Blob keys within a tenant and environment, for example `documents/doc_1/source`.

/// Maximum length of a key in bytes: well above the keys we create and below the limits of file systems.
const KEY_BYTES: usize = 512;

/// The error for a key that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("key: {0}")]
pub struct InvalidKey(pub String);

/// Checks a blob key. Keys appear in file names and signed URLs, so only characters that are safe in both are allowed.
///
/// # Errors
/// Returns [`InvalidKey`] with the reason.
pub fn check_key(key: &str) -> Result<(), InvalidKey> {
    let shown: String = key.chars().take(80).collect();
    if key.is_empty() || key.len() > KEY_BYTES {
        return Err(InvalidKey(format!("`{shown}` must be 1 to {KEY_BYTES} characters")));
    }
    if !key.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-/".contains(&b)) {
        return Err(InvalidKey(format!("`{shown}` has characters other than letters, digits and `._-/`")));
    }
    if key.split('/').any(|part| part.is_empty() || part == "." || part == "..") {
        return Err(InvalidKey(format!("`{shown}` has an empty part, `.` or `..`")));
    }
    Ok(())
}
