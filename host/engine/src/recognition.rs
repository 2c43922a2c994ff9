//! `plumbline:recognition/closer`: a worker has a page looked at more closely than ingestion did.

use crate::bindings::close_looking::closer::Host;
use crate::document::internal;
use crate::readers;
use crate::state::{Services, State};

async fn look(
    services: &Services,
    key: String,
    media_type: &str,
    page: u32,
    sheet_key: String,
) -> Result<bool, String> {
    let mut document = readers::document(services, key, media_type).await.map_err(|failure| failure.message)?;
    if !document.can_recognise() {
        return Ok(false);
    }
    // On the compute threads, and ended when the worker is.
    let looked = services.engine.spawn_compute(async move { document.look_closer(page, &sheet_key).await });
    let looked = looked.join().await.unwrap_or_else(|_| Err(internal(&"the reading ended early")));
    looked.map(|_| true).map_err(|failure| failure.message)
}

impl Host for State {
    async fn look(
        &mut self,
        key: String,
        media_type: String,
        page: u32,
        sheet_key: String,
    ) -> wasmtime::Result<Result<bool, String>> {
        Ok(look(self.services()?, key, &media_type, page, sheet_key).await)
    }
}
