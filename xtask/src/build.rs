//! `cargo xtask build`: the host, the components, and the components compiled ahead of time.

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

/// Excludes the measuring program. It links the `wasmtime` command line as a peer, whose features would build Wasmtime
/// differently, and it has no tests.
pub(crate) const WITHOUT_BENCHES: [&str; 2] = ["--exclude", "plumbline-benches"];

/// Selects the host from the whole workspace. Cargo unifies the features of crates that are built together. With `--package
/// plumbline` alone, Wasmtime, Tokio and SQLite would get fewer features than with the tests and be built twice. Together
/// with any example, which makes development dependencies count, this builds the same crates that the tests link.
const HOST: [&str; 2] = ["--bin", "plumbline"];

/// Any example, in addition to a program selected from the whole workspace; see [`HOST`].
pub(crate) const WITH_DEV_DEPENDENCIES: [&str; 2] = ["--example", "draw"];

/// The setting of the folder of compiled components.
pub(crate) const COMPILED_DIR: &str = "PLUMBLINE_COMPILED_DIR";

/// The steps of a build.
pub(crate) const STEPS: [&str; 3] = ["host", "components", "compile components"];

/// Arguments for the build of components, run in the workspace's folder.
pub(crate) const PROFILE_ARGS: [&str; 2] = ["--config", "components/profile.toml"];

/// Builds everything and prints where it is.
pub(crate) fn run() -> Result<()> {
    let workspace = Workspace::find()?;
    let mut steps = Steps::new(STEPS.len());
    build_all(&workspace, &mut steps)?;
    steps.finish(&workspace)
}

/// Builds only the components and collects them.
pub(crate) fn components() -> Result<()> {
    setup::install_wasm_target()?;
    let workspace = Workspace::find()?;
    collect_components(&workspace, &workspace.components(), &workspace.components_dir()).map(drop)
}

/// Builds everything that changed: host, components, and a `.cwasm` beside each component.
pub(crate) fn build_all(workspace: &Workspace, steps: &mut Steps) -> Result<()> {
    setup::install_wasm_target()?;
    // The models are downloaded while the compiler runs.
    let models = std::thread::spawn(models::download);
    let [host_step, components_step, compile_step] = STEPS;
    steps.begin(host_step);
    let mut host = cargo();
    host.args(["build", "--release", "--workspace"]).args(WITHOUT_BENCHES).args(HOST).args(WITH_DEV_DEPENDENCIES);
    workspace::run(host.current_dir(&workspace.root))?;
    let components = workspace.components();
    steps.begin(components_step);
    let folder = workspace.components_dir();
    let files = collect_components(workspace, &components, &folder)?;
    steps.begin(compile_step);
    compile(workspace, &folder, &files)?;
    // Everything works without models, except scans and text drawn as strokes.
    if let Err(error) = models.join().unwrap_or_else(|_| Err(anyhow::anyhow!("the download broke"))) {
        println!("      no models of text recognition, so text in pictures is not read: {error:#}");
    }
    Ok(())
}

/// Builds components and collects them in a folder. Returns their files there.
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
            bail!(
                "cargo did not build a .wasm of {}. Check that its [lib] has crate-type \"cdylib\"",
                component.package
            );
        };
        let to = folder.join(format!("{}.wasm", component.file));
        if copy_if_changed(from, &to)? {
            println!("      new: {}", to.display());
        }
        files.push(to);
    }
    Ok(files)
}

/// Builds all components in one cargo run. Returns the `.wasm` file of each by its crate's manifest.
fn build_components(workspace: &Workspace, components: &[Component]) -> Result<BTreeMap<PathBuf, PathBuf>> {
    let mut command = cargo();
    command.args(["build", "--release", "--target", setup::WASM, "--message-format", "json-render-diagnostics"]);
    command.args(PROFILE_ARGS).args(remap_cargo_home());
    for component in components {
        command.args(["--package", &component.package]);
    }
    println!("      $ {}", workspace::shell_line(&command));
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

/// Returns arguments that replace Cargo's folder in the paths that panics name. Otherwise a component would contain the home of
/// who built it, and two people's builds of one commit would differ.
fn remap_cargo_home() -> Vec<String> {
    let set = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let Some(home) = set.or_else(|| std::env::home_dir().map(|home| home.join(".cargo"))) else { return Vec::new() };
    let flag = format!("--remap-path-prefix={}=/cargo", home.display());
    vec!["--config".to_owned(), format!("target.{}.rustflags=['{flag}']", setup::WASM)]
}

/// Copies a file if its bytes differ, so that an unchanged component keeps its timestamp and its digest stays warm.
fn copy_if_changed(from: &Path, to: &Path) -> Result<bool> {
    let bytes = std::fs::read(from).with_context(|| format!("cannot read {}", from.display()))?;
    if std::fs::read(to).is_ok_and(|old| old == bytes) {
        return Ok(false);
    }
    workspace::write(to, &bytes)?;
    Ok(true)
}

/// Has the host compile the components, which skips those already compiled. Files that are no longer needed are removed.
fn compile(workspace: &Workspace, folder: &Path, files: &[PathBuf]) -> Result<()> {
    let mut command = host_command(workspace);
    command.args(["component", "compile"]).args(files);
    // The command opens a data directory like any other. The compiled files are written beside the components.
    command.arg("--data-dir").arg(workspace.target.join("build-data"));
    let start = Instant::now();
    let text = workspace::output(&mut command)?;
    let kept: HashSet<&Path> = text.lines().filter_map(|line| line.strip_prefix("Compiled ")).map(Path::new).collect();
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

/// Creates a command that runs the built host with the folder of compiled components.
pub(crate) fn host_command(workspace: &Workspace) -> Command {
    let mut command = Command::new(workspace.program());
    command.env(COMPILED_DIR, workspace.components_dir());
    command
}
