//! `plumbline`: the host. One binary serves, takes off a single drawing, and administers tenants, keys and components.
//!
//! - `config`: settings from file, environment and flags.
//! - `cli`: one file a command.
//! - `app`: storage, engine and jobs put together.
//! - `edge`: HTTP.
//! - `log`: what it says of itself; `metrics`: what it counts; `traces`: what a collector gets; `batches`: what threads leave for another.
//! - `plugin`: templates for partners, and what is asked of a plugin.
//! - `waits`: what requests wait for.

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
