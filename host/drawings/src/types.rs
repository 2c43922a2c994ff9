//! Interfaces that have only types. A component that uses one of them imports it, but calls nothing of it.

use plumbline_engine::{Capability, Interface};

/// The types of drawings, and those of other classes that workers use.
pub(crate) struct Types;

impl Capability for Types {
    fn interfaces(&self) -> Vec<Interface> {
        plumbline_engine::interfaces![
            Worker "plumbline:drawing/" => [],
            Worker "plumbline:reader/reader@1.0.0" => [],
            Worker "plumbline:extractor/extractor@1.0.0" => [],
            Worker "plumbline:exporter/rows@1.0.0" => [],
            Reader "plumbline:drawing/" => [],
            Extractor "plumbline:drawing/" => [],
            Exporter "plumbline:drawing/" => [],
        ]
    }
}
