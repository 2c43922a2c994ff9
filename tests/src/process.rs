//! Other processes: their output and their addresses.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Output};

use anyhow::{Context as _, Result, bail};

/// Runs a command to its end and returns its standard output.
///
/// # Errors
/// Returns an error with all output if the command cannot be started or fails.
pub fn run(command: &mut Command) -> Result<Vec<u8>> {
    let output = command.output().with_context(|| format!("cannot run {command:?}"))?;
    checked_stdout(&format!("{command:?}"), &output)
}

/// Returns the standard output of a command that succeeded.
pub(crate) fn checked_stdout(command: &str, output: &Output) -> Result<Vec<u8>> {
    if !output.status.success() {
        let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        bail!("{command}: {}\n{stdout}\n{stderr}", output.status);
    }
    Ok(output.stdout.clone())
}

/// Reads `listening on URL`, the first line of a server.
pub(crate) fn read_listening_url(child: &mut Child) -> Result<String> {
    let output = child.stdout.take().context("no standard output")?;
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line)?;
    let url = line.trim().strip_prefix("listening on ").with_context(|| format!("it said `{}`", line.trim()))?;
    Ok(url.to_owned())
}
