//! Tools and drawings that tests need but the project does not contain, and the result of a test without them.
//!
//! A test that cannot run prints one line, `skipped: …`, which `cargo xtask test` collects. If `CI` is set, the test fails
//! instead, because a skipped test is easily overlooked there. CI must have the tools that the set-up installs or the
//! README lists. Real drawings are optional unless [`TEST_CORPUS`] is set.
#![expect(clippy::print_stdout, reason = "a test that was not run says so")]

use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::built::workspace;

/// Variable that names the folder of real drawings. If it is set, tests that read them fail without them.
pub const TEST_CORPUS: &str = "TEST_CORPUS";

/// Reports the test as skipped because a tool is missing, and how to get the tool.
///
/// # Errors
/// Returns an error if `CI` is set.
pub fn report_missing(tool: &str, remedy: &str) -> Result<()> {
    if is_ci(std::env::var("CI").ok().as_deref()) {
        bail!("{tool} is missing. {remedy}. Where CI is set, no test is skipped for want of a tool.");
    }
    report_skipped(&format!("{tool} is missing. {remedy}."));
    Ok(())
}

/// Prints that the test is skipped, in the form that `cargo xtask test` collects.
pub fn report_skipped(why: &str) {
    println!("skipped: {why}");
}

/// Returns the folder of real drawings: [`TEST_CORPUS`], or `shared/corpus` beside the workspace. Returns `None` and
/// reports the test as skipped if there is neither.
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
        report_skipped(&format!(
            "no real drawings were found. Set {TEST_CORPUS} to a folder of drawings with a truth.json."
        ));
    }
    Ok(beside)
}

/// Returns whether a value of `CI` counts as set: any but none, an empty one, `0` and `false`.
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
