//! The files of `deploy/`: checked with the tools of their kind, and against the program's own settings, paths and
//! metrics.

mod chart;
mod compose;
mod container;
mod prometheus;
mod roles;
mod s3;
mod settings;
mod systemd;

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::Result;
use plumbline_tests::{Python, report_skipped, run, workspace};
use serde_json::Value;

/// Returns the path of a file of `deploy/`.
fn file(name: &str) -> PathBuf {
    workspace().join("deploy").join(name)
}

/// Reads a file of `deploy/`.
fn read(name: &str) -> Result<String> {
    Ok(std::fs::read_to_string(file(name))?)
}

/// Runs a script of `tests/python` that prints JSON. Returns `None` and reports the test as skipped without Python.
fn read_with(script: &str, arguments: &[&std::ffi::OsStr]) -> Result<Option<Value>> {
    let Some(python) = Python::find()? else { return Ok(None) };
    Ok(Some(serde_json::from_slice(&run(python.script(script).args(arguments))?)?))
}

/// Returns whether an optional tool is installed. Reports the test as skipped otherwise. `CI` does not demand these
/// tools, because their packages start services.
fn has_optional(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    if !found {
        report_skipped(&format!("{tool} is not installed"));
    }
    found
}

/// Checks that the name of an image names no registry, so that everyone can use their own.
#[track_caller]
fn assert_plain_image(image: &str) {
    let first = image.split_once('/').map_or("", |(first, _)| first);
    assert!(!first.contains(['.', ':']) && first != "localhost", "{image} names a registry");
}
