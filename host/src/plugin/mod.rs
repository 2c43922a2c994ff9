//! Templates and checks for partners' plugins.
//!
//! - `templates`: starter projects, embedded in the program.
//! - `rows`, `sheet`: a takeoff and a drawn sheet for trying out a plugin.
//! - `trial`: checks of a component that runs on them. `findings`: checks of an extractor's findings.

pub(crate) mod findings;
pub(crate) mod rows;
pub(crate) mod sheet;
pub(crate) mod templates;
pub(crate) mod trial;
