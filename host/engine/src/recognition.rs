//! `plumbline:deep-recognition`: deep recognition of a page, at a worker's request. Workers may still import
//! `plumbline:recognition/closer`, its predecessor.

use std::sync::Arc;

use crate::bindings::close_looking::closer;
use crate::bindings::deep_recognition::pages::Host;
use crate::document::internal;
use crate::readers;
use crate::registry::Loaded;
use crate::state::{Services, State};

async fn recognize(
    services: &Services,
    key: String,
    media_type: &str,
    page: u32,
    sheet_key: String,
) -> Result<(bool, Option<Arc<Loaded>>), String> {
    let mut document = readers::document(services, key, media_type).await.map_err(|failure| failure.message)?;
    if !document.can_recognize() {
        return Ok((false, None));
    }
    let reader = document.component();
    // On the compute threads. Dropping the task aborts it with the worker.
    let recognized = services.engine.spawn_compute(async move { document.recognize_deeply(page, &sheet_key).await });
    let recognized = recognized.join().await.unwrap_or_else(|_| Err(internal(&"the reading ended early")));
    recognized.map(|_| (true, Some(reader))).map_err(|failure| failure.message)
}

impl Host for State {
    async fn recognize(
        &mut self,
        key: String,
        media_type: String,
        page: u32,
        sheet_key: String,
    ) -> wasmtime::Result<Result<bool, String>> {
        let recognized = recognize(self.services()?, key, &media_type, page, sheet_key).await;
        if let Ok((_, Some(reader))) = &recognized {
            self.provenance.record_use(reader);
        }
        Ok(recognized.map(|(recognized, _)| recognized))
    }
}

impl closer::Host for State {
    async fn look(
        &mut self,
        key: String,
        media_type: String,
        page: u32,
        sheet_key: String,
    ) -> wasmtime::Result<Result<bool, String>> {
        Host::recognize(self, key, media_type, page, sheet_key).await
    }
}
