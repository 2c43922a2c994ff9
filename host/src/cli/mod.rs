//! The command line, with one file per command.

mod access;
mod backup;
mod compile_component;
mod component;
mod config_command;
mod credential_access;
mod digest;
mod edge;
mod job;
mod key;
mod local;
mod migrate;
mod moving;
mod publisher;
mod serve;
mod service;
mod signing_key;
mod status;
mod tenant;
mod user;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use clap::{Args, Parser, Subcommand};
use plumbline_config::Config;
use plumbline_local::{plugin, takeoff};

use crate::app;
use crate::log;
use local::LocalProgram;

/// Construction drawings in, reviewed quantities out.
#[derive(Debug, Parser)]
#[command(name = "plumbline", version, about, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

/// Flags of all commands. They override the file and the environment.
#[derive(Debug, Args)]
struct Common {
    /// Configuration file; defaults to `plumbline.toml` in the working directory, if it exists
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Directory for databases, files and compiled components
    #[arg(long, global = true, value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// Log filter: `warn`, `info`, `plumbline=debug,warn`
    #[arg(long, global = true, value_name = "FILTER")]
    log: Option<String>,
    /// Print JSON for programs instead of text
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the API and run jobs
    Serve(serve::Arguments),
    /// Take off one drawing locally, without a server
    Takeoff(takeoff::Arguments),
    /// Create, list and revoke tenants
    #[command(subcommand)]
    Tenant(tenant::Command),
    /// Create, list and revoke API keys
    #[command(subcommand)]
    Key(key::Command),
    /// Create, invite, list and disable a tenant's users
    #[command(subcommand)]
    User(user::Command),
    /// Create, link, list and revoke credentials of unattended backends
    #[command(subcommand)]
    Service(service::Command),
    /// List requests for premium access, and grant it
    #[command(subcommand)]
    Access(access::Command),
    /// Rotate the keys that sign access tokens
    #[command(subcommand)]
    SigningKey(signing_key::Command),
    /// Create signing keys and manage trusted publishers
    #[command(subcommand)]
    Publisher(publisher::Command),
    /// Publish, list, bind, stage, roll back and compare components
    #[command(subcommand)]
    Component(component::Command),
    /// List and show jobs, and run them again
    #[command(subcommand)]
    Job(job::Command),
    /// Create a plugin from a template, and test one before it is published
    #[command(subcommand)]
    Plugin(plugin::Command),
    /// Compose applications for the edge, under Spin
    #[command(subcommand)]
    Edge(edge::Command),
    /// Back up databases, files, components and keys to a folder, while the server is running
    Backup(backup::Backup),
    /// Restore a backup to the data directory, which must be new or empty
    Restore(backup::Restore),
    /// Migrate the PostgreSQL schema to this release, while hosts of the previous release keep serving
    Migrate,
    /// Move an installation from SQLite files to PostgreSQL or back, while no server runs
    Move(moving::Move),
    /// Show the data directory and addresses in use, and the running servers
    Status(status::Arguments),
    /// Print every setting with its meaning, its value and the source of the value, as TOML
    ///
    /// Settings come from defaults, then the file, then the environment (`PLUMBLINE_HTTP__LISTEN` sets `http.listen`),
    /// then flags. Each overrides the one before.
    Config,
    /// Compile one component from standard input, for internal use
    #[command(hide = true)]
    CompileComponent(compile_component::Arguments),
}

impl Command {
    /// Returns whether the command requires an existing installation.
    fn needs_installation(&self) -> bool {
        match self {
            Self::User(_) | Self::Key(_) | Self::Service(_) | Self::Access(_) | Self::Job(_) | Self::Backup(_) => true,
            Self::Tenant(command) => !matches!(command, tenant::Command::Create { .. }),
            Self::Publisher(command) => {
                matches!(command, publisher::Command::List | publisher::Command::Revoke { .. })
            }
            Self::Component(command) => match command {
                component::Command::Publish(_) | component::Command::Compile { .. } => false,
                component::Command::Diff(arguments) => arguments.needs_installation(),
                _ => true,
            },
            Self::Edge(command) => {
                matches!(command, edge::Command::Diff { .. })
                    || matches!(command, edge::Command::Build(edge::BuildArguments { tenant: Some(_), .. }))
            }
            Self::Serve(_)
            | Self::Takeoff(_)
            | Self::SigningKey(_)
            | Self::Plugin(_)
            | Self::Restore(_)
            | Self::Status(_)
            | Self::Migrate
            | Self::Move(_)
            | Self::Config
            | Self::CompileComponent(_) => false,
        }
    }
}

/// Runs a command. Prints a failure with its causes and, if there is one, its remedy.
pub(crate) fn run(cli: Cli) -> ExitCode {
    // Handled first: it reads no configuration and opens no files.
    if let Command::CompileComponent(arguments) = &cli.command {
        return compile_component::run(arguments);
    }
    match try_run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("plumbline: {}", causes(&error));
            ExitCode::FAILURE
        }
    }
}

/// Returns the error and its causes on one line. Skips a cause that the previous error already states, since many
/// errors end with the system error that caused them.
fn causes(error: &anyhow::Error) -> String {
    let mut line = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !line.ends_with(&cause) {
            line = format!("{line}: {cause}");
        }
    }
    line
}

/// Tasks that a thread runs before it checks for tasks woken by other threads, such as those that wait for a database's
/// thread or for their turn to write. Tokio's default of 61 delayed a credential's lookup, and everything after it, by
/// up to 80 ms at 256 connections.
const GLOBAL_QUEUE_INTERVAL: u32 = 2;

/// Sockets that a thread takes at once from those that are ready to read. A thread serves them one after the other, and
/// another thread steals the older half of them. The more it takes, the less requests are answered in the order of
/// arrival. With Tokio's default of 1,024, the slowest hundredth of `GET`s over 64 connections took 2.1 times the
/// median. With this value it took 1.7 times, at the same rate.
const MAX_IO_EVENTS_PER_TICK: usize = 8;

fn try_run(cli: Cli) -> Result<()> {
    let mut config = Config::load(cli.common.config.as_deref())?;
    let flags = [("data_dir", cli.common.data_dir.is_some()), ("log", cli.common.log.is_some())];
    let flags: Vec<&str> = flags.into_iter().filter_map(|(name, is_set)| is_set.then_some(name)).collect();
    if let Some(data_dir) = cli.common.data_dir {
        config.data_dir = data_dir;
    }
    // Commands that end immediately only log problems. A server logs its activity.
    let quiet = !matches!(cli.command, Command::Serve(_));
    let filter = match cli.common.log {
        Some(filter) => {
            config.log = filter.clone();
            filter
        }
        // A plugin's output is what its author wants to see.
        None if matches!(cli.command, Command::Plugin(_)) => "warn,component=info".into(),
        None if quiet => "warn".into(),
        None => config.log.clone(),
    };
    if cli.command.needs_installation() {
        app::require_installed(&config)?;
    }
    let log = log::start(&filter, &config, !quiet)?;
    let json = cli.common.json;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .global_queue_interval(GLOBAL_QUEUE_INTERVAL)
        .max_io_events_per_tick(MAX_IO_EVENTS_PER_TICK)
        .build()
        .context("cannot start the runtime")?;
    let done = runtime.block_on(async {
        log.report_dropped();
        match cli.command {
            Command::Serve(arguments) => serve::run(config, arguments).await,
            Command::Takeoff(arguments) => takeoff::run(&LocalProgram::new(config), arguments, json).await,
            Command::Tenant(command) => tenant::run(&config, command, json).await,
            Command::Key(command) => key::run(&config, command, json).await,
            Command::User(command) => user::run(&config, command, json).await,
            Command::Service(command) => service::run(&config, command, json).await,
            Command::Access(command) => access::run(&config, command, json).await,
            Command::SigningKey(command) => signing_key::run(&config, command, json).await,
            Command::Publisher(command) => publisher::run(&config, command, json).await,
            Command::Component(command) => component::run(&config, command, json).await,
            Command::Job(command) => job::run(&config, command, json).await,
            Command::Plugin(command) => plugin::run(&LocalProgram::new(config), command, json).await,
            Command::Edge(command) => edge::run(config, command, json).await,
            Command::Backup(arguments) => backup::back_up(&config, arguments, json).await,
            Command::Restore(arguments) => backup::restore(&config, arguments, json).await,
            Command::Migrate => migrate::run(&config, json).await,
            Command::Move(arguments) => moving::run(&config, arguments, json).await,
            Command::Status(arguments) => status::run(&config, &arguments, json).await,
            Command::Config => config_command::run(&config, cli.common.config.as_deref(), &flags, json),
            // Handled in `run`, before there is a runtime.
            Command::CompileComponent(_) => Ok(()),
        }
    });
    done.and(log.end())
}
