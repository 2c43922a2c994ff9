//! `cargo xtask openapi`: regenerates the API's document from the descriptions in the endpoint components.

use crate::workspace::{self, Workspace, cargo};
use anyhow::Result;

/// Regenerates the document.
pub(crate) fn run() -> Result<()> {
    let workspace = Workspace::find()?;
    // A separate program, because this one is built often and the components take long to link.
    workspace::run(
        cargo().args(["run", "--release", "--quiet", "--package", "plumbline-openapi"]).current_dir(workspace.root),
    )
}
