//! Python programs: those in `python/`, and those of the virtual environment that `cargo xtask test` creates.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result};

use crate::built::{target, workspace};
use crate::process::read_listening_url;
use crate::requirements::report_missing;

/// The virtual environment.
pub struct Python {
    programs: PathBuf,
}

impl Python {
    /// Returns the environment. Returns `None` and reports the test as skipped if it was not created.
    ///
    /// # Errors
    /// Returns an error if the environment is missing and `CI` is set.
    pub fn find() -> Result<Option<Self>> {
        let programs = target()?.join("venv").join(if cfg!(windows) { "Scripts" } else { "bin" });
        if programs.is_dir() {
            return Ok(Some(Self { programs }));
        }
        report_missing("the Python environment of the tests", "`cargo xtask test` makes it with Python 3.11 or later")?;
        Ok(None)
    }

    /// Returns a command that runs a program of the environment.
    pub fn program(&self, name: &str) -> Command {
        Command::new(self.programs.join(name))
    }

    /// Returns a command that runs a script in `python/`.
    pub fn script(&self, name: &str) -> Command {
        let mut command = self.program("python");
        command.arg(workspace().join("tests/python").join(name));
        command
    }

    /// Starts a server in `python/`.
    ///
    /// # Errors
    /// Returns an error if the server does not start listening.
    pub fn serve(&self, script: &str) -> Result<PythonServer> {
        let mut command = self.script(script);
        command.stdout(Stdio::piped());
        if std::env::var_os("TEST_LOG").is_none() {
            command.stderr(Stdio::null());
        }
        let mut server = PythonServer { child: command.spawn()?, url: String::new() };
        server.url = read_listening_url(&mut server.child).with_context(|| format!("{script} did not start"))?;
        Ok(server)
    }
}

/// A running server from `python/`. Dropping it kills the process.
pub struct PythonServer {
    child: Child,
    /// The address it listens on: `http://127.0.0.1:PORT`.
    pub url: String,
}

impl Drop for PythonServer {
    fn drop(&mut self) {
        // The process may already be gone, which is fine.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns this machine's Chromium. Returns `None` and reports the test as skipped if there is none.
///
/// # Errors
/// Returns an error if Chromium is missing and `CI` is set.
pub fn chromium() -> Result<Option<PathBuf>> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|folder| folder.join("chromium")).find(|program| program.is_file());
    if found.is_none() {
        report_missing("Chromium", "`cargo xtask setup` installs it on Debian, as does `apt-get install chromium`")?;
    }
    Ok(found)
}
