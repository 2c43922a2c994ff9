//! `plumbline:making`: provenance. Which components a job used, and which made what it works on.

use wasmtime::component::{HasSelf, Linker};

use super::Capability;
use crate::bindings::making::makers::{self, Host, Maker};
use crate::registry::Loaded;
use crate::slot::Class;
use crate::state::State;

/// The components that a job used.
pub struct JobProvenance;

impl Capability for JobProvenance {
    fn grants(&self, class: Class) -> &'static [&'static str] {
        match class {
            Class::Worker => &["plumbline:making/makers@1.0.0"],
            _ => &[],
        }
    }

    fn link(&self, class: Class, linker: &mut Linker<State>) -> wasmtime::Result<()> {
        if class == Class::Worker {
            makers::add_to_linker::<_, HasSelf<State>>(linker, |state| state)?;
        }
        Ok(())
    }
}

/// The provenance recorded in a store.
#[derive(Default)]
pub(crate) struct Provenance {
    used: Vec<Maker>,
    makers: Vec<Maker>,
}

impl Provenance {
    /// Records that a component is used.
    pub(crate) fn record_use(&mut self, loaded: &Loaded) {
        let maker = Maker {
            role: loaded.slot.class.word().to_owned(),
            id: loaded.description.id.clone(),
            version: loaded.description.version.clone(),
            digest: loaded.digest.clone(),
        };
        if !self.used.contains(&maker) {
            self.used.push(maker);
        }
    }

    /// Returns the components that made what the job works on.
    pub(crate) fn makers(&self) -> &[Maker] {
        &self.makers
    }
}

impl Host for State {
    fn so_far(&mut self) -> wasmtime::Result<Vec<Maker>> {
        Ok(self.provenance.used.clone())
    }

    fn tell(&mut self, makers: Vec<Maker>) -> wasmtime::Result<()> {
        self.provenance.makers = makers;
        Ok(())
    }
}
