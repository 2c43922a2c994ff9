//! `plumbline:endpoint/sealing`: texts that are sent to callers and returned by them, readable only to this host.

use crate::bindings::endpoint::sealing::Host;
use crate::state::State;

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
