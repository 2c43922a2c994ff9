//! The files that checks of the repository read.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Returns the files below a folder whose extension is among `extensions`, in order. Files and folders that `is_skipped`
/// accepts by their name without extension are left out.
pub(crate) fn files_below(folder: &Path, extensions: &[&str], is_skipped: &dyn Fn(&str) -> bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if is_skipped(&path.file_stem().unwrap().to_string_lossy()) {
            continue;
        }
        if path.is_dir() {
            found.extend(files_below(&path, extensions, is_skipped));
        } else if path.extension().is_some_and(|extension| extensions.iter().any(|one| extension == *one)) {
            found.push(path);
        }
    }
    found.sort();
    found
}
