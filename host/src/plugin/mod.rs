//! What partners get for their plugins, and what is asked of them.
//!
//! - `templates`: projects to begin with, part of the program.
//! - `rows`, `sheet`: a takeoff and a drawn sheet on which a plugin is tried.
//! - `trial`: the checks of a component that is run on them; `findings`: what is checked of an extractor's findings.

pub(crate) mod findings;
pub(crate) mod rows;
pub(crate) mod sheet;
pub(crate) mod templates;
pub(crate) mod trial;
