//! Other processes: what they print, and where they listen.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Output};

use anyhow::{Context as _, Result, bail};

/// Runs a command to its end.
///
/// # Errors
/// Returns an error if it cannot be started or fails; all it said is in the error.
pub fn run(command: &mut Command) -> Result<Vec<u8>> {
    let output = command.output().with_context(|| format!("cannot run {command:?}"))?;
    said(&format!("{command:?}"), &output)
}

/// What a command printed, when it ended well.
pub(crate) fn said(command: &str, output: &Output) -> Result<Vec<u8>> {
    if !output.status.success() {
        let (said, wrong) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        bail!("{command}: {}\n{said}\n{wrong}", output.status);
    }
    Ok(output.stdout.clone())
}

/// Reads `listening on URL`, the first line of a server.
pub(crate) fn listening(child: &mut Child) -> Result<String> {
    let output = child.stdout.take().context("no standard output")?;
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line)?;
    let url = line.trim().strip_prefix("listening on ").with_context(|| format!("it said `{}`", line.trim()))?;
    Ok(url.to_owned())
}
