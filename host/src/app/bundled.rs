//! The folders that ship with the program, next to it: `components`, `compiled` with their machine code, and `models`.
//!
//! Files next to the program are trusted like the program itself: anyone who can write there could replace it.

use std::path::PathBuf;

/// Returns the folder of components next to the program, if there is one.
pub(crate) fn components() -> Option<PathBuf> {
    beside("components")
}

/// Returns the folder of compiled components next to the program, if there is one.
pub(crate) fn compiled() -> Option<PathBuf> {
    beside("compiled")
}

/// Returns the folder of models next to the program, if there is one.
pub(crate) fn models() -> Option<PathBuf> {
    beside("models")
}

fn beside(name: &str) -> Option<PathBuf> {
    let folder = std::env::current_exe().ok()?.parent()?.join(name);
    folder.is_dir().then_some(folder)
}
