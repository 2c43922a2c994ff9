//! `cargo xtask clients`: the generated parts of `clients/`, written anew from the API's document.

use crate::workspace::{self, Workspace, cargo};
use anyhow::Result;

/// Writes them.
pub(crate) fn run() -> Result<()> {
    let workspace = Workspace::find()?;
    // A program of its own, as that of the document.
    workspace::run(
        cargo().args(["run", "--release", "--quiet", "--package", "plumbline-clients"]).current_dir(workspace.root),
    )
}
