//! A client that a partner could have: made of the API's document by openapi-python-client, and used for the main job.

use crate::python::Python;
use crate::server::Server;
use crate::workspace::{self, Workspace};
use anyhow::{Context as _, Result};
use plumbline_sample::{Drawing, Options};

/// The document that the client is made of.
const DOCUMENT: &str = "host/openapi.json";
/// Its package.
const PACKAGE: &str = "plumbline_api";

/// Makes the client and drives a server of its own with it, from a drawing to a table.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let python = Python::ready(workspace)?;
    let folder = workspace.target.join("python-client");
    let mut generate = python.program("openapi-python-client");
    generate.args(["generate", "--overwrite", "--fail-on-warning", "--meta", "none", "--path"]);
    generate.arg(workspace.root.join(DOCUMENT)).arg("--output-path").arg(folder.join(PACKAGE));
    workspace::run(&mut generate).context("no client can be made of the document")?;
    let data = tempfile::Builder::new().prefix("typed-client-").tempdir_in(&workspace.target)?;
    let drawing = data.path().join("E-101.pdf");
    workspace::write(&drawing, &Drawing::e101(1, &Options::default()).pdf)?;
    let server = Server::start(workspace, &data.path().join("server"), 0)?;
    let account = server.account("Typed client", "sandbox")?;
    let mut drive = python.program("python");
    drive.arg(workspace.root.join("xtask/python/drive.py")).arg(account.client.base()).arg(drawing);
    drive.env("PYTHONPATH", &folder).env("PLUMBLINE_KEY", &account.secret);
    workspace::run(&mut drive).context("the client made of the document cannot do the main job")
}
