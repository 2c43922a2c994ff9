//! The folders that came with the program and lie beside it: `components`, `compiled` with their machine code, and `models`.
//!
//! A file beside the program is trusted as the program is: those who may write there could replace it.

use std::path::PathBuf;

/// Returns the folder of components beside the program, if there is one.
pub(crate) fn components() -> Option<PathBuf> {
    beside("components")
}

/// Returns the folder of compiled components beside the program, if there is one.
pub(crate) fn compiled() -> Option<PathBuf> {
    beside("compiled")
}

/// Returns the folder of models beside the program, if there is one.
pub(crate) fn models() -> Option<PathBuf> {
    beside("models")
}

fn beside(name: &str) -> Option<PathBuf> {
    let folder = std::env::current_exe().ok()?.parent()?.join(name);
    folder.is_dir().then_some(folder)
}
