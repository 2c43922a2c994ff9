//! `plumbline:endpoint/sealing`: texts that are sent to callers and returned by them, readable only to this host.

use crate::bindings::endpoint::sealing::{self, Host};
use crate::capability::{Capability, Interface, interfaces};
use crate::state::State;

/// Sealed texts.
pub struct Sealing;

impl Capability for Sealing {
    fn interfaces(&self) -> Vec<Interface> {
        interfaces![
            Endpoint "plumbline:endpoint/sealing@1.0.0" => [sealing],
        ]
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
