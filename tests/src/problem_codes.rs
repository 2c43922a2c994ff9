//! The problem codes that tests have met. Each leaves an empty file in a folder, because each test is a process.

use std::path::PathBuf;

/// Variable that names the folder. `cargo xtask test` sets it and then checks that each code of the contract is there.
pub const TEST_MET: &str = "TEST_MET";

/// Records that a test met a code, if [`TEST_MET`] is set.
///
/// # Panics
/// Panics if the folder cannot be written to.
pub fn record_problem_code(code: &str) {
    if let Some(folder) = std::env::var_os(TEST_MET).map(PathBuf::from) {
        let file = folder.join(code);
        std::fs::write(&file, []).unwrap_or_else(|error| panic!("cannot write {}: {error}", file.display()));
    }
}
