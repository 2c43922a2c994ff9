//! `wasmtime serve`, as the Wasmtime command line has it: the peer of the host's HTTP path.

use anyhow::Result;
use clap::Parser as _;
use wasmtime_cli::commands::ServeCommand;

fn main() -> Result<()> {
    ServeCommand::parse().execute().map_err(|error| anyhow::anyhow!("{error:#}"))
}
