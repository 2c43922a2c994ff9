//! `cargo xtask lints`: clippy and cargo-deny, which read the code and its dependencies without running them. Both are steps
//! of `cargo xtask test` too. Clippy also reads the fuzz targets, which otherwise only `--full` builds.

use crate::outcome::SkippedParts;
use crate::setup::is_installed;
use crate::workspace::{self, Workspace, cargo};
use anyhow::{Context as _, Result};

/// Arguments that install cargo-deny if it is missing.
const INSTALL_DENY: [&str; 3] = ["install", "cargo-deny", "--locked"];
/// Build settings of cargo-deny. It reads only a few files, and it installs faster without optimization.
const INSTALL_PROFILE: [(&str, &str); 3] = [
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0"),
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
];

/// Runs clippy and cargo-deny.
pub(crate) fn run() -> Result<()> {
    let workspace = Workspace::find()?;
    let mut skipped = SkippedParts::from_env();
    clippy(&workspace)?;
    clippy_of_fuzz_targets(&workspace)?;
    deny(&workspace, &mut skipped)?;
    skipped.print();
    Ok(())
}

/// Denies clippy's warnings in the whole workspace. Without its default feature, the benchmark crate builds with the
/// features of all others.
pub(crate) fn clippy(workspace: &Workspace) -> Result<()> {
    let mut command = cargo();
    command.args(["clippy", "--release", "--workspace", "--all-targets", "--no-default-features", "--quiet"]);
    workspace::run(command.args(["--", "-D", "warnings"]).current_dir(&workspace.root))
}

/// Denies clippy's warnings in the fuzz targets, which are a workspace of their own, except for the one that links Wasmtime.
fn clippy_of_fuzz_targets(workspace: &Workspace) -> Result<()> {
    let mut command = cargo();
    command.args(["clippy", "--features", "identity", "--quiet", "--manifest-path"]);
    command.arg(workspace.root.join("fuzz/Cargo.toml")).args(["--", "-D", "warnings"]);
    workspace::run(command.env("CARGO_TARGET_DIR", workspace.target.join("fuzz-clippy")))
}

/// Returns whether cargo-deny is installed.
pub(crate) fn has_deny() -> bool {
    is_installed("cargo", &["deny", "--version"])
}

/// Checks licenses, duplicates and sources of all dependencies, and their advisories if the database can be fetched.
/// Installs cargo-deny if it is missing.
///
/// # Errors
/// Returns an error if a check fails, or if `CI` is set and cargo-deny cannot be installed. The database is on a server of
/// its own, which not every machine of CI reaches, so advisories are only skipped.
pub(crate) fn deny(workspace: &Workspace, skipped: &mut SkippedParts) -> Result<()> {
    if !has_deny() {
        println!("      cargo-deny is missing; building it takes some minutes, once");
        if let Err(error) = workspace::run(cargo().args(INSTALL_DENY).envs(INSTALL_PROFILE)) {
            return skipped
                .add_missing("licenses and advisories", &format!("cargo-deny could not be installed: {error:#}"));
        }
    }
    let deny = |checks: &[&str]| {
        let mut command = cargo();
        command
            .args(["deny", "--all-features", "check", "--allow", "license-not-encountered"])
            .args(checks)
            .current_dir(&workspace.root);
        command
    };
    workspace::run(&mut deny(&["licenses", "bans", "sources"]))?;
    let mut fetch = cargo();
    fetch.args(["deny", "fetch", "db"]).current_dir(&workspace.root);
    let fetched = fetch.output().with_context(|| format!("cannot run `{}`", workspace::shell_line(&fetch)))?;
    if fetched.status.success() {
        return workspace::run(&mut deny(&["advisories"]));
    }
    skipped.add("advisories", "their database cannot be fetched");
    Ok(())
}
