//! `cargo xtask openapi`: the API's document, written anew from what the endpoint components say of themselves.

use crate::workspace::{self, Workspace, cargo};
use anyhow::Result;

/// Writes it.
pub(crate) fn run() -> Result<()> {
    let workspace = Workspace::find()?;
    // A program of its own: this one is built often, and the components are much to link.
    workspace::run(
        cargo().args(["run", "--release", "--quiet", "--package", "plumbline-openapi"]).current_dir(workspace.root),
    )
}
