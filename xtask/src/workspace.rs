//! Paths of the workspace, and how commands are run and reported.

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

/// The workspace as described by cargo.
#[derive(Debug, Deserialize)]
pub(crate) struct Workspace {
    /// Root folder of the workspace.
    #[serde(rename = "workspace_root")]
    pub(crate) root: PathBuf,
    /// Target folder of cargo.
    #[serde(rename = "target_directory")]
    pub(crate) target: PathBuf,
    /// Crates of the workspace.
    pub(crate) packages: Vec<Package>,
}

/// A crate of the workspace.
#[derive(Debug, Deserialize)]
pub(crate) struct Package {
    /// Name of the crate.
    pub(crate) name: String,
    /// Path of its `Cargo.toml`.
    pub(crate) manifest_path: PathBuf,
    /// Crates that its manifest names.
    pub(crate) dependencies: Vec<Dependency>,
    /// The parts that cargo builds by themselves.
    pub(crate) targets: Vec<Target>,
}

/// A crate that another one depends on.
#[derive(Debug, Deserialize)]
pub(crate) struct Dependency {
    /// Name of the crate.
    pub(crate) name: String,
    kind: Option<String>,
}

impl Dependency {
    /// Returns whether only tests, examples and benches are built with it.
    pub(crate) fn is_for_tests(&self) -> bool {
        self.kind.as_deref() == Some("dev")
    }
}

/// A part of a crate that cargo builds by itself. Only a check reads most of its description.
#[derive(Debug, Deserialize)]
pub(crate) struct Target {
    crate_types: Vec<String>,
    #[cfg(test)]
    pub(crate) kind: Vec<String>,
    #[cfg(test)]
    pub(crate) src_path: PathBuf,
    /// Whether `cargo test --doc` compiles its examples.
    #[cfg(test)]
    pub(crate) doctest: bool,
}

impl Package {
    /// Returns whether the crate is built to a component, and not to a library for others.
    fn is_component(&self) -> bool {
        self.targets.iter().flat_map(|target| &target.crate_types).any(|kind| kind == "cdylib")
    }
}

/// A component crate.
#[derive(Debug)]
pub(crate) struct Component {
    /// Name of the package.
    pub(crate) package: String,
    /// File name, which contains the slot: `endpoint-projects`.
    pub(crate) file: String,
    /// Path of the manifest.
    pub(crate) manifest: PathBuf,
}

impl Workspace {
    /// Asks cargo for the workspace.
    pub(crate) fn find() -> Result<Self> {
        let mut metadata = cargo();
        metadata.args(["metadata", "--no-deps", "--format-version", "1"]).current_dir(env!("CARGO_MANIFEST_DIR"));
        serde_json::from_str(&output(&mut metadata)?).context("cargo metadata answered something unknown")
    }

    /// Returns the path of the built host.
    pub(crate) fn program(&self) -> PathBuf {
        self.target.join("release").join(format!("plumbline{}", std::env::consts::EXE_SUFFIX))
    }

    /// Returns the folder of the edge's composed files. Its folder `parts` contains the parts that they are composed of.
    pub(crate) fn edge_dir(&self) -> PathBuf {
        self.target.join("edge")
    }

    /// Returns the folder that components are collected in.
    pub(crate) fn components_dir(&self) -> PathBuf {
        self.target.join("components")
    }

    /// Returns the package that a file or folder belongs to, or `None` for the workspace's own folder.
    pub(crate) fn package_containing(&self, path: &Path) -> Option<&str> {
        let inside = |package: &&Package| package.manifest_path.parent().is_some_and(|folder| path.starts_with(folder));
        let deepest = |package: &&Package| package.manifest_path.components().count();
        self.packages.iter().filter(inside).max_by_key(deepest).map(|package| package.name.as_str())
    }

    /// Returns the component crates: `components/<class>s/<name>`, without shared libraries.
    pub(crate) fn components(&self) -> Vec<Component> {
        self.component_crates(|folder| folder.strip_suffix('s'))
    }

    /// Returns the gateway and adapters of the edge: `components/edge/<name>`, without the library they share.
    pub(crate) fn edge_parts(&self) -> Vec<Component> {
        self.component_crates(|folder| (folder == "edge").then_some(folder))
    }

    /// Returns the component crates of the folders below `components/` that have a class.
    fn component_crates(&self, class: impl for<'a> Fn(&'a str) -> Option<&'a str>) -> Vec<Component> {
        let folder = self.root.join("components");
        let mut found: Vec<Component> = self
            .packages
            .iter()
            .filter(|package| package.is_component())
            .filter_map(|package| {
                let inside = package.manifest_path.strip_prefix(&folder).ok()?.parent()?;
                let parts: Vec<&str> = inside.iter().filter_map(OsStr::to_str).collect();
                let [classes, name] = parts[..] else { return None };
                let class = class(classes)?;
                Some(Component {
                    package: package.name.clone(),
                    file: format!("{class}-{name}"),
                    manifest: package.manifest_path.clone(),
                })
            })
            .collect();
        found.sort_by(|a, b| a.file.cmp(&b.file));
        found
    }
}

/// Creates a command with the cargo that started this program.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Shows a command, runs it with its output passed through, and prints how long it took.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let shown = shell_line(command);
    println!("      $ {shown}");
    let start = Instant::now();
    let status = command.status().with_context(|| format!("cannot start `{shown}`"))?;
    if !status.success() {
        bail!("`{shown}` ended with {status}");
    }
    println!("      done in {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Runs the program of a package.
pub(crate) fn run_package(package: &str) -> Result<()> {
    let arguments = ["run", "--release", "--quiet", "--package", package];
    run(cargo().args(arguments).current_dir(Workspace::find()?.root))
}

/// Runs a command and returns what it printed. Its messages of errors are passed through.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let shown = shell_line(command);
    let output = command.stderr(Stdio::inherit()).output().with_context(|| format!("cannot start `{shown}`"))?;
    if !output.status.success() {
        bail!("`{shown}` ended with {}", output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Shows a command that ran unseen, and what it printed.
///
/// # Errors
/// Returns an error if it could not be started or failed.
pub(crate) fn show_output(command: &Command, output: std::io::Result<Output>) -> Result<()> {
    let shown = shell_line(command);
    println!("      $ {shown}");
    let output = output.with_context(|| format!("cannot start `{shown}`"))?;
    print!("{}", String::from_utf8_lossy(&output.stdout));
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    if !output.status.success() {
        bail!("`{shown}` ended with {}", output.status);
    }
    Ok(())
}

/// Returns a command as a user would type it.
pub(crate) fn shell_line(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let mut words = vec![program.file_name().unwrap_or(program.as_os_str()).to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|word| word.to_string_lossy().into_owned()));
    words.join(" ")
}

/// Returns the SHA-256 of bytes, in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    use sha2::Digest as _;
    hex::encode(sha2::Sha256::digest(bytes))
}

/// Creates the folder of a file that is about to be written.
pub(crate) fn create_parent_dir(file: &Path) -> Result<()> {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))
        }
        _ => Ok(()),
    }
}

/// Writes a file, creating its folder if needed.
pub(crate) fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    create_parent_dir(file)?;
    std::fs::write(file, bytes).with_context(|| format!("cannot write {}", file.display()))
}
