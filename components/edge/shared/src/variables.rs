//! The application's variables, read from Spin.

use std::sync::OnceLock;

use crate::{Application, InvalidVariable};

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

/// Returns the application's parsed variables. They are read once per instance, because an application serves one
/// tenant.
///
/// # Errors
/// [`InvalidVariable`] with the variable's name.
pub fn application() -> Result<&'static Application, &'static InvalidVariable> {
    static APPLICATION: OnceLock<Result<Application, InvalidVariable>> = OnceLock::new();
    APPLICATION.get_or_init(|| Application::read(variable)).as_ref()
}

/// Returns the application's parsed variables to an adapter. The gateway refuses calls while a variable is missing, so
/// this does not panic.
pub fn required_application() -> &'static Application {
    application().unwrap_or_else(|missing| panic!("{missing}"))
}
