//! `cargo xtask fuzz`: builds the targets of `fuzz/` and runs them with generated inputs.
//!
//! The flags are those of `cargo fuzz --sanitizer none`, which stable Rust accepts too. Inputs that reach new code are kept
//! in `target/fuzz-corpus`, those that fail in `target/fuzz-findings`.

use crate::workspace::{self, Workspace, cargo};
use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A target: its program, the feature that builds it, and the suffixes of its seed files.
struct Target {
    name: &'static str,
    feature: Option<&'static str>,
    seeds: &'static [&'static str],
    /// Maximum length of an input in bytes.
    max_len: u32,
    /// Maximum time for one input in seconds.
    timeout: u32,
    /// Maximum memory of the process in MiB.
    memory: u32,
}

const fn target(name: &'static str, seeds: &'static [&'static str], max_len: u32) -> Target {
    Target { name, feature: None, seeds, max_len, timeout: 20, memory: 2048 }
}

const TARGETS: [Target; 10] = [
    target("pdf_reader", &["pdf"], 1 << 18),
    target("cad_reader", &["dxf", "dwg"], 1 << 20),
    target("image_headers", &["png", "jpg", "jpeg"], 1 << 16),
    target("sheet_decoding", &["sheet"], 1 << 16),
    target("tables", &[], 2000),
    target("scale", &[], 200),
    target("tags", &[], 200),
    target("sql_statements", &["sql"], 4000),
    Target { feature: Some("identity"), ..target("oauth_parameters", &[], 2000) },
    Target { feature: Some("engine"), ..target("component_inspection", &["wasm"], 1 << 20) },
];

/// Run time of each target in `cargo xtask test --full`, in seconds.
pub(crate) const SHORT_SECONDS: u32 = 30;

/// The flags that `cargo fuzz` passes to rustc.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1";

/// Arguments of `fuzz`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Run time of each target, in seconds
    #[arg(long, default_value_t = SHORT_SECONDS)]
    seconds: u32,
    /// Targets to run; all by default
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,
}

/// Runs the targets.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let workspace = Workspace::find()?;
    if let Some(unknown) = arguments.targets.iter().find(|name| TARGETS.iter().all(|target| target.name != **name)) {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        bail!("`{unknown}` is not a fuzz target; choose from {}", names.join(", "));
    }
    check(&workspace, arguments.seconds, &arguments.targets)
}

/// Builds the named targets, or all if none is named, and runs each for `seconds`.
pub(crate) fn check(workspace: &Workspace, seconds: u32, names: &[String]) -> Result<()> {
    let chosen: Vec<&Target> =
        TARGETS.iter().filter(|target| names.is_empty() || names.iter().any(|name| name == target.name)).collect();
    let seeds = seeds(workspace)?;
    let built = workspace.target.join("fuzz");
    // An explicit target, so that build scripts are built without the fuzzer's flags.
    let machine = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let mut build = cargo();
    build
        .args(["build", "--release", "--target", &machine, "--manifest-path"])
        .arg(workspace.root.join("fuzz/Cargo.toml"));
    for target in &chosen {
        build.args(["--bin", target.name]);
        build.args(target.feature.iter().flat_map(|feature| ["--features", feature]));
    }
    workspace::run(build.env("CARGO_TARGET_DIR", &built).env("RUSTFLAGS", FLAGS))?;
    for target in chosen {
        let program = built.join(&machine).join("release").join(target.name);
        workspace::run(&mut fuzzer_command(workspace, target, &program, &seeds, seconds)?)
            .with_context(|| format!("{} found an input that fails; it is in target/fuzz-findings", target.name))?;
    }
    Ok(())
}

fn fuzzer_command(
    workspace: &Workspace,
    target: &Target,
    program: &Path,
    seeds: &[PathBuf],
    seconds: u32,
) -> Result<Command> {
    let create_dir = |folder: PathBuf| {
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        anyhow::Ok(folder)
    };
    let corpus = create_dir(workspace.target.join("fuzz-corpus").join(target.name))?;
    let findings = create_dir(workspace.target.join("fuzz-findings"))?;
    let mut command = Command::new(program);
    command.arg(&corpus);
    let own_seeds = workspace.root.join("fuzz/seeds").join(target.name);
    if own_seeds.is_dir() {
        command.arg(own_seeds);
    }
    command.arg(format!("-artifact_prefix={}/{}-", findings.display(), target.name));
    command.arg(format!("-max_total_time={seconds}")).arg(format!("-max_len={}", target.max_len));
    command.arg(format!("-timeout={}", target.timeout)).arg(format!("-rss_limit_mb={}", target.memory));
    command.args(["-print_final_stats=1", "-verbosity=0", "-print_funcs=0"]);
    let fits = |seed: &&PathBuf| {
        let extension = seed.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let size = std::fs::metadata(seed).map_or(u64::MAX, |metadata| metadata.len());
        target.seeds.contains(&extension) && size <= u64::from(target.max_len)
    };
    let seeds: Vec<String> = seeds.iter().filter(fits).map(|seed| seed.display().to_string()).collect();
    ensure!(
        target.seeds.is_empty() || !seeds.is_empty(),
        "no seed of {} has at most {} bytes",
        target.name,
        target.max_len
    );
    if !seeds.is_empty() {
        command.arg(format!("-seed_inputs={}", seeds.join(",")));
    }
    Ok(command)
}

/// Returns an encoded sheet with each kind of content. It is drawn for each run, so its format is always the current one.
fn encoded_sheet() -> Vec<u8> {
    let mut drawing = plumbline_sheet::drawing::Drawing::new(1224.0, 792.0);
    drawing.layer("E-LITE").rect([40.0, 40.0, 900.0, 700.0]).line([40.0, 300.0], [900.0, 300.0]);
    drawing.pen(0xff_00_00, 0.25).dash(&[6.0, 3.0]).polyline(&[[100.0, 100.0], [300.0, 100.0], [300.0, 250.0]]);
    drawing.pen(0, 1.0).fill(Some(0x80_80_80)).layer("E-POWR").circle([300.0, 250.0], 6.0).circle([500.0, 250.0], 6.0);
    drawing.text("LP-1", [310.0, 240.0], 8.0).text_turned("12'-6\"", [95.0, 180.0], 8.0, 1.5);
    drawing.text("LIGHTING PLAN", [980.0, 700.0], 12.0).text("SCALE: 1/8\" = 1'-0\"", [980.0, 720.0], 8.0);
    drawing.text("E-101", [1150.0, 760.0], 18.0);
    drawing.sheet().encode()
}

/// Returns the seed files: real drawings, if there are any beside the workspace, the drawn sample sheets, and the components.
/// Text seeds are in `fuzz/seeds`.
fn seeds(workspace: &Workspace) -> Result<Vec<PathBuf>> {
    let drawn = workspace.target.join("fuzz-seeds");
    let sheet = plumbline_sample::Drawing::e101(1, &plumbline_sample::Options::default());
    workspace::write(&drawn.join("E-101.pdf"), &sheet.pdf)?;
    let (dxf, _) = plumbline_sample::Drawing::e101_dxf(1, &plumbline_sample::Options::default());
    workspace::write(&drawn.join("E-101.dxf"), &dxf)?;
    workspace::write(&drawn.join("drawn.sheet"), &encoded_sheet())?;
    let beside = workspace.root.parent().map(|folder| folder.join("shared/corpus"));
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = beside.into_iter().chain([drawn, workspace.components_dir()]).collect();
    while let Some(folder) = folders.pop() {
        // Missing folders have no seeds.
        for entry in std::fs::read_dir(&folder).into_iter().flatten() {
            let path = entry?.path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encoded_sheet_is_a_seed_that_can_be_decoded() {
        let encoded = encoded_sheet();
        let target = TARGETS.iter().find(|target| target.name == "sheet_decoding").unwrap();
        assert!(encoded.len() <= target.max_len as usize, "{} bytes", encoded.len());
        let sheet = plumbline_sheet::Sheet::decode(&encoded).unwrap();
        assert_eq!(sheet.paths().count(), 5);
    }
}
