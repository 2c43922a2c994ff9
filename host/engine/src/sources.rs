//! `plumbline:endpoint/sources`: checks whether a document can be fetched from a URL that a caller provides.

use crate::bindings::endpoint::sources::Host;
use crate::state::State;

impl Host for State {
    async fn check(&mut self, url: String) -> wasmtime::Result<Result<(), String>> {
        let services = self.services()?;
        Ok(services.storage.blobs.check_source(&url).await.map_err(|error| error.to_string()))
    }
}
