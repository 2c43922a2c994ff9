//! Names that people give to tenants, keys and themselves.

/// The error for a text that cannot be used as a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Enter a name of 1–200 characters, without line breaks.")]
pub struct InvalidName;

/// Returns a display name without surrounding white space. A name has 1 to 200 characters and no control characters.
///
/// # Errors
/// Returns [`InvalidName`] if the name is not valid.
pub fn checked_name(name: &str) -> Result<&str, InvalidName> {
    let name = name.trim();
    let length = name.chars().count();
    if length == 0 || length > 200 || name.chars().any(char::is_control) {
        return Err(InvalidName);
    }
    Ok(name)
}
