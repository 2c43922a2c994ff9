//! `plumbline edge`: composes and sets up Spin applications.
//!
//! - `build`: endpoint groups composed into files, with a manifest; `key`: an application's database, variables and a key.

mod build;
mod key;

use std::path::PathBuf;

use anyhow::Result;
use clap::Subcommand;
use plumbline_storage::Environment;

use crate::config::Config;

/// Commands for Spin applications.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Compose each endpoint group of a folder with gateway and adapters: a file for any host of the standard interfaces
    Build {
        /// The folder of components, as `<class>-<name>.wasm`
        #[arg(long, value_name = "DIR")]
        components: PathBuf,
        /// The folder of gateway and adapters, as `edge-<name>.wasm`
        #[arg(long, value_name = "DIR")]
        parts: PathBuf,
        /// Where the composed files go
        #[arg(short, long, value_name = "DIR")]
        output: PathBuf,
        /// Write the manifest of a Spin application of them, which finds them where `--output` says
        #[arg(long, value_name = "FILE")]
        manifest: Option<PathBuf>,
    },
    /// Set up a Spin application's database and variables for one tenant, and print a key
    ///
    /// It makes `.spin/sqlite_db.db`, `.env` and `.spin/plumbline.toml` in the application's folder where they are not there;
    /// a second time it prints another key.
    Key {
        /// The folder of the application, where its `spin.toml` is
        #[arg(long, default_value = ".", value_name = "DIR")]
        application: PathBuf,
        /// `sandbox` or `production`
        #[arg(long, default_value = "sandbox")]
        environment: Environment,
    },
}

/// Runs an `edge` command.
pub(crate) async fn run(config: Config, command: Command, as_program: bool) -> Result<()> {
    match command {
        Command::Build { components, parts, output, manifest } => {
            let made = build::build(&components, &parts, &output)?;
            if let Some(path) = manifest {
                build::write_manifest(&made, &path)?;
            }
            build::show(&made, as_program)
        }
        Command::Key { application, environment } => key::run(config, &application, environment, as_program).await,
    }
}
