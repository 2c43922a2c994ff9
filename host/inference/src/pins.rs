//! The files that are accepted as models.

use sha2::{Digest as _, Sha256};

/// The pinned files, one per line, in the format of `sha256sum`.
pub const PINS: &str = include_str!("../models.sha256");

/// Returns the file and SHA-256 of a graph.
pub(crate) fn of(name: &str) -> Option<(&'static str, &'static str)> {
    PINS.lines()
        .filter_map(|line| line.split_once("  "))
        .find_map(|(pin, file)| (file.strip_suffix(".onnx") == Some(name)).then_some((file, pin)))
}

/// Returns the names of all graphs.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    PINS.lines().filter_map(|line| line.split_once("  ")?.1.strip_suffix(".onnx"))
}

/// Compares bytes with their pin.
pub(crate) fn check(bytes: &[u8], pin: &str) -> Result<(), String> {
    let found = hex::encode(Sha256::digest(bytes));
    if found == pin { Ok(()) } else { Err(format!("its SHA-256 is {found}, not the pinned {pin}")) }
}
