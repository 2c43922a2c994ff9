//! `plumbline config`: the settings in force.

use anyhow::Result;

use super::output;
use crate::config::Config;

/// Prints them.
pub(crate) fn run(config: &Config, json: bool) -> Result<()> {
    let toml = config.to_toml()?;
    output::show(json, config, |_| toml.trim_end().to_owned())
}
