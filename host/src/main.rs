//! `plumbline`: the host. One binary serves, takes off a single drawing, and administers tenants, keys and components.
//!
//! - `config`: settings from file, environment and flags.
//! - `cli`: one file a command.
//! - `allocator`: a setting of the C library's.
//! - `app`: storage, engine and jobs put together.
//! - `edge`: HTTP.
//! - `plugin`: templates for partners, and what is asked of a plugin.

mod admin;
mod allocator;
mod app;
mod cli;
mod config;
mod edge;
mod identity;
mod plugin;

use clap::Parser as _;

fn main() -> std::process::ExitCode {
    allocator::return_large_buffers();
    cli::run(cli::Cli::parse())
}
