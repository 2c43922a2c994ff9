//! `plumbline:endpoint/sources`: checks whether a document can be fetched from a URL that a caller provides.

use crate::bindings::endpoint::sources::{self, Host};
use crate::capability::{Capability, Interface, interfaces};
use crate::state::State;

/// Checks of URLs from which files are fetched.
pub struct Sources;

impl Capability for Sources {
    fn interfaces(&self) -> Vec<Interface> {
        interfaces![
            Endpoint "plumbline:endpoint/sources@1.0.0" => [sources],
        ]
    }
}

impl Host for State {
    async fn check(&mut self, url: String) -> wasmtime::Result<Result<(), String>> {
        let services = self.services()?;
        Ok(services.storage.blobs.check_source(&url).await.map_err(|error| error.to_string()))
    }
}
