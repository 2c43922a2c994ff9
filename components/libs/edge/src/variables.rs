//! The application's variables, read from Spin.

use std::sync::OnceLock;

use crate::{NotSet, Place};

#[allow(missing_docs, clippy::all, reason = "generated; documented in the WIT")]
mod bindings {
    wit_bindgen::generate!({
        inline: "package plumbline:edge-library; world library { import fermyon:spin/variables@2.0.0; }",
        world: "plumbline:edge-library/library",
        path: ["../../../wit/deps/fermyon-spin@2.0.0"],
        generate_all,
    });
}

/// Returns a variable of the application, or `None` if it is not set.
pub fn variable(name: &str) -> Option<String> {
    bindings::fermyon::spin::variables::get(name).ok()
}

/// Returns the application's parsed variables. They are read once per instance, because an application serves one tenant.
///
/// # Errors
/// [`NotSet`] with the variable's name.
pub fn place() -> Result<&'static Place, &'static NotSet> {
    static PLACE: OnceLock<Result<Place, NotSet>> = OnceLock::new();
    PLACE.get_or_init(|| Place::read(variable)).as_ref()
}
