//! Interfaces that have only types. A component that uses one of them imports it, but calls nothing of it.

use plumbline_engine::{Capability, Class, State};
use wasmtime::component::Linker;

/// The types of drawings, and those of other classes that workers use.
pub(crate) struct Types;

impl Capability for Types {
    fn grants(&self, class: Class) -> &'static [&'static str] {
        match class {
            Class::Endpoint => &[],
            Class::Worker => &[
                "plumbline:drawing/",
                "plumbline:reader/reader@1.0.0",
                "plumbline:extractor/extractor@1.0.0",
                "plumbline:exporter/rows@1.0.0",
            ],
            Class::Reader | Class::Extractor | Class::Exporter => &["plumbline:drawing/"],
        }
    }

    fn link(&self, _: Class, _: &mut Linker<State>) -> wasmtime::Result<()> {
        Ok(())
    }
}
