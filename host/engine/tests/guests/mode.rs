//! The mode of a guest's own exports, which tests write into its bytes, because `describe` runs before there are settings.

/// The mode, which tests overwrite: the word after the colon, padded with blanks.
#[used]
static MODE: [u8; 48] = *b"plumbline-test-mode:                            ";

/// Returns the mode; empty in an honest guest.
pub(crate) fn mode() -> String {
    // Volatile, because the compiler would otherwise use the initial value.
    let bytes = unsafe { std::ptr::read_volatile(&raw const MODE) };
    String::from_utf8_lossy(&bytes[20..]).trim().to_owned()
}
