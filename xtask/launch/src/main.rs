//! `cargo xtask`: builds the `xtask` program from the graph of crates that the host and the tests share, and runs it.
//!
//! Cargo unifies the features of crates that are built together. `cargo run --package xtask` would build the dependencies
//! of `xtask` with fewer features than the workspace has, and the build of the host would then build those crates again.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// The workspace with its development dependencies, which the example selects. The benchmarks link the `wasmtime` command
/// line, whose features would build Wasmtime differently.
const XTASK: [&str; 9] =
    ["build", "--release", "--workspace", "--exclude", "plumbline-benches", "--bin", "xtask", "--example", "draw"];

fn main() -> ExitCode {
    match run() {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("cargo xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<u8, String> {
    let program = program_path()?;
    let mut build = clean_command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    build.args(XTASK).current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    // The first build takes a minute, so its output is shown.
    if program.exists() {
        build.arg("--quiet");
    }
    let built = build.status().map_err(|error| format!("cannot run cargo: {error}"))?;
    if !built.success() {
        return Err("the program of the tasks does not build".to_owned());
    }
    let status = clean_command(program.clone().into_os_string())
        .args(std::env::args_os().skip(1))
        .status()
        .map_err(|error| format!("cannot start {}: {error}", program.display()))?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}

/// Returns the path of the built program, which is beside this one.
fn program_path() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|error| format!("cannot find its own path: {error}"))?;
    Ok(own.with_file_name(format!("xtask{}", std::env::consts::EXE_SUFFIX)))
}

/// Creates a command without the variables that cargo set for this program. They would make build scripts run again.
fn clean_command(program: OsString) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        let inherited = name.to_string_lossy();
        if inherited.starts_with("CARGO_PKG_") || inherited.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
    command
}
