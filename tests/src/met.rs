//! Which codes of problems tests have met: each leaves an empty file in a folder, since each test is a process.

use std::path::PathBuf;

/// Names the folder. `cargo xtask test` sets it, and looks after the tests whether each code of the contract is there.
pub const TEST_MET: &str = "TEST_MET";

/// Notes that a test met a code, where [`TEST_MET`] is set.
///
/// # Panics
/// Panics if the folder cannot be written to.
pub fn note_met(code: &str) {
    if let Some(folder) = std::env::var_os(TEST_MET).map(PathBuf::from) {
        let file = folder.join(code);
        std::fs::write(&file, []).unwrap_or_else(|error| panic!("cannot write {}: {error}", file.display()));
    }
}
