//! Commands that need no server: `plumbline takeoff`, `plumbline plugin` and `plumbline component diff`.
//!
//! They are an application on top of the host. They know drawings, which the host does not, and use what it offers: the
//! API, the engine and the storage. The program that runs them implements [`Program`].
//!
//! - `takeoff`: takes off one drawing. `diff`: compares two versions of an extractor on a drawing.
//! - `plugin`: templates for partners, and checks of a plugin.
//! - `in_process`: a client of the API without a socket. `program`: what the commands need from the program.
//!
//! ```
//! use clap::Parser;
//! use plumbline_local::{Program, takeoff};
//!
//! /// A program with the command only.
//! #[derive(Parser)]
//! struct Arguments {
//!     #[command(flatten)]
//!     takeoff: takeoff::Arguments,
//! }
//!
//! async fn run(program: &impl Program, arguments: Arguments) -> anyhow::Result<()> {
//!     takeoff::run(program, arguments.takeoff, false).await
//! }
//!
//! let words = ["plumbline-takeoff", "E-101.pdf", "--discipline", "electrical", "--pages", "1,3-5"];
//! assert!(Arguments::try_parse_from(words).is_ok());
//! ```

pub mod diff;
mod in_process;
pub mod plugin;
mod program;
pub mod takeoff;

pub use program::{Program, Server};
