//! The platform under its components: swapping, limits, the command line.

mod command_line;
mod connections;
mod hot_swap;
mod log;
mod operators;
mod plugins;
mod publishing;
mod registry;
mod stages;
