//! The provenance recorded in a store.

use crate::bindings::provenance::components::ComponentRef;

/// The components that a job used, and those that made what it works on.
#[derive(Default)]
pub(crate) struct Provenance {
    used: Vec<ComponentRef>,
    declared: Vec<ComponentRef>,
}

impl Provenance {
    /// Records that a component is used.
    pub(crate) fn record_use(&mut self, component: ComponentRef) {
        if !self.used.contains(&component) {
            self.used.push(component);
        }
    }

    /// Returns the components that were used, in the order of their first use.
    pub(crate) fn used(&self) -> &[ComponentRef] {
        &self.used
    }

    /// Records the components that made what the job works on.
    pub(crate) fn declare(&mut self, components: Vec<ComponentRef>) {
        self.declared = components;
    }

    /// Returns the components that made what the job works on.
    pub(crate) fn declared(&self) -> &[ComponentRef] {
        &self.declared
    }
}
