//! `cargo xtask clients`: regenerates the parts of `clients/` that follow from the API's document.

use crate::workspace::{self, Workspace, cargo};
use anyhow::Result;

/// Regenerates the parts.
pub(crate) fn run() -> Result<()> {
    let workspace = Workspace::find()?;
    // A separate program, like the one that writes the document.
    workspace::run(
        cargo().args(["run", "--release", "--quiet", "--package", "plumbline-clients"]).current_dir(workspace.root),
    )
}
