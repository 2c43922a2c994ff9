//! `plumbline:worker/readers` over `plumbline:reader`: a document is opened in a reader instance of its own, and each
//! page's sheet goes to a blob. A page that brings the instance down fails alone: the next one gets a new instance.

use std::sync::Arc;

use plumbline_storage::{Blobs, Scope};
use tokio::sync::{mpsc, oneshot};
use wasmtime::component::{Resource, ResourceAny};

use crate::bindings::reader::ReaderComponent;
use crate::bindings::reader::api::{Failure, FailureCode};
use crate::bindings::reader::plumbline::reader::source::{Bytes as BytesHandle, Host as SourceHost, HostBytes};
use crate::bindings::worker::readers::{Host, HostReading, Page};
use crate::description::Details;
use crate::engine::{Shared, Task};
use crate::error::CallError;
use crate::inspect::{Described, Linked};
use crate::registry::Loaded;
use crate::run::Running;
use crate::sheets;
use crate::slot::Class;
use crate::state::{Services, State};

/// A blob as a reader sees it.
pub struct FileBytes {
    blobs: Blobs,
    scope: Scope,
    key: String,
    size: u64,
}

impl SourceHost for State {}

impl HostBytes for State {
    async fn size(&mut self, file: Resource<BytesHandle>) -> wasmtime::Result<u64> {
        Ok(self.table.get(&file)?.size)
    }

    async fn read(&mut self, file: Resource<BytesHandle>, offset: u64, length: u32) -> wasmtime::Result<Vec<u8>> {
        let file = self.table.get(&file)?;
        let end = offset.saturating_add(length.into()).min(file.size);
        if offset >= end {
            return Ok(Vec::new());
        }
        // A reader has no way to take an error of the disk, so its call ends.
        let read = file.blobs.read(&file.scope, &file.key, offset..end).await;
        Ok(read.map_err(|error| wasmtime::format_err!("reading the file: {error}"))?.into())
    }

    async fn drop(&mut self, file: Resource<BytesHandle>) -> wasmtime::Result<()> {
        self.table.delete(file)?;
        Ok(())
    }
}

/// Asks a reader what it is.
pub(crate) async fn describe(engine: &Shared, loaded: &Loaded) -> Result<Described, CallError> {
    let mut running = Running::start(engine, loaded, None, instantiate).await?;
    let told = running.call(async |store, reader| reader.plumbline_reader_reader().call_describe(store).await).await?;
    let details = Details::Reader { media_types: told.media_types };
    Ok(Described { id: told.id, version: told.version, name: told.name, details })
}

async fn instantiate(store: &mut wasmtime::Store<State>, loaded: &Loaded) -> wasmtime::Result<ReaderComponent> {
    let Linked::Reader(pre) = &loaded.linked else {
        wasmtime::bail!("{} is no reader", loaded.slot);
    };
    pre.instantiate_async(store).await
}

/// A document being read. The instance lives on the compute threads and is spoken to by messages.
pub struct Reading {
    pages: u32,
    asks: mpsc::Sender<Ask>,
    _task: Task<()>,
}

struct Ask {
    page: u32,
    sheet_key: String,
    answer: oneshot::Sender<Result<Page, Failure>>,
}

/// What the task of a reading owns.
struct Document {
    engine: Arc<Shared>,
    loaded: Arc<Loaded>,
    blobs: Blobs,
    scope: Scope,
    key: String,
    size: u64,
    /// The instance and the document in it; `None` after it failed.
    open: Option<(Running<ReaderComponent>, ResourceAny)>,
}

impl Document {
    async fn open(&mut self) -> Result<u32, Failure> {
        let mut running =
            Running::start(&self.engine, &self.loaded, None, instantiate).await.map_err(|error| broken(&error))?;
        let file =
            FileBytes { blobs: self.blobs.clone(), scope: self.scope.clone(), key: self.key.clone(), size: self.size };
        let file = running.state().table.push(file).map_err(|error| internal(&error))?;
        let opened = running
            .call(async |store, reader| {
                let documents = reader.plumbline_reader_reader().document();
                Ok(match documents.call_open(&mut *store, file).await? {
                    Ok(document) => Ok((document, documents.call_page_count(&mut *store, document).await?)),
                    Err(failure) => Err(failure),
                })
            })
            .await
            .map_err(|error| broken(&error))?;
        let (document, pages) = opened?;
        self.open = Some((running, document));
        Ok(pages)
    }

    async fn read(&mut self, page: u32, sheet_key: &str) -> Result<Page, Failure> {
        if self.open.is_none() {
            self.open().await?;
        }
        let Some((mut running, document)) = self.open.take() else {
            return Err(internal(&"the document is not open"));
        };
        let sheet = running
            .call(async |store, reader| {
                reader.plumbline_reader_reader().document().call_sheet(store, document, page).await
            })
            .await
            .map_err(|error| broken(&error))?;
        // The guest answered, so the instance is good for the next page, whatever the answer is.
        self.open = Some((running, document));
        let sheet = sheet?;
        let bytes = sheets::encode(&sheet).map_err(|error| internal(&error))?;
        let limit = self.engine.settings.limits.of(Class::Reader).output_bytes;
        if bytes.len() as u64 > limit {
            return Err(capacity(format!("The page's content is larger than {limit} bytes.")));
        }
        self.blobs.write(&self.scope, sheet_key, bytes.into()).await.map_err(|error| internal(&error))?;
        Ok(sheets::page(page, sheet))
    }

    async fn serve(mut self, opened: oneshot::Sender<Result<u32, Failure>>, mut asks: mpsc::Receiver<Ask>) {
        let pages = self.open().await;
        let failed = pages.is_err();
        if opened.send(pages).is_err() || failed {
            return;
        }
        while let Some(ask) = asks.recv().await {
            let answer = self.read(ask.page, &ask.sheet_key).await;
            // Whoever asked may be gone; then the channel ends too.
            let _ = ask.answer.send(answer);
        }
    }
}

/// A component's failure as one of the document: a file that makes its reader run away is not readable here.
fn broken(error: &CallError) -> Failure {
    let unreadable = |message: String| Failure { code: FailureCode::DocumentUnreadable, message };
    match error {
        CallError::Timeout { seconds, .. } => unreadable(format!(
            "Reading was stopped after {seconds} s; the file may be damaged or built to exhaust readers."
        )),
        CallError::Memory { bytes, .. } => unreadable(format!(
            "Reading needed more than {} MiB; the file may be built to exhaust readers.",
            bytes >> 20
        )),
        CallError::OutputTooLarge { bytes, .. } => capacity(format!("A page holds more than {} MiB.", bytes >> 20)),
        CallError::Trap { .. } => unreadable("The reader failed on this file.".into()),
        other => internal(other),
    }
}

fn capacity(message: String) -> Failure {
    Failure { code: FailureCode::Capacity, message }
}

fn internal(error: &dyn std::fmt::Display) -> Failure {
    tracing::error!("reading a document: {error}");
    Failure {
        code: FailureCode::Internal,
        message: "The document could not be read because of a fault of the service.".into(),
    }
}

/// The tenant's reader for a media type.
fn reader_for(services: &Services, media_type: &str) -> Option<Arc<Loaded>> {
    let reads = |loaded: &Arc<Loaded>| match &loaded.description.details {
        Details::Reader { media_types } => media_types.iter().any(|one| one.eq_ignore_ascii_case(media_type)),
        _ => false,
    };
    services.engine.registry.slots(&services.scope.tenant).into_iter().find(reads)
}

async fn open(services: &Services, key: String, media_type: &str) -> Result<Reading, Failure> {
    let loaded = reader_for(services, media_type).ok_or_else(|| Failure {
        code: FailureCode::UnsupportedContent,
        message: format!("Files of type `{media_type}` are not supported."),
    })?;
    let blobs = services.storage.blobs.clone();
    let scope = services.scope.clone();
    let size = blobs.size(&scope, &key).await.map_err(|error| internal(&error))?;
    let engine = Arc::clone(&services.engine);
    let document = Document { engine, loaded, blobs, scope, key, size, open: None };
    let (opened, pages) = oneshot::channel();
    let (asks, inbox) = mpsc::channel(1);
    let task = services.engine.spawn_compute(document.serve(opened, inbox));
    let pages = pages.await.map_err(|_| internal(&"the reading ended early"))??;
    Ok(Reading { pages, asks, _task: task })
}

impl Host for State {}

impl HostReading for State {
    async fn open(&mut self, key: String, media_type: String) -> wasmtime::Result<Result<Resource<Reading>, Failure>> {
        Ok(match open(self.services()?, key, &media_type).await {
            Ok(reading) => Ok(self.table.push(reading)?),
            Err(failure) => Err(failure),
        })
    }

    async fn page_count(&mut self, reading: Resource<Reading>) -> wasmtime::Result<u32> {
        Ok(self.table.get(&reading)?.pages)
    }

    async fn read(
        &mut self,
        reading: Resource<Reading>,
        page: u32,
        sheet_key: String,
    ) -> wasmtime::Result<Result<Page, Failure>> {
        let reading = self.table.get(&reading)?;
        if page == 0 || page > reading.pages {
            let message = format!("There is no page {page}; the document has {}.", reading.pages);
            return Ok(Err(Failure { code: FailureCode::Internal, message }));
        }
        let (answer, answered) = oneshot::channel();
        let gone = || internal(&"the reading ended early");
        if reading.asks.send(Ask { page, sheet_key, answer }).await.is_err() {
            return Ok(Err(gone()));
        }
        Ok(answered.await.unwrap_or_else(|_| Err(gone())))
    }

    async fn drop(&mut self, reading: Resource<Reading>) -> wasmtime::Result<()> {
        self.table.delete(reading)?;
        Ok(())
    }
}
