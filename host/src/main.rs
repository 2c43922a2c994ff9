//! `plumbline`: the host. A single binary that serves, and administers tenants, keys and components. Commands that work
//! on drawings without a server are in `plumbline-local`, the settings in `plumbline-config`.
//!
//! - `cli`: the command line, one file per command.
//! - `app`: assembles storage, engine and jobs.
//! - `edge`: HTTP.
//! - `log`: the program's log. `metrics`: counters. `traces`: spans for a collector. `batches`: queues from many
//!   threads to one.
//! - `waits`: time that requests spend waiting.

mod admin;
mod app;
mod batches;
mod cli;
mod edge;
mod identity;
mod log;
mod metrics;
mod traces;
mod waits;

use clap::Parser as _;

fn main() -> std::process::ExitCode {
    plumbline_engine::return_large_buffers();
    cli::run(cli::Cli::parse())
}
