//! `cargo xtask picture`: draws the README's picture anew, the sheet that the demo marked.

use crate::workspace::{self, Workspace, cargo};
use anyhow::{Result, ensure};

/// What the demo writes.
const MARKED: &str = "out/takeoff.pdf";
const PICTURE: &str = "docs/images/takeoff.png";
/// Pixels: twice the width of a page of text, for screens with fine pixels.
const WIDTH: &str = "1600";

/// Runs it.
pub(crate) fn run() -> Result<()> {
    let workspace = Workspace::find()?;
    let (marked, picture) = (workspace.root.join(MARKED), workspace.root.join(PICTURE));
    ensure!(marked.is_file(), "{MARKED} is missing; `cargo xtask demo` writes it");
    workspace::make_parent(&picture)?;
    let mut draw = cargo();
    draw.args(["run", "--release", "--package", "plumbline-raster", "--example", "picture", "--"]);
    workspace::run(draw.arg(&marked).arg(&picture).arg(WIDTH).current_dir(&workspace.root))?;
    println!("{}", picture.display());
    Ok(())
}
