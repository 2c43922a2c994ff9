//! What comparisons of a drawing's own statements with the counts share: their warnings, and the form of the texts that
//! they compare.

use plumbline_worker::quantities::WarningCode;

/// A warning: its code, its page (0 for the whole takeoff) and its message.
pub(crate) type CheckWarning = (WarningCode, u32, String);

/// Returns a warning about the whole takeoff that a statement of the drawing differs from the counts.
pub(crate) fn differs(message: String) -> CheckWarning {
    (WarningCode::StatedQuantityDiffers, 0, message)
}

/// Returns the letters and digits of a tag or a description in capitals, so that `EF-1`, `ef 1` and `EF1` are equal.
pub(crate) fn normalized(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}
