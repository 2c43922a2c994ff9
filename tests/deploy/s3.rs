//! The lifecycle rules of the S3 store.

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::workspace;
use serde_json::Value;

use crate::read;

/// The prefix of the installation that the document describes.
const PREFIX: &str = "production/";

#[test]
fn lifecycle_rules_are_those_of_the_document() -> Result<()> {
    let document = std::fs::read_to_string(workspace().join("docs/operating-s3.md"))?;
    let section = document.split("## Lifecycle rules").nth(1).context("no section about the rules")?;
    let json = section.split("```json").nth(1).and_then(|rest| rest.split("```").next()).context("no rules")?;
    let mut documented: Value = serde_json::from_str(json)?;
    for rule in documented["Rules"].as_array_mut().context("no rules")? {
        let prefix = rule["Filter"]["Prefix"].as_str().context("no prefix")?;
        rule["Filter"]["Prefix"] = prefix.strip_prefix(PREFIX).context("another prefix")?.into();
    }
    let rules: Value = serde_json::from_str(&read("s3/lifecycle.json")?)?;
    ensure!(rules["Rules"].as_array().is_some_and(|rules| rules.len() == 3), "{rules}");
    assert_eq!(rules, documented);
    Ok(())
}
