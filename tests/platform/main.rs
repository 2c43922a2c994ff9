//! The platform under its components: swapping, limits, the command line.

mod backup;
mod command_line;
mod erasure;
mod hot_swap;
mod log;
mod operators;
mod plugins;
mod publishing;
mod registry;
mod retention;
mod stages;
