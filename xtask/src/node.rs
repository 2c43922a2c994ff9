//! Node packages of the tests: in `target/node`, with the versions that `tests/node/package-lock.json` pins.

use crate::workspace::{self, Workspace};
use anyhow::{Context as _, Result};
use std::process::Command;

/// The packages, and the versions of all that they need.
const FILES: [&str; 2] = ["package.json", "package-lock.json"];

/// Installs the packages if they are missing or the pins have changed.
pub(crate) fn install(workspace: &Workspace) -> Result<()> {
    let folder = workspace.target.join("node");
    let mut wanted = Vec::new();
    for name in FILES {
        let file = workspace.root.join("tests/node").join(name);
        let content = std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        workspace::write(&folder.join(name), &content)?;
        wanted.extend(content);
    }
    // Written last, so that an interrupted installation is repeated.
    let installed = folder.join("installed-packages.json");
    if std::fs::read(&installed).is_ok_and(|found| found == wanted) {
        println!("      {} is up to date", folder.display());
        return Ok(());
    }
    // The packages work without their scripts. Some need a later Node.js than this machine may have, and bring it.
    let options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    workspace::run(Command::new("npm").arg("ci").args(options).current_dir(&folder))?;
    workspace::write(&installed, &wanted)
}
