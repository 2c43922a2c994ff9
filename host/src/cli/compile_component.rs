//! `plumbline compile-component`: the process in which the host compiles one component. Not meant for users.

use std::process::ExitCode;

use clap::Args;
use plumbline_engine::{ChildLimits, compile_for_parent};

/// Limits of the process.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(long)]
    memory_bytes: u64,
    #[arg(long)]
    processor_seconds: u64,
}

/// Compiles from standard input to standard output.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let Arguments { memory_bytes, processor_seconds } = *arguments;
    compile_for_parent(ChildLimits { memory_bytes, processor_seconds })
}
