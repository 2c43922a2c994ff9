//! `plumbline`: the host. A single binary that serves, takes off a single drawing, and administers tenants, keys and
//! components.
//!
//! - `config`: settings from file, environment and flags.
//! - `cli`: the command line, one file per command.
//! - `app`: assembles storage, engine and jobs.
//! - `edge`: HTTP.
//! - `log`: the program's log. `metrics`: counters. `traces`: spans for a collector. `batches`: queues from many
//!   threads to one.
//! - `plugin`: templates for partners, and checks of a plugin.
//! - `waits`: time that requests spend waiting.

mod admin;
mod app;
mod batches;
mod cli;
mod config;
mod edge;
mod identity;
mod log;
mod metrics;
mod plugin;
mod traces;
mod waits;

use clap::Parser as _;

fn main() -> std::process::ExitCode {
    plumbline_engine::return_large_buffers();
    cli::run(cli::Cli::parse())
}
