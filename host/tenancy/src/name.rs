//! Names that people give to tenants, keys and themselves.

/// The text cannot be a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Enter a name of 1–200 characters, without line breaks.")]
pub struct NotAName;

/// A name for people, without blanks around it: not empty, at most 200 characters, no control characters.
///
/// # Errors
/// [`NotAName`]
pub fn checked_name(name: &str) -> Result<&str, NotAName> {
    let name = name.trim();
    let length = name.chars().count();
    if length == 0 || length > 200 || name.chars().any(char::is_control) {
        return Err(NotAName);
    }
    Ok(name)
}
