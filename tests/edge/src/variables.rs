//! The application's variables.

use crate::state::State;

#[allow(missing_docs, reason = "generated; documented in the WIT")]
mod bindings {
    wasmtime::component::bindgen!({
        inline: "package plumbline:harness; world variables { import fermyon:spin/variables@2.0.0; }",
        path: ["../../wit/deps/fermyon-spin@2.0.0"],
        world: "plumbline:harness/variables",
    });
}

pub(crate) use bindings::fermyon::spin::variables as api;

impl api::Host for State {
    fn get(&mut self, name: String) -> Result<String, api::Error> {
        self.settings.variables.get(&name).cloned().ok_or(api::Error::Undefined(name))
    }
}
