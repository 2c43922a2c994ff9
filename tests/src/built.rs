//! Where the workspace and its builds are.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// Returns the folder of the workspace.
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_owned).unwrap_or_default()
}

/// Returns the program under test. `cargo xtask build` puts it in the folder of the test's own executable or the one
/// above.
pub fn program() -> Result<PathBuf> {
    let test = std::env::current_exe()?;
    let found =
        test.ancestors().skip(1).take(2).map(|folder| folder.join("plumbline")).find(|program| program.is_file());
    found.with_context(|| format!("no program plumbline near {}; `cargo xtask build` makes it", test.display()))
}

/// Returns the folder of the built components.
pub fn components() -> Result<PathBuf> {
    let program = program()?;
    program.ancestors().nth(2).map(|target| target.join("components")).context("no target folder")
}

/// Returns the build folder. The test's own executable is in its `release/deps` or `release`.
///
/// # Errors
/// Returns an error if the test runs from elsewhere.
pub fn target() -> Result<PathBuf> {
    let test = std::env::current_exe()?;
    let folder = test.parent().context("a test is in a folder")?;
    let profile = if folder.ends_with("deps") { folder.parent() } else { Some(folder) };
    profile.and_then(Path::parent).map(Path::to_owned).context("no target folder")
}
