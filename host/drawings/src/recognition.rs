//! `plumbline:deep-recognition`: deep recognition of a page, at a worker's request. Workers may still import
//! `plumbline:recognition/closer`, its predecessor.

use std::sync::Arc;
use std::time::Duration;

use http::Extensions;
use plumbline_engine::{Capability, Class, ConcurrencyLimiter, EngineSettings, Limits, Loaded, Services, State};
use wasmtime::component::{HasSelf, Linker};

use crate::bindings::close_looking::closer;
use crate::bindings::deep_recognition::pages::{self, Host};
use crate::document::internal;
use crate::readers;

/// Deep recognition of pages, for workers.
pub(crate) struct DeepRecognition;

impl Capability for DeepRecognition {
    fn grants(&self, class: Class) -> &'static [&'static str] {
        match class {
            Class::Worker => &["plumbline:deep-recognition/pages@1.0.0", "plumbline:recognition/closer@1.0.0"],
            _ => &[],
        }
    }

    fn link(&self, class: Class, linker: &mut Linker<State>) -> wasmtime::Result<()> {
        if class == Class::Worker {
            pages::add_to_linker::<_, HasSelf<State>>(linker, |state| state)?;
            closer::add_to_linker::<_, HasSelf<State>>(linker, |state| state)?;
        }
        Ok(())
    }

    fn start(&self, _: &EngineSettings, shared: &mut Extensions) {
        let limits = limits();
        shared.insert(Recognition { limiter: ConcurrencyLimiter::without_reserve(limits.concurrent), limits });
    }
}

/// The limits of recognition. Such calls need no permit of their class.
#[derive(Clone)]
pub(crate) struct Recognition {
    pub(crate) limiter: ConcurrencyLimiter,
    pub(crate) limits: Limits,
}

const MIB: usize = 1 << 20;

/// Returns the limits of readers during the recognition of a page.
fn limits() -> Limits {
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    Limits {
        // For the instance that reads the document, so the limit is that of readers.
        memory_bytes: 512 * MIB,
        // Drawing an E-size sheet and tracing it takes some 10 s. The models run outside the guest.
        compute: Duration::from_secs(120),
        // That sheet took 60 s while two were recognized at once.
        deadline: Duration::from_secs(900),
        hostcall_bytes: 256 * MIB,
        table_elements: 20_000,
        core_instances: 16,
        // Half the cores, so that documents without recognition are still read.
        concurrent: (cores / 2).max(1),
        wait: Duration::from_secs(3_600),
        output_bytes: 256 * MIB as u64,
    }
}

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
            let recognized = recognize(self.services()?, key, &media_type, page, sheet_key).await;
            if let Ok((_, Some(reader))) = &recognized {
                self.record_use(reader);
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
