//! A child process that prints the address it listens on.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};

/// A server program as a child process. Dropping it kills the process.
pub(crate) struct Child {
    process: std::process::Child,
    /// The address it listens on: `127.0.0.1:PORT`.
    pub address: String,
}

impl Child {
    /// Starts a program whose first line is `listening on http://ADDRESS`.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started or prints something else.
    pub(crate) fn start(command: &mut Command) -> Result<Self> {
        let process = command.stdout(Stdio::piped()).spawn().with_context(|| format!("cannot start {command:?}"))?;
        // From here on, a failure kills the process.
        let mut child = Self { process, address: String::new() };
        let output = child.process.stdout.take().context("no standard output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let address = line.trim().strip_prefix("listening on http://");
        child.address = address.with_context(|| format!("{command:?} printed `{}`", line.trim()))?.to_owned();
        Ok(child)
    }

    /// Returns the process id.
    pub(crate) fn pid(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // Fails if the process has already exited.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
