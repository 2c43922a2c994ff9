//! `plumbline config`: the effective settings.

use std::path::Path;

use anyhow::Result;
use plumbline_config::{Config, explain};
use plumbline_terminal as output;

/// Prints the settings. `file` is the given configuration file, and `flags` are the settings that flags set.
pub(crate) fn run(config: &Config, file: Option<&Path>, flags: &[&str], json: bool) -> Result<()> {
    let text = explain::explain(config, &Config::figment(file), flags)?;
    output::show(json, config, |_| text.trim().to_owned())
}
