//! The platform under its components: swapping, limits, the command line.

mod command_line;
mod hot_swap;
mod jobs;
mod log;
mod operators;
mod plugins;
mod publishing;
mod registry;
mod releases;
mod revocation;
mod stages;
