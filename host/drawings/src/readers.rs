//! `plumbline:worker/readers` over `plumbline:reader`: the choice of a reader for a file, and a document being read.

use std::sync::Arc;
use std::time::Duration;

use plumbline_engine::{
    Capability, Class, Described, Describing, Description, Details, Driver, Interface, JobServices, Loaded, Prepared,
    ServingVersion, State,
};
use tokio::sync::{mpsc, oneshot};
use wasmtime::Store;
use wasmtime::component::{Instance, InstancePre, Resource};

use crate::bindings::pictures::DrawingPagesPre;
use crate::bindings::reader::api::{Failure, FailureCode};
use crate::bindings::reader::plumbline::reader::source::{self, Bytes as BytesHandle, Host as SourceHost, HostBytes};
use crate::bindings::reader::{ReaderComponent, ReaderComponentPre};
use crate::bindings::recognition::RecogniserPre;
use crate::document::{Document, internal};
use crate::file_bytes::FileBytes;
use crate::linked_reader::{LinkedReader, OPTIONAL, PICTURES, RECOGNITION};
use crate::reading::bindings::readers::{self, Host, HostReading, Page};
use crate::reading::{Ask, Reading};

/// Readers, for workers.
pub(crate) struct Readers;

impl Capability for Readers {
    fn interfaces(&self) -> Vec<Interface> {
        plumbline_engine::interfaces![
            Worker "plumbline:worker/readers@1.0.0" => [readers],
            Reader "plumbline:reader/source@1.0.0" => [source],
        ]
    }

    fn driver(&self, class: Class) -> Option<Arc<dyn Driver>> {
        (class == Class::Reader).then(|| Arc::new(ReaderDriver) as Arc<dyn Driver>)
    }
}

struct ReaderDriver;

impl Driver for ReaderDriver {
    fn prepare(&self, pre: InstancePre<State>, exports: &[&str]) -> wasmtime::Result<Prepared> {
        let recognizer = exports.contains(&RECOGNITION).then(|| RecogniserPre::new(pre.clone())).transpose()?;
        let drawer = exports.contains(&PICTURES).then(|| DrawingPagesPre::new(pre.clone())).transpose()?;
        let optional_exports = OPTIONAL.into_iter().filter(|interface| exports.contains(interface)).collect();
        let reader = LinkedReader { plain: ReaderComponentPre::new(pre)?, recognizer, drawer };
        Ok(Prepared { instances: Box::new(reader), optional_exports })
    }

    fn describe<'a>(&'a self, store: &'a mut Store<State>, instance: &'a Instance) -> Describing<'a> {
        Box::pin(describe(store, instance))
    }
}

impl SourceHost for State {}

impl HostBytes for State {
    async fn size(&mut self, file: Resource<BytesHandle>) -> wasmtime::Result<u64> {
        Ok(self.table().get(&file)?.size())
    }

    async fn read(&mut self, file: Resource<BytesHandle>, offset: u64, length: u32) -> wasmtime::Result<Vec<u8>> {
        self.table().get(&file)?.read(offset, length).await
    }

    async fn drop(&mut self, file: Resource<BytesHandle>) -> wasmtime::Result<()> {
        self.table().delete(file)?;
        Ok(())
    }
}

/// Returns a reader's description.
async fn describe(store: &mut Store<State>, instance: &Instance) -> wasmtime::Result<Described> {
    let reader = ReaderComponent::new(&mut *store, instance)?;
    let description = reader.plumbline_reader_reader().call_describe(store).await?;
    let details = Details::Reader { media_types: description.media_types };
    Ok(Described { id: description.id, version: description.version, name: description.name, details })
}

/// How long a worker may request nothing from a document before it is closed. An open document keeps a readers' permit,
/// of which there are about as many as cores, and a worker may live for hours. Between two pages it writes a few rows.
const IDLE_READING: Duration = Duration::from_secs(120);

/// Answers the worker's requests for pages of a document until there are no more.
async fn serve(mut document: Document, opened: oneshot::Sender<Result<u32, Failure>>, mut asks: mpsc::Receiver<Ask>) {
    let pages = document.open().await;
    let failed = pages.is_err();
    if opened.send(pages).is_err() || failed {
        return;
    }
    while let Ok(Some(ask)) = tokio::time::timeout(IDLE_READING, asks.recv()).await {
        let answer = document.read(ask.page, &ask.sheet_key).await;
        // The worker may be gone. Then the channel ends too.
        let _ = ask.answer.send(answer);
    }
}

/// Returns whether a component reads files of a media type.
fn reads_type(details: &Details, media_type: &str) -> bool {
    match details {
        Details::Reader { media_types } => media_types.iter().any(|one| one.eq_ignore_ascii_case(media_type)),
        _ => false,
    }
}

/// Returns the tenant's reader for a media type.
pub(crate) fn reader_for(services: &JobServices, media_type: &str) -> Option<ServingVersion> {
    let reads = |loaded: &Arc<Loaded>| reads_type(&loaded.description.details, media_type);
    let bound = services.bound().into_iter().find(reads)?;
    // A staged version may read other types.
    let staged = services.during_stage(&bound.slot);
    Some(staged.filter(|chosen| reads(&chosen.loaded)).unwrap_or_else(|| ServingVersion::only(bound)))
}

/// Returns the failure of a media type that no reader serves. If one is bound that cannot be loaded at the moment, the
/// failure is internal, so that the job is tried again.
async fn no_reader(services: &JobServices, media_type: &str) -> Failure {
    for bound in services.unserved() {
        if bound.slot.class != Class::Reader {
            continue;
        }
        // A component that is not loaded cannot be asked, but its description was stored when it was published.
        let component = match services.storage.control.component(&bound.digest).await {
            Ok(component) => component,
            Err(error) => return internal(&error),
        };
        let description = serde_json::from_str::<Description>(&component.description);
        if description.is_ok_and(|description| reads_type(&description.details, media_type)) {
            return internal(&bound.error());
        }
    }
    Failure {
        code: FailureCode::UnsupportedContent,
        message: format!("Files of type `{media_type}` are not supported on this server."),
    }
}

/// Creates a document for the tenant's reader of its type.
pub(crate) async fn document(services: &JobServices, key: String, media_type: &str) -> Result<Document, Failure> {
    let Some(loaded) = reader_for(services, media_type) else {
        return Err(no_reader(services, media_type).await);
    };
    loaded.check_trust().map_err(|error| Failure { code: FailureCode::UnsupportedContent, message: error.detail() })?;
    let file = FileBytes::of(services, key).await.map_err(|error| internal(&error))?;
    Ok(Document::new(services.engine(), loaded, file))
}

async fn open(services: &JobServices, key: String, media_type: &str) -> Result<Reading, Failure> {
    let document = document(services, key, media_type).await?;
    let loaded = document.component();
    let (opened, pages) = oneshot::channel();
    let (asks, inbox) = mpsc::channel(1);
    let task = services.engine().spawn_compute(serve(document, opened, inbox));
    let pages = pages.await.map_err(|_| internal(&"the reading ended early"))??;
    Ok(Reading { pages, asks, loaded, _task: task })
}

impl Host for State {}

impl HostReading for State {
    async fn open(&mut self, key: String, media_type: String) -> wasmtime::Result<Result<Resource<Reading>, Failure>> {
        if let Err(message) = self.reserve_resource() {
            return Ok(Err(Failure { code: FailureCode::Capacity, message }));
        }
        Ok(match open(JobServices::of(self)?, key, &media_type).await {
            Ok(reading) => {
                self.record_use(reading.loaded.component_ref());
                Ok(self.table().push(reading)?)
            }
            Err(failure) => {
                self.release_resource();
                Err(failure)
            }
        })
    }

    async fn page_count(&mut self, reading: Resource<Reading>) -> wasmtime::Result<u32> {
        Ok(self.table().get(&reading)?.pages)
    }

    async fn read(
        &mut self,
        reading: Resource<Reading>,
        page: u32,
        sheet_key: String,
    ) -> wasmtime::Result<Result<Page, Failure>> {
        let reading = self.table().get(&reading)?;
        if page == 0 || page > reading.pages {
            let message = format!("Page {page} does not exist. The document has pages 1 to {}.", reading.pages);
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
        self.table().delete(reading)?;
        self.release_resource();
        Ok(())
    }
}
