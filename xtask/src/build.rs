//! `cargo xtask build`: host, components, components compiled ahead of time.

use crate::models;
use crate::setup;
use crate::steps::Steps;
use crate::workspace::{self, Component, Workspace, cargo};
use anyhow::{Context as _, Result, bail};
use std::collections::{BTreeMap, HashSet};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// The measuring program links the `wasmtime` command line as a peer, whose features would build Wasmtime another way. It
/// has no tests.
pub(crate) const WITHOUT_BENCHES: [&str; 2] = ["--exclude", "plumbline-benches"];

/// Cargo unifies the features of what is built together. With `--package plumbline` alone, Wasmtime, Tokio and SQLite would
/// come out with fewer features than with the tests, and all be built twice. Choosing the program from the whole workspace,
/// and any example, for only then development dependencies count, gives the very crates that the tests link.
const HOST: [&str; 2] = ["--bin", "plumbline"];

/// Any example, beside a program chosen from the whole workspace: see [`HOST`].
pub(crate) const WITH_TESTS: [&str; 2] = ["--example", "draw"];

/// The setting of where compiled components are kept.
pub(crate) const COMPILED_DIR: &str = "PLUMBLINE_COMPILED_DIR";

/// The steps of a build.
pub(crate) const STEPS: [&str; 3] = ["host", "components", "compile components"];

/// How components are built, from the workspace's folder.
pub(crate) const OPTIMIZED: [&str; 2] = ["--config", "components/profile.toml"];

/// Builds everything and tells where it is.
pub(crate) fn run() -> Result<()> {
    let workspace = Workspace::find()?;
    let mut steps = Steps::new(STEPS.len());
    everything(&workspace, &mut steps)?;
    steps.finish(&workspace)
}

/// Builds the components alone, and collects them.
pub(crate) fn components() -> Result<()> {
    setup::wasm_target()?;
    let workspace = Workspace::find()?;
    collect_components(&workspace, &workspace.components(), &workspace.components_dir()).map(drop)
}

/// Builds what changed: host, components, `.cwasm` beside each component.
pub(crate) fn everything(workspace: &Workspace, steps: &mut Steps) -> Result<()> {
    setup::wasm_target()?;
    // They come over the network while the compiler works.
    let models = std::thread::spawn(models::ready);
    let [host_step, components_step, compile_step] = STEPS;
    steps.begin(host_step);
    let mut host = cargo();
    host.args(["build", "--release", "--workspace"]).args(WITHOUT_BENCHES).args(HOST).args(WITH_TESTS);
    workspace::run(host.current_dir(&workspace.root))?;
    let components = workspace.components();
    steps.begin(components_step);
    let folder = workspace.components_dir();
    let files = collect_components(workspace, &components, &folder)?;
    steps.begin(compile_step);
    compile(workspace, &folder, &files)?;
    // Everything but scans and text drawn as strokes works without.
    if let Err(error) = models.join().unwrap_or_else(|_| Err(anyhow::anyhow!("the download broke"))) {
        println!("      no models of text recognition, so text in pictures is not read: {error:#}");
    }
    Ok(())
}

/// Builds components and collects them in a folder; returns their files there.
pub(crate) fn collect_components(
    workspace: &Workspace,
    components: &[Component],
    folder: &Path,
) -> Result<Vec<PathBuf>> {
    let built = build_components(workspace, components)?;
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let mut files = Vec::new();
    for component in components {
        let Some(from) = built.get(&component.manifest) else {
            bail!("cargo built no .wasm of {}; has its [lib] crate-type \"cdylib\"?", component.package);
        };
        let to = folder.join(format!("{}.wasm", component.file));
        if copy_if_changed(from, &to)? {
            println!("      new: {}", to.display());
        }
        files.push(to);
    }
    Ok(files)
}

/// One cargo run for all components; returns the `.wasm` of each by its crate's manifest.
fn build_components(workspace: &Workspace, components: &[Component]) -> Result<BTreeMap<PathBuf, PathBuf>> {
    let mut command = cargo();
    command.args(["build", "--release", "--target", setup::WASM, "--message-format", "json-render-diagnostics"]);
    command.args(OPTIMIZED);
    for component in components {
        command.args(["--package", &component.package]);
    }
    println!("      $ {}", workspace::show(&command));
    let start = Instant::now();
    let mut child = command.current_dir(&workspace.root).stdout(Stdio::piped()).spawn().context("cannot run cargo")?;
    let output = child.stdout.take().context("cargo has no output")?;
    let mut built = BTreeMap::new();
    for line in BufReader::new(output).lines() {
        let Ok(message) = serde_json::from_str::<serde_json::Value>(&line?) else { continue };
        if message["reason"] != "compiler-artifact" {
            continue;
        }
        let files = message["filenames"].as_array().into_iter().flatten().filter_map(|file| file.as_str());
        let wasm = files.into_iter().find(|file| file.ends_with(".wasm"));
        if let (Some(manifest), Some(file)) = (message["manifest_path"].as_str(), wasm) {
            built.insert(PathBuf::from(manifest), PathBuf::from(file));
        }
    }
    let status = child.wait().context("cannot wait for cargo")?;
    if !status.success() {
        bail!("the components could not be built");
    }
    println!("      done in {:.1} s", start.elapsed().as_secs_f64());
    Ok(built)
}

/// Copies when the bytes differ, so that an unchanged component keeps its time stamp and its digest stays warm.
fn copy_if_changed(from: &Path, to: &Path) -> Result<bool> {
    let bytes = std::fs::read(from).with_context(|| format!("cannot read {}", from.display()))?;
    if std::fs::read(to).is_ok_and(|old| old == bytes) {
        return Ok(false);
    }
    workspace::write(to, &bytes)?;
    Ok(true)
}

/// Lets the host compile; it skips what it has compiled before. What no component needs any more is removed.
fn compile(workspace: &Workspace, folder: &Path, files: &[PathBuf]) -> Result<()> {
    let mut command = program(workspace);
    command.args(["component", "compile"]).args(files);
    // The command opens a data directory like any other; the compiled files go beside the components.
    command.arg("--data-dir").arg(workspace.target.join("build-data"));
    let start = Instant::now();
    let output = command.stderr(Stdio::inherit()).output().context("cannot run plumbline")?;
    if !output.status.success() {
        bail!("`plumbline component compile` ended with {}", output.status);
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let kept: HashSet<&Path> = text.lines().filter_map(|line| line.strip_prefix("compiled ")).map(Path::new).collect();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let stale = path.extension().is_some_and(|extension| extension == "cwasm") && !kept.contains(path.as_path());
        if stale && !kept.is_empty() {
            std::fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    println!("      {} compiled in {:.1} s, in {}", kept.len(), start.elapsed().as_secs_f64(), folder.display());
    Ok(())
}

/// The built host, told where compiled components are.
pub(crate) fn program(workspace: &Workspace) -> Command {
    let mut command = Command::new(workspace.program());
    command.env(COMPILED_DIR, workspace.components_dir());
    command
}
