//! What a guest does in its own exports, set by the tests in its bytes: descriptions are asked for before there are settings.

/// Tests write over this: the word after the colon, filled up with blanks.
#[used]
static MODE: [u8; 48] = *b"plumbline-test-mode:                            ";

/// The word the tests wrote; empty in an honest guest.
pub(crate) fn mode() -> String {
    // Volatile, because the compiler knows what was written here.
    let bytes = unsafe { std::ptr::read_volatile(&raw const MODE) };
    String::from_utf8_lossy(&bytes[20..]).trim().to_owned()
}
