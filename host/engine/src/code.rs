//! The machine code of a bound component. It is let go once the component was checked, and loaded again by its first call:
//! a host has dozens of components bound, each with megabytes of code and of Wasmtime's tables, and the calls of its
//! tenants need a few of them.

use std::sync::Arc;

use plumbline_storage::Publication;
use tokio::sync::OnceCell;

use crate::engine::Shared;
use crate::error::CallError;
use crate::inspect::{self, Linked};
use crate::slot::{Class, Slot};

/// A component's code, linked for its class.
pub(crate) struct Code {
    linked: OnceCell<Linked>,
    /// Whether it stands for a component that is out of service, and is never loaded.
    is_withdrawn: bool,
    recognises: bool,
    /// By whom it was published: asked again before it is loaded, for a publisher may have been revoked.
    by: Option<Publication>,
}

impl Code {
    /// Code that is there.
    pub(crate) fn new(linked: Linked) -> Self {
        let recognises = matches!(&linked, Linked::Reader(_, Some(_)));
        Self { linked: OnceCell::new_with(Some(linked)), is_withdrawn: false, recognises, by: None }
    }

    /// The code of a component that was taken out of service: none.
    pub(crate) fn withdrawn(by: Publication) -> Self {
        Self { linked: OnceCell::new(), is_withdrawn: true, recognises: false, by: Some(by) }
    }

    /// Whether it stands for a component that is out of service.
    pub(crate) fn is_withdrawn(&self) -> bool {
        self.is_withdrawn
    }

    /// Whether it is a reader's that recognises text.
    pub(crate) fn recognises(&self) -> bool {
        self.recognises
    }

    /// Lets go of it where the cache has it. An endpoint's stays: requests do not wait.
    pub(crate) fn unload(&mut self, engine: &Shared, slot: &Slot, digest: &str, by: Publication) {
        if slot.class != Class::Endpoint && engine.compiler.has(digest) {
            self.linked = OnceCell::new();
            self.by = Some(by);
        }
    }

    /// The code if it is there.
    pub(crate) fn present(&self) -> Option<&Linked> {
        self.linked.get()
    }

    /// The code, loaded if it is not there: from the cache, else compiled anew.
    pub(crate) async fn get(&self, engine: &Shared, slot: &Slot, digest: &str) -> Result<&Linked, CallError> {
        let not_loaded = |cause: String| CallError::NotLoaded { slot: slot.clone(), cause };
        let load = async || {
            if let Some(by) = &self.by {
                let verified = engine.storage.control.verify(&slot.to_string(), digest, by).await;
                verified.map_err(|error| not_loaded(format!("{error:#}")))?;
            }
            let compiler = Arc::clone(&engine.compiler);
            let name = digest.to_owned();
            let cached = tokio::task::spawn_blocking(move || compiler.cached(&name)).await;
            let component = match cached.map_err(|error| not_loaded(error.to_string()))? {
                Some(component) => component,
                None => {
                    let bytes = engine.storage.control.component_bytes(digest).await;
                    let bytes = bytes.map_err(|error| not_loaded(format!("{error:#}")))?;
                    engine.compile(bytes).await.map_err(|error| not_loaded(error.to_string()))?
                }
            };
            inspect::link(&engine.wasm, &engine.linkers, slot, &component).map_err(|no| not_loaded(no.to_string()))
        };
        self.linked.get_or_try_init(load).await
    }
}
