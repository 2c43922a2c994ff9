//! The platform beneath the components: swaps, limits, the command line.

mod backup;
mod command_line;
mod compiling;
mod connections;
mod erasure;
mod fairness;
mod hot_swap;
mod jobs;
mod log;
mod metrics;
mod operators;
mod plugins;
mod publishing;
mod readme;
mod refusals;
mod registry;
mod releases;
mod retention;
mod revocation;
mod s3;
mod scopes;
mod stages;
mod starting;
mod surveys;
mod traces;
mod upgrade;
