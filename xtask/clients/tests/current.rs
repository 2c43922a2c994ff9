//! The test that the checked-in generated files are current.
#![allow(clippy::unwrap_used, reason = "a test stops where it finds what it did not expect")]

use plumbline_clients::{files, root};

#[test]
fn the_checked_in_files_are_the_present_ones() {
    let stale: Vec<_> = files()
        .unwrap()
        .into_iter()
        .filter(|file| std::fs::read_to_string(root().join(file.path)).unwrap_or_default() != file.text)
        .map(|file| file.path)
        .collect();
    assert_eq!(stale, [""; 0], "run `cargo xtask clients` and commit what it writes");
}
