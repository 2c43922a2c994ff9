//! `cargo xtask dist`: one archive with everything that a server needs. It runs after unpacking, and is tested before
//! the command ends.

mod archive;
mod licenses;
mod standard_texts;

use crate::build;
use crate::outcome::SkippedParts;
use crate::server::Server;
use crate::steps::Steps;
use crate::workspace::{self, Workspace};
use anyhow::{Context as _, Result, ensure};
use archive::Archive;
use clap::Args;
use plumbline_client::types::{Discipline, ListItemsQuery, MeasureType, ProjectCreate, TakeoffCreate};
use plumbline_sample::{Drawing, Options};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The systemd unit of the program.
const UNIT: &str = include_str!("../../../deploy/systemd/plumbline.service");
/// The files of `deploy/` that the documents name. They have the same paths in the archive, so that the documents' commands
/// work there.
const DEPLOYMENT: [(&str, &str); 4] = [
    ("deploy/postgresql/roles.sql", include_str!("../../../deploy/postgresql/roles.sql")),
    ("deploy/s3/lifecycle.json", include_str!("../../../deploy/s3/lifecycle.json")),
    ("deploy/prometheus/alerts.yaml", include_str!("../../../deploy/prometheus/alerts.yaml")),
    ("deploy/prometheus/adapter.yaml", include_str!("../../../deploy/prometheus/adapter.yaml")),
];
/// A description of the archive for its users.
const README: &str = include_str!("README.txt");

/// Maximum time until an unpacked archive is ready. Compiling the components would take longer.
const MAX_START: Duration = Duration::from_secs(20);

/// Steps in addition to those of a build.
const STEPS: [&str; 4] = [
    "compile components for any processor",
    "licenses of all parts",
    "the archive",
    "unpack it, serve, take off a sheet",
];
const REBUILD_STEP: &str = "build the components again, in another folder";

/// The number of steps of [`check`].
pub(crate) const CHECK_STEPS: usize = 1 + STEPS.len();

/// Arguments of `dist`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Folder for the archive
    #[arg(short, long, default_value = "out", value_name = "DIR")]
    output: PathBuf,
    /// Build the components a second time in another folder and fail unless they are equal
    #[arg(long)]
    twice: bool,
}

/// Builds, writes and tests the archive.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let workspace = Workspace::find()?;
    let mut steps = Steps::new(build::STEPS.len() + STEPS.len() + usize::from(arguments.twice));
    build::build_all(&workspace, &mut steps)?;
    if arguments.twice {
        steps.begin(REBUILD_STEP);
        check_reproducible(&workspace)?;
    }
    let file = pack(&workspace, &arguments.output, &mut steps)?;
    println!("\n{}", file.display());
    steps.finish(&workspace)
}

/// Builds the components of the last commit again and compares them, then writes and tests an archive of the built
/// files.
pub(crate) fn check(workspace: &Workspace, steps: &mut Steps, skipped: &mut SkippedParts) -> Result<()> {
    steps.begin(REBUILD_STEP);
    if is_committed(workspace)? {
        check_reproducible(workspace)?;
    } else {
        skipped.add(REBUILD_STEP, "only a commit is built again, and there are changes since the last one");
    }
    if files(&workspace.target.join("models"), "onnx").is_err() {
        return skipped.add_missing("the archive", "the models of text recognition could not be downloaded");
    }
    pack(workspace, &workspace.target.join("dist"), steps).map(drop)
}

/// Returns whether the working tree equals the last commit.
fn is_committed(workspace: &Workspace) -> Result<bool> {
    let mut git = Command::new("git");
    Ok(workspace::output(git.args(["status", "--porcelain"]).current_dir(&workspace.root))?.is_empty())
}

/// Writes the archive of the built files and tests it. Returns its path.
fn pack(workspace: &Workspace, output: &Path, steps: &mut Steps) -> Result<PathBuf> {
    let [compile, licenses, write, test] = STEPS;
    steps.begin(compile);
    let components = files(&workspace.components_dir(), "wasm")?;
    let compiled = compile_portable(workspace, &components)?;
    steps.begin(licenses);
    let licenses = licenses::text(workspace)?;
    steps.begin(write);
    let name = format!("plumbline-{}-{}-{}", env!("CARGO_PKG_VERSION"), std::env::consts::ARCH, std::env::consts::OS);
    let file = output.join(format!("{name}.tar.gz"));
    let mut archive = Archive::create(&file, &name, commit_time(workspace)?)?;
    archive.add_program("plumbline", &workspace.program())?;
    archive.add_text("README.txt", README)?;
    archive.add_text("plumbline.service", UNIT)?;
    for (name, text) in DEPLOYMENT {
        archive.add_text(name, text)?;
    }
    archive.add_text("LICENSES.txt", &licenses)?;
    archive.add_file("RUST-COPYRIGHT.html", &licenses::standard_library(workspace)?)?;
    archive.add_file("LICENSE", &workspace.root.join("LICENSE"))?;
    archive.add_folder("components", &components)?;
    archive.add_folder("compiled", &compiled)?;
    archive.add_folder("models", &files(&workspace.target.join("models"), "onnx")?)?;
    archive.add_file("models/LICENSES.md", &workspace.target.join("models/LICENSES.md"))?;
    archive.finish()?;
    let megabytes = std::fs::metadata(&file)?.len() / 1_000_000;
    println!("      {} ({megabytes} MB)", file.display());
    steps.begin(test);
    test_archive(workspace, &file, &name)?;
    Ok(file)
}

/// Returns the files of a folder with this extension, sorted by name.
fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == ending));
    files.sort();
    ensure!(!files.is_empty(), "{} has no .{ending} files", folder.display());
    Ok(files)
}

/// Compiles components for every processor of the architecture. Returns the compiled files and their key.
fn compile_portable(workspace: &Workspace, components: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let folder = workspace.target.join("compiled-portable");
    // Files of an earlier commit would be added to the archive.
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    // The seals detect damage but not attacks, because the key is in the archive. It is derived from the components, so
    // that two builds are equal.
    let digests: Result<String> = components.iter().map(|file| Ok(workspace::sha256(&std::fs::read(file)?))).collect();
    let key = folder.join("seal.key");
    workspace::write(&key, &workspace::sha256(digests?.as_bytes()).as_bytes()[..32])?;
    let mut command = Command::new(workspace.program());
    command.args(["component", "compile", "--portable", "--data-dir"]).arg(workspace.target.join("build-data"));
    workspace::output(command.args(components).env(build::COMPILED_DIR, &folder))?;
    let mut compiled = files(&folder, "cwasm")?;
    ensure!(compiled.len() == components.len(), "{} of {} components compiled", compiled.len(), components.len());
    compiled.push(key);
    Ok(compiled)
}

/// Returns the time of the commit in seconds since 1970, which is the time of every file in the archive.
fn commit_time(workspace: &Workspace) -> Result<u64> {
    let mut git = Command::new("git");
    let text = workspace::output(git.args(["log", "-1", "--format=%ct"]).current_dir(&workspace.root))?;
    text.trim().parse().context("git names no time of the last commit")
}

/// Unpacks the archive, serves from an empty folder without arguments, and takes off the sample sheet.
fn test_archive(workspace: &Workspace, file: &Path, name: &str) -> Result<()> {
    let folder = tempfile::Builder::new().prefix("dist-").tempdir_in(&workspace.target)?;
    let mut tar = Command::new("tar");
    workspace::run(tar.arg("-xzf").arg(file).arg("-C").arg(folder.path()))?;
    let (program, data) = (folder.path().join(name).join("plumbline"), folder.path().join("empty"));
    std::fs::create_dir(&data)?;
    let start = Instant::now();
    let server = Server::start_unpacked(&program, &data)?;
    let ready = start.elapsed();
    println!("      ready on an empty folder after {:.1} s", ready.as_secs_f64());
    ensure!(ready < MAX_START, "the server was ready after {ready:.1?}, and may take {MAX_START:?}");
    let is_compiled = |file: std::fs::DirEntry| file.path().extension().is_some_and(|ending| ending == "cwasm");
    let mut compiled = data.join("data/compiled").read_dir()?;
    ensure!(!compiled.any(|entry| entry.is_ok_and(is_compiled)), "a component was compiled again");
    let client = server.account("Trial", "sandbox")?.client;
    let drawing = Drawing::e101(1, &Options::default());
    let project = client.create_project(&ProjectCreate::new("Trial"))?;
    let document = client.upload_bytes(&project.id, "E-101.pdf", drawing.pdf)?;
    let takeoff = client.create_takeoff(&TakeoffCreate::new(&document.id, Discipline::Electrical))?;
    let takeoff = client.wait(&takeoff)?;
    let items = client.items(&takeoff.id, &ListItemsQuery::default())?;
    let counted: f64 =
        items.iter().filter(|item| item.measure_type == MeasureType::Count).map(|item| item.effective_quantity).sum();
    let drawn: usize = drawing.truth.counts().values().sum();
    ensure!((counted - drawn as f64).abs() < 1e-6, "{drawn} devices are drawn, {counted} were counted");
    println!("      {drawn} devices drawn, {counted} counted");
    // The log is written with a delay, so it is read last.
    let log = std::fs::read_to_string(data.join("data/server.log")).context("cannot read the server's log")?;
    ensure!(
        log.lines().any(|line| line.contains("ready_made=") && line.contains("compiled=0")),
        "the log does not say that all components were ready-made: {log}"
    );
    Ok(())
}

/// Returns cargo's folder of crates.
fn cargo_home() -> Result<PathBuf> {
    let default = || Some(std::env::home_dir()?.join(".cargo"));
    let folder = std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(default);
    std::path::absolute(folder.context("neither CARGO_HOME nor HOME is set")?).context("cannot find the current folder")
}

/// Clones the commit to a folder of another name, builds the components there with another path of the crates, and
/// compares them.
fn check_reproducible(workspace: &Workspace) -> Result<()> {
    let folder = tempfile::Builder::new().prefix("again-").tempdir_in(&workspace.target)?;
    let clone = folder.path().join("clone");
    workspace::run(Command::new("git").args(["clone", "--quiet"]).arg(&workspace.root).arg(&clone))?;
    let crates = folder.path().join("cargo-home");
    std::os::unix::fs::symlink(cargo_home()?, &crates).context("cannot link the folder of crates")?;
    let mut again = workspace::cargo();
    again.args(["xtask", "components"]).current_dir(&clone);
    again.env("CARGO_TARGET_DIR", clone.join("target")).env("CARGO_HOME", crates);
    workspace::run(&mut again)?;
    let first = files(&workspace.components_dir(), "wasm")?;
    let mut differing = Vec::new();
    for file in &first {
        let name = file.file_name().context("a file without a name")?;
        let second = clone.join("target/components").join(name);
        if std::fs::read(file)?
            != std::fs::read(&second).with_context(|| format!("cannot read {}", second.display()))?
        {
            differing.push(name.to_string_lossy().into_owned());
        }
    }
    ensure!(differing.is_empty(), "built twice and not equal: {}", differing.join(", "));
    println!("      {} components are equal", first.len());
    Ok(())
}
