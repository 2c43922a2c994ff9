//! The machine code of a bound component. It is unloaded after the component is checked, and loaded again by its first
//! call. A host has dozens of components bound, each with megabytes of code and of Wasmtime's tables, and the calls of
//! its tenants need only a few of them.

use std::sync::Arc;

use plumbline_storage::Publication;
use tokio::sync::OnceCell;

use crate::error::CallError;
use crate::linked::Linked;
use crate::runtime::Runtime;
use crate::slot::{Class, Slot};

/// A component's code, linked for its class.
pub(crate) struct Code {
    linked: OnceCell<Linked>,
    /// Whether the component is out of service, so that its code is never loaded.
    is_withdrawn: bool,
    optional_exports: Vec<&'static str>,
    /// The publication. It is verified again before the code is loaded, because a publisher may have been revoked.
    by: Option<Publication>,
}

impl Code {
    /// Creates the code of a component that is already linked.
    pub(crate) fn new(linked: Linked) -> Self {
        let optional_exports = match &linked {
            Linked::Driven(_, prepared) => prepared.optional_exports.clone(),
            _ => Vec::new(),
        };
        Self { linked: OnceCell::new_with(Some(linked)), is_withdrawn: false, optional_exports, by: None }
    }

    /// Creates the entry of a component that was taken out of service. It has no code.
    pub(crate) fn withdrawn(by: Publication) -> Self {
        Self { linked: OnceCell::new(), is_withdrawn: true, optional_exports: Vec::new(), by: Some(by) }
    }

    /// Returns whether the component is out of service.
    pub(crate) fn is_withdrawn(&self) -> bool {
        self.is_withdrawn
    }

    /// Returns whether the component exports an optional interface of its class.
    pub(crate) fn has_optional_export(&self, interface: &str) -> bool {
        self.optional_exports.contains(&interface)
    }

    /// Unloads the code if the cache has it. The code of an endpoint stays, because requests must not wait for it.
    pub(crate) fn unload(&mut self, runtime: &Runtime, slot: &Slot, digest: &str, by: Publication) {
        if slot.class != Class::Endpoint && runtime.compiler.has(digest) {
            self.linked = OnceCell::new();
            self.by = Some(by);
        }
    }

    /// Returns the code if it is loaded.
    pub(crate) fn present(&self) -> Option<&Linked> {
        self.linked.get()
    }

    /// Returns the code. If it is not loaded, loads it from the cache or compiles the component again.
    pub(crate) async fn get(&self, runtime: &Runtime, slot: &Slot, digest: &str) -> Result<&Linked, CallError> {
        let not_loaded = |cause: String| CallError::NotLoaded { slot: slot.clone(), cause };
        let load = async || {
            if let Some(by) = &self.by {
                let verified = runtime.storage.control.verify(&slot.to_string(), digest, by).await;
                verified.map_err(|error| not_loaded(format!("{error:#}")))?;
            }
            let compiler = Arc::clone(&runtime.compiler);
            let name = digest.to_owned();
            let cached = tokio::task::spawn_blocking(move || compiler.cached(&name)).await;
            let component = match cached.map_err(|error| not_loaded(error.to_string()))? {
                Some(component) => component,
                None => {
                    let bytes = runtime.storage.control.component_bytes(digest).await;
                    let bytes = bytes.map_err(|error| not_loaded(format!("{error:#}")))?;
                    runtime.compile(bytes).await.map_err(|error| not_loaded(error.to_string()))?
                }
            };
            runtime.link(slot, &component).map_err(|no| not_loaded(no.to_string()))
        };
        self.linked.get_or_try_init(load).await
    }
}
