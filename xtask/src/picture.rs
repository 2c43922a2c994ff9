//! `cargo xtask picture`: redraws the README's picture, the sheet that the demo marked.

use crate::workspace::{self, Workspace, cargo};
use anyhow::{Result, ensure};

/// The file that the demo writes.
const MARKED: &str = "out/takeoff.pdf";
const PICTURE: &str = "docs/images/takeoff.png";
/// Width in pixels: twice the width of a page of text, for high-resolution screens.
const WIDTH: &str = "1600";

/// Redraws the picture.
pub(crate) fn run() -> Result<()> {
    let workspace = Workspace::find()?;
    let (marked, picture) = (workspace.root.join(MARKED), workspace.root.join(PICTURE));
    ensure!(marked.is_file(), "{MARKED} is missing; `cargo xtask demo` writes it");
    workspace::create_parent_dir(&picture)?;
    let mut draw = cargo();
    draw.args(["run", "--release", "--package", "plumbline-pdf", "--features", "pictures"]);
    draw.args(["--example", "picture", "--"]);
    workspace::run(draw.arg(&marked).arg(&picture).arg(WIDTH).current_dir(&workspace.root))?;
    println!("{}", picture.display());
    Ok(())
}
