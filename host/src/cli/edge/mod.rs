//! `plumbline edge`: composes and sets up Spin applications.
//!
//! - `build`: composes endpoint groups into files, with a manifest. `tenant`: the groups bound for a tenant.
//! - `diff`: bindings that changed since. `key`: an application's database, variables and key.

mod build;
mod diff;
mod key;
mod tenant;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum};
use plumbline_composition::Data;
use plumbline_config::Config;
use plumbline_storage::Environment;

use self::build::Build;
use crate::app;

/// Default folder of the gateway and adapters, written by `cargo xtask edge`.
const PARTS: &str = "target/edge/parts";

/// The location of an application's data.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Database {
    /// Spin's SQLite
    Sqlite,
    /// The central server's PostgreSQL
    Postgres,
}

impl From<Database> for Data {
    fn from(database: Database) -> Self {
        match database {
            Database::Sqlite => Self::Sqlite,
            Database::Postgres => Self::Postgres,
        }
    }
}

/// Commands for Spin applications.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Compose each endpoint group with gateway and adapters into one component for any host of the standard interfaces
    ///
    /// With `--tenant`, uses exactly the versions bound for it and records them in `spin.toml` next to the files. With
    /// `--components`, uses all components of a folder.
    Build(BuildArguments),
    /// Show bindings of a tenant that changed since its application was built; fails if there are any
    Diff {
        /// The folder of the application, which contains its `spin.toml`
        #[arg(value_name = "DIR")]
        application: PathBuf,
    },
    /// Set up a Spin application's database and variables for one tenant, and print a key
    ///
    /// Creates `.spin/sqlite_db.db`, `.env` and `.spin/plumbline.toml` in the application's folder if they are missing.
    /// Running it again prints another key.
    Key {
        /// The folder of the application, which contains its `spin.toml`
        #[arg(long, default_value = ".", value_name = "DIR")]
        application: PathBuf,
        /// `sandbox` or `production`
        #[arg(long, default_value = "sandbox")]
        environment: Environment,
    },
}

/// Arguments of `build`.
#[derive(Debug, Args)]
pub(crate) struct BuildArguments {
    /// The tenant, by id or name
    #[arg(long, value_name = "TENANT", requires = "environment", conflicts_with = "components")]
    pub(super) tenant: Option<String>,
    /// `sandbox` or `production`
    #[arg(long, requires = "tenant")]
    environment: Option<Environment>,
    /// Leave out endpoints that do not run at the edge, such as a partner's, and forward their calls to the central
    /// server
    #[arg(long = "leave-to-center", requires = "tenant")]
    leave_to_central_host: bool,
    /// A folder of components, as `<class>-<name>.wasm`
    #[arg(long, value_name = "DIR", required_unless_present = "tenant")]
    components: Option<PathBuf>,
    /// The folder of the gateway and adapters, as `edge-<name>.wasm`
    #[arg(long, default_value = PARTS, value_name = "DIR")]
    parts: PathBuf,
    /// Database of the application, by default PostgreSQL if the central server's data is there
    #[arg(long, value_enum)]
    database: Option<Database>,
    /// Folder for the composed files
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Write the manifest of a Spin application for the folder, which expects the files in `--output`
    #[arg(long, value_name = "FILE", conflicts_with = "tenant")]
    manifest: Option<PathBuf>,
}

/// Runs an `edge` command.
pub(crate) async fn run(config: Config, command: Command, as_program: bool) -> Result<()> {
    match command {
        Command::Build(of) => {
            let central = if config.database.url.is_some() { Database::Postgres } else { Database::Sqlite };
            let data = of.database.unwrap_or(central).into();
            let build = Build { parts: &of.parts, output: &of.output, data };
            let made = match (of.tenant, of.environment, of.components) {
                (Some(tenant), Some(environment), _) => {
                    let storage = app::storage(&config).await?;
                    build.of_tenant(&config, &storage, &tenant, environment, of.leave_to_central_host).await?
                }
                (_, _, Some(components)) => build.of_folder(&components, of.manifest.as_deref())?,
                _ => anyhow::bail!("missing source. Use --tenant with --environment, or --components"),
            };
            build::show(&made, as_program)
        }
        Command::Diff { application } => diff::run(&app::storage(&config).await?, &application, as_program).await,
        Command::Key { application, environment } => key::run(config, &application, environment, as_program).await,
    }
}
