//! `plumbline:deep-recognition`: deep recognition of a page, at a worker's request. Workers may still import
//! `plumbline:recognition/closer`, its predecessor.

use std::sync::Arc;

use http::Extensions;
use plumbline_engine::{Capability, EngineSettings, Interface, JobServices, Loaded, State};

use crate::bindings::close_looking::closer;
use crate::bindings::deep_recognition::pages::{self, Host};
use crate::document::internal;
use crate::readers;
use crate::recognition_limits::Recognition;

/// Deep recognition of pages, for workers.
pub(crate) struct DeepRecognition;

impl Capability for DeepRecognition {
    fn interfaces(&self) -> Vec<Interface> {
        plumbline_engine::interfaces![
            Worker "plumbline:deep-recognition/pages@1.0.0" => [pages],
            Worker "plumbline:recognition/closer@1.0.0" => [closer],
        ]
    }

    fn start(&self, _: &EngineSettings, shared: &mut Extensions) {
        shared.insert(Recognition::new());
    }
}

async fn recognize(
    services: &JobServices,
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
    let recognized = services.engine().spawn_compute(async move { document.recognize_deeply(page, &sheet_key).await });
    let recognized = recognized.join().await.unwrap_or_else(|_| Err(internal(&"the reading ended early")));
    recognized.map(|_| (true, Some(reader))).map_err(|failure| failure.message)
}

/// The function that both interfaces have, under the name that each gives it.
macro_rules! recognize_page {
    ($name:ident) => {
        async fn $name(
            &mut self,
            key: String,
            media_type: String,
            page: u32,
            sheet_key: String,
        ) -> wasmtime::Result<Result<bool, String>> {
            let recognized = recognize(JobServices::of(self)?, key, &media_type, page, sheet_key).await;
            if let Ok((_, Some(reader))) = &recognized {
                self.record_use(reader.component_ref());
            }
            Ok(recognized.map(|(recognized, _)| recognized))
        }
    };
}

impl Host for State {
    recognize_page!(recognize);
}

impl closer::Host for State {
    recognize_page!(look);
}
