//! The results of a test run: which tests and other parts were skipped and why, and which problem codes were met.

use crate::workspace::Workspace;
use anyhow::{Context as _, Result, bail};
use plumbline_contract::problem::ProblemCode;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The prefix of the line that a test prints when it is skipped (`plumbline_tests::report_skipped`).
const SKIPPED: &str = "skipped: ";
/// Variable with the folder of met codes, for the tests.
pub(crate) const TEST_MET: &str = "TEST_MET";

/// Creates an empty folder for the codes that tests meet.
pub(crate) fn create_met_folder(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.target.join("tmp/met");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    Ok(folder)
}

/// Checks that tests met every code of the contract.
pub(crate) fn check_all_codes_met(folder: &std::path::Path) -> Result<()> {
    let unmet: Vec<&str> =
        ProblemCode::ALL.iter().map(|code| code.as_str()).filter(|code| !folder.join(code).is_file()).collect();
    if !unmet.is_empty() {
        bail!("no test met the problems {}", unmet.join(", "));
    }
    println!("      all {} codes of problems were met", ProblemCode::ALL.len());
    Ok(())
}

/// Returns the path of the test runner's report (`.config/nextest.toml`).
fn report_path(workspace: &Workspace) -> PathBuf {
    workspace.target.join("nextest/default/junit.xml")
}

/// Removes the report of an earlier run.
pub(crate) fn remove_report(workspace: &Workspace) {
    // A missing report is fine.
    let _ = std::fs::remove_file(report_path(workspace));
}

/// Returns the number of tests of the last run that were skipped, by reason.
pub(crate) fn skipped_tests(workspace: &Workspace) -> Result<BTreeMap<String, usize>> {
    let path = report_path(workspace);
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(skip_reasons(&text))
}

/// Returns the reasons in a report, which contains the output of each test as XML text.
fn skip_reasons(report: &str) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    for line in report.lines() {
        let printed = line.rsplit_once("<system-out>").map_or(line, |(_, printed)| printed);
        let Some(reason) = printed.strip_prefix(SKIPPED) else { continue };
        let reason = reason.split("</system-out>").next().unwrap_or(reason);
        *found.entry(unescape(reason.trim())).or_default() += 1;
    }
    found
}

fn unescape(text: &str) -> String {
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    entities.into_iter().fold(text.to_owned(), |text, (entity, character)| text.replace(entity, character))
}

/// Prints how many tests were skipped and why.
pub(crate) fn print(skipped: &BTreeMap<String, usize>) {
    println!("\n{} tests were skipped.", skipped.values().sum::<usize>());
    for (reason, tests) in skipped {
        println!("      {tests}: {reason}");
    }
}

/// Parts of a run, other than tests, that were skipped, with the reasons.
pub(crate) struct SkippedParts {
    /// Whether `CI` is set, where a missing tool is an error.
    is_ci: bool,
    parts: Vec<String>,
}

impl SkippedParts {
    /// Returns an empty list that reads `CI` as the tests do (`plumbline_tests::report_missing`).
    pub(crate) fn from_env() -> Self {
        let is_ci = !matches!(std::env::var("CI").ok().as_deref(), None | Some("" | "0" | "false"));
        Self { is_ci, parts: Vec::new() }
    }

    /// Adds a part that needs something that not every machine can have.
    pub(crate) fn add(&mut self, part: &str, why: &str) {
        println!("      {part}: skipped, {why}");
        self.parts.push(format!("{part}: {why}"));
    }

    /// Adds a part that needs a missing tool. Returns an error instead if `CI` is set.
    pub(crate) fn add_missing(&mut self, part: &str, why: &str) -> Result<()> {
        if self.is_ci {
            bail!("{part}: {why}. If CI is set, nothing is skipped because a tool is missing.");
        }
        self.add(part, why);
        Ok(())
    }

    /// Prints the parts, if there are any.
    pub(crate) fn print(&self) {
        if !self.parts.is_empty() {
            println!("\nOther skipped parts:");
        }
        for part in &self.parts {
            println!("      {part}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_tool_is_an_error_only_in_ci() {
        let mut local = SkippedParts { is_ci: false, parts: Vec::new() };
        local.add_missing("Spin", "it is not installed").unwrap();
        local.add("advisories", "their database cannot be fetched");
        assert_eq!(local.parts, ["Spin: it is not installed", "advisories: their database cannot be fetched"]);
        let mut ci = SkippedParts { is_ci: true, parts: Vec::new() };
        ci.add("advisories", "their database cannot be fetched");
        let error = ci.add_missing("Spin", "it is not installed").unwrap_err().to_string();
        assert!(error.starts_with("Spin: it is not installed."), "{error}");
    }

    #[test]
    fn reasons_are_read_from_what_tests_printed() {
        let report = "<testcase name=\"a\">\n<system-out>\nrunning 1 test\nskipped: Chromium is missing. `apt &amp; co`.\ntest a ... ok\n\
                      </system-out>\n</testcase>\n<testcase name=\"skipped: b\"/>\n<system-out>skipped: no drawings</system-out>\n\
                      <system-out>skipped: no drawings\n</system-out>";
        let wanted =
            BTreeMap::from([("Chromium is missing. `apt & co`.".to_owned(), 1), ("no drawings".to_owned(), 2)]);
        assert_eq!(skip_reasons(report), wanted);
    }
}
