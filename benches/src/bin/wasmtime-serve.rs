//! `wasmtime serve` as in the Wasmtime command line: the peer of the host's HTTP path.

use anyhow::Result;
use clap::Parser as _;
use wasmtime_cli::commands::ServeCommand;

fn main() -> Result<()> {
    ServeCommand::parse().execute().map_err(|error| anyhow::anyhow!("{error:#}"))
}
