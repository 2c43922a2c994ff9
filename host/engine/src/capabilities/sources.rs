//! `plumbline:endpoint/sources`: checks whether a document can be fetched from a URL that a caller provides.

use wasmtime::component::{HasSelf, Linker};

use crate::bindings::endpoint::sources::{self, Host};
use crate::capability::Capability;
use crate::slot::Class;
use crate::state::State;

/// Checks of URLs from which files are fetched.
pub struct Sources;

impl Capability for Sources {
    fn grants(&self, class: Class) -> &'static [&'static str] {
        match class {
            Class::Endpoint => &["plumbline:endpoint/sources@1.0.0"],
            _ => &[],
        }
    }

    fn link(&self, class: Class, linker: &mut Linker<State>) -> wasmtime::Result<()> {
        if class == Class::Endpoint {
            sources::add_to_linker::<_, HasSelf<State>>(linker, |state| state)?;
        }
        Ok(())
    }
}

impl Host for State {
    async fn check(&mut self, url: String) -> wasmtime::Result<Result<(), String>> {
        let services = self.services()?;
        Ok(services.storage.blobs.check_source(&url).await.map_err(|error| error.to_string()))
    }
}
