//! Tools and drawings that tests need but the project does not contain, and how a test without them ends.
//!
//! A test that cannot run says so in one line, `skipped: …`, which `cargo xtask test` collects. Where `CI` is set it fails
//! instead, because a skipped test is easily overlooked there. It must have the tools that the set-up installs or the README lists;
//! real drawings are optional unless [`TEST_CORPUS`] is set.
#![expect(clippy::print_stdout, reason = "a test that was not run says so")]

use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::server::workspace;

/// Names the folder of real drawings. Where it is set, tests that read them fail without them.
pub const TEST_CORPUS: &str = "TEST_CORPUS";

/// Says that the test is skipped because a tool is missing, and how to get it.
///
/// # Errors
/// Returns an error if `CI` is set.
pub fn missing(tool: &str, remedy: &str) -> Result<()> {
    if is_ci(std::env::var("CI").ok().as_deref()) {
        bail!("{tool} is missing. {remedy}. Where CI is set, no test is skipped for want of a tool.");
    }
    skipped(&format!("{tool} is missing. {remedy}."));
    Ok(())
}

/// Says that the test is skipped, in the form that `cargo xtask test` collects.
pub fn skipped(why: &str) {
    println!("skipped: {why}");
}

/// The folder of real drawings: [`TEST_CORPUS`], or `shared/corpus` beside the workspace. `None` where there is neither; then the
/// test says that it is skipped.
///
/// # Errors
/// Returns an error if the folder that the variable names has no drawings.
pub fn corpus() -> Result<Option<PathBuf>> {
    let is_corpus = |folder: &PathBuf| folder.join("truth.json").is_file();
    if let Some(folder) = std::env::var_os(TEST_CORPUS).map(PathBuf::from) {
        if !is_corpus(&folder) {
            bail!("{TEST_CORPUS} names {}, which has no truth.json", folder.display());
        }
        return Ok(Some(folder));
    }
    let beside = workspace().parent().map(|folder| folder.join("shared/corpus")).filter(is_corpus);
    if beside.is_none() {
        skipped(&format!("no real drawings were found. Set {TEST_CORPUS} to a folder of drawings with a truth.json."));
    }
    Ok(beside)
}

/// Whether a value of `CI` means a machine: any but none, `0` and `false`.
fn is_ci(value: Option<&str>) -> bool {
    !matches!(value, None | Some("" | "0" | "false"))
}

#[cfg(test)]
mod tests {
    use super::is_ci;

    #[test]
    fn ci_is_set_unless_its_value_says_no() {
        assert!(is_ci(Some("true")) && is_ci(Some("1")));
        assert!(!is_ci(None) && !is_ci(Some("")) && !is_ci(Some("0")) && !is_ci(Some("false")));
    }
}
