//! Python programs of the tests and the corpus: virtual environments in `target`, with the versions that a
//! `requirements.txt` pins.

use crate::workspace::{self, Workspace};
use anyhow::{Context as _, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A virtual environment.
pub(crate) struct Python {
    folder: PathBuf,
}

impl Python {
    /// Returns the environment of the tests.
    pub(crate) fn for_tests(workspace: &Workspace) -> Result<Self> {
        Self::ensure(workspace, "venv", "xtask/requirements.txt")
    }

    /// Returns the environment in a folder. Creates it if it is missing, and installs packages only if the pins have changed.
    pub(crate) fn ensure(workspace: &Workspace, folder: &str, pins: &str) -> Result<Self> {
        let python = Self { folder: workspace.target.join(folder) };
        let pins = workspace.root.join(pins);
        let wanted = std::fs::read(&pins).with_context(|| format!("cannot read {}", pins.display()))?;
        // Written last, so that an interrupted installation is repeated.
        let installed = python.folder.join("installed-requirements.txt");
        if std::fs::read(&installed).is_ok_and(|found| found == wanted) {
            println!("      {} is up to date", python.folder.display());
            return Ok(python);
        }
        workspace::run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&python.folder))
            .context("tests of the API need Python 3.11 or later with its module venv")?;
        // Modules are compiled when they are first imported, and most of them never are.
        let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"];
        workspace::run(python.program("python").args(pip).args(["--require-hashes", "--requirement"]).arg(&pins))?;
        workspace::write(&installed, &wanted)?;
        Ok(python)
    }

    /// Creates a command that runs a program of the environment.
    pub(crate) fn program(&self, name: &str) -> Command {
        let programs = self.folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
        let mut command = Command::new(programs.join(format!("{name}{}", std::env::consts::EXE_SUFFIX)));
        // Some programs call others of the environment.
        let inherited = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths(std::iter::once(programs).chain(std::env::split_paths(&inherited)));
        command.env("PATH", path.unwrap_or(inherited));
        command
    }

    /// Checks an OpenAPI document against the specification of its version.
    pub(crate) fn validate(&self, document: &Path) -> Result<()> {
        workspace::run(self.program("openapi-spec-validator").arg(document))
    }
}
