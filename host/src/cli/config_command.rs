//! `plumbline config`: the settings in force.

use std::path::Path;

use anyhow::Result;

use super::output;
use crate::config::{Config, explain};

/// Prints them. `file` is the configuration file that was named, `flags` the settings that flags set.
pub(crate) fn run(config: &Config, file: Option<&Path>, flags: &[&str], json: bool) -> Result<()> {
    let text = explain::explain(config, &Config::figment(file), flags)?;
    output::show(json, config, |_| text.trim().to_owned())
}
