//! `plumbline:endpoint/sealing`: texts that are sent to callers and returned by them, readable only to this host.

use wasmtime::component::{HasSelf, Linker};

use crate::bindings::endpoint::sealing::{self, Host};
use crate::capability::Capability;
use crate::slot::Class;
use crate::state::State;

/// Sealed texts.
pub struct Sealing;

impl Capability for Sealing {
    fn grants(&self, class: Class) -> &'static [&'static str] {
        match class {
            Class::Endpoint => &["plumbline:endpoint/sealing@1.0.0"],
            _ => &[],
        }
    }

    fn link(&self, class: Class, linker: &mut Linker<State>) -> wasmtime::Result<()> {
        if class == Class::Endpoint {
            sealing::add_to_linker::<_, HasSelf<State>>(linker, |state| state)?;
        }
        Ok(())
    }
}

impl Host for State {
    async fn seal(&mut self, purpose: String, text: String) -> wasmtime::Result<String> {
        let services = self.services()?;
        Ok(services.storage.sealer.seal(&services.scope, &purpose, &text)?)
    }

    async fn open(&mut self, purpose: String, sealed: String) -> wasmtime::Result<Option<String>> {
        let services = self.services()?;
        Ok(services.storage.sealer.open(&services.scope, &purpose, &sealed))
    }
}
