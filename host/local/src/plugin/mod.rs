//! Templates and checks for partners' plugins.
//!
//! - `command`: `plumbline plugin`.
//! - `templates`: starter projects, embedded in the program.
//! - `rows`, `sheet`: a takeoff and a drawn sheet for trying out a plugin.
//! - `trial`: checks of a component that runs on them. `findings`: checks of an extractor's findings.

mod command;
mod findings;
mod rows;
mod sheet;
mod templates;
mod trial;

pub use command::{Command, run};
