//! `plumbline:provenance`: which components a job used, and which made what it works on. Workers may still import
//! `plumbline:making`, its predecessor.

use crate::bindings::making::makers::{self, Maker};
use crate::bindings::provenance::components::{self, ComponentRef, Host};
use crate::capability::{Capability, Interface, interfaces};
use crate::state::State;

/// The components that a job used.
pub struct JobProvenance;

impl Capability for JobProvenance {
    fn interfaces(&self) -> Vec<Interface> {
        interfaces![
            Worker "plumbline:provenance/components@1.0.0" => [components],
            Worker "plumbline:making/makers@1.0.0" => [makers],
        ]
    }
}

impl Host for State {
    fn used(&mut self) -> wasmtime::Result<Vec<ComponentRef>> {
        Ok(self.provenance.used().to_vec())
    }

    fn declare(&mut self, components: Vec<ComponentRef>) -> wasmtime::Result<()> {
        self.provenance.declare(components);
        Ok(())
    }
}

impl makers::Host for State {
    fn so_far(&mut self) -> wasmtime::Result<Vec<Maker>> {
        Ok(Host::used(self)?.into_iter().map(Maker::from).collect())
    }

    fn tell(&mut self, makers: Vec<Maker>) -> wasmtime::Result<()> {
        Host::declare(self, makers.into_iter().map(ComponentRef::from).collect())
    }
}

impl From<ComponentRef> for Maker {
    fn from(ComponentRef { role, id, version, digest }: ComponentRef) -> Self {
        Self { role, id, version, digest }
    }
}

impl From<Maker> for ComponentRef {
    fn from(Maker { role, id, version, digest }: Maker) -> Self {
        Self { role, id, version, digest }
    }
}
