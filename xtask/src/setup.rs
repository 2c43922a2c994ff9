//! `cargo xtask setup`: the tools that a fresh machine lacks.

use crate::models;
use crate::node;
use crate::python::Python;
use crate::steps::Steps;
use crate::workspace::{self, Workspace, cargo};
use anyhow::{Context as _, Result, bail};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

/// The target that components are built for.
pub(crate) const WASM: &str = "wasm32-wasip2";

/// Installs missing tools and reports those already installed.
pub(crate) fn run() -> Result<()> {
    let mut steps = Steps::new(3);
    steps.begin("compiler and test runner");
    install_build_tools()?;
    steps.begin("browser, registry, databases, jq, Python and Node packages, for tests");
    install_tools_for_tests()?;
    steps.begin("models of text recognition");
    // The models are downloaded. Without them, only scans are not recognized.
    if let Err(error) = models::download() {
        println!("      not there, so text in images is not recognized: {error:#}");
    }
    Ok(())
}

/// Installs what builds the components and the tests.
pub(crate) fn install_build_tools() -> Result<()> {
    install_wasm_target()?;
    install_nextest()
}

/// Installs what tests run, where possible, and reports missing tools that only some tasks need. Nothing is compiled.
pub(crate) fn install_tools_for_tests() -> Result<()> {
    install_debian_package("chromium", &BROWSER, "the tests in a browser");
    install_debian_package(
        "docker-registry",
        &["docker-registry"],
        "the test that takes a component out of a registry",
    );
    install_debian_package("psql", &["postgresql"], "the tests of PostgreSQL");
    install_debian_package("pgbouncer", &["pgbouncer"], "the test of PostgreSQL behind a pool of connections");
    install_debian_package("faketime", &["faketime"], "the test of hosts whose clocks differ");
    install_debian_package("jq", &["jq", "curl"], "the test that runs the README's commands");
    report_optional_tools();
    if has_python() {
        Python::for_tests(&Workspace::find()?)?;
    }
    if is_installed("npm", &["--version"]) {
        node::install(&Workspace::find()?)?;
    }
    Ok(())
}

/// Returns whether Python can create a virtual environment.
pub(crate) fn has_python() -> bool {
    is_installed("python3", &["-m", "venv", "--help"])
}

/// Installs the target that components are built for, if it is missing.
pub(crate) fn install_wasm_target() -> Result<()> {
    let listed = Command::new("rustup").args(["target", "list", "--installed"]).stderr(Stdio::null()).output();
    match listed {
        Ok(output) if output.status.success() => {
            if String::from_utf8_lossy(&output.stdout).lines().any(|line| line.trim() == WASM) {
                println!("      {WASM} is installed");
                return Ok(());
            }
            // The explicit command also works if RUSTUP_AUTO_INSTALL=0 keeps rustup from installing by itself.
            workspace::run(Command::new("rustup").args(["target", "add", WASM]))
        }
        // Rust without rustup cannot install the target's library, so this only checks for it.
        _ => {
            let output = Command::new("rustc").args(["--print", "target-libdir", "--target", WASM]).output();
            let output = output.context("neither rustup nor rustc is installed; see https://rustup.rs")?;
            if Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir() {
                println!("      {WASM} is installed");
                return Ok(());
            }
            bail!("the target {WASM} is missing, and rustup is not installed. Install the target with your Rust")
        }
    }
}

fn install_nextest() -> Result<()> {
    let version = cargo().args(["nextest", "--version"]).stderr(Stdio::null()).output();
    if let Ok(output) = version
        && output.status.success()
    {
        let text = String::from_utf8_lossy(&output.stdout);
        println!("      {} is installed", text.lines().next().unwrap_or("cargo-nextest").trim());
        return Ok(());
    }
    println!("      cargo-nextest is missing; building it takes some minutes, once");
    workspace::run(cargo().args(["install", "cargo-nextest", "--locked"]))
}

/// The packages for the browser tests: Chromium, and a font, because text would show as boxes without one.
const BROWSER: [&str; 2] = ["chromium", "fonts-dejavu-core"];

/// Installs a program if possible. Otherwise reports which tests are skipped without it. Nothing else needs it.
fn install_debian_package(program: &str, packages: &[&str], needed_by: &str) {
    if is_installed(program, &["--version"]) {
        println!("      {program} is installed");
        return;
    }
    let debian = Path::new("/etc/debian_version").exists() && is_installed("apt-get", &["--version"]);
    if debian && is_root() {
        let mut install = Command::new("apt-get");
        install
            .args(["install", "-y", "--no-install-recommends"])
            .args(packages)
            .env("DEBIAN_FRONTEND", "noninteractive");
        let installed = update_package_lists().and_then(|()| workspace::run(&mut install));
        match installed {
            Ok(()) => return,
            Err(error) => println!("      {program} could not be installed: {error:#}"),
        }
    }
    let hint =
        if debian { format!("`apt-get install {}` as root", packages.join(" ")) } else { "install it".to_owned() };
    println!("      {program} is not on the PATH, so {needed_by} will be skipped, or fail where CI is set; {hint}");
}

/// Updates the lists of packages, once in a run.
fn update_package_lists() -> Result<()> {
    static UPDATED: AtomicBool = AtomicBool::new(false);
    if !UPDATED.swap(true, Ordering::Relaxed) {
        workspace::run(Command::new("apt-get").arg("update"))?;
    }
    Ok(())
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Returns whether a program is installed and runs.
pub(crate) fn is_installed(program: &str, arguments: &[&str]) -> bool {
    Command::new(program)
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Reports missing tools that only some tasks need, without failing.
fn report_optional_tools() {
    let tools: [(&str, &str, &[&str], &str); 3] = [
        (
            "python3 with venv",
            "python3",
            &["-m", "venv", "--help"],
            "`test` holds the API against its document with it; install Python 3.11 or later",
        ),
        (
            "npm",
            "npm",
            &["--version"],
            "`test` installs agents and a receiver of webhooks with it; install Node.js 20 or later",
        ),
        ("pymupdf", "python3", &["-c", "import pymupdf"], "`bench` reads a sheet with it; `pip install pymupdf`"),
    ];
    for (name, program, arguments, purpose) in tools {
        if is_installed(program, arguments) {
            println!("      {name} is installed");
        } else {
            println!("      {name} is not installed: {purpose}");
        }
    }
}
