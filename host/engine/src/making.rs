//! `plumbline:making`: the provenance of quantities. Which components a job used, and which made what it exports.

use crate::bindings::making::makers::{Host, Maker};
use crate::registry::Loaded;
use crate::state::State;

/// The provenance recorded in a store.
#[derive(Default)]
pub(crate) struct Provenance {
    used: Vec<Maker>,
    exported_from: Vec<Maker>,
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

    /// Returns the components that made what is exported.
    pub(crate) fn exported_from(&self) -> &[Maker] {
        &self.exported_from
    }
}

impl Host for State {
    fn so_far(&mut self) -> wasmtime::Result<Vec<Maker>> {
        Ok(self.provenance.used.clone())
    }

    fn tell(&mut self, makers: Vec<Maker>) -> wasmtime::Result<()> {
        self.provenance.exported_from = makers;
        Ok(())
    }
}
