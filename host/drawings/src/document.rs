//! A document in its own reader instance. Each page's sheet is stored in a blob. If a page brings the instance down,
//! only that page fails, and the next one gets a new instance. A reader that can recognize is asked to if a page lacks
//! something.

use std::sync::Arc;

use plumbline_engine::{CallError, Class, Engine, LargeBuffersKept, Loaded, Running, ServingVersion, State};
use wasmtime::Store;
use wasmtime::component::ResourceAny;

use crate::bindings::drawing::sheets::Sheet;
use crate::bindings::reader::ReaderComponent;
use crate::bindings::reader::api::{Failure, FailureCode};
use crate::bindings::recognition::Recogniser;
use crate::bindings::recognition::api::{Extent, Failure as RecognitionFailure, FailureCode as RecognitionCode};
use crate::file_bytes::FileBytes;
use crate::linked_reader::{self, LinkedReader, RECOGNITION};
use crate::reading::bindings::readers::Page;
use crate::recognition_limits::Recognition;
use crate::sheets;

/// A file and its reader.
pub(crate) struct Document {
    engine: Engine,
    loaded: ServingVersion,
    file: FileBytes,
    /// The instance and the document in it; `None` after a failure.
    open: Option<Open>,
}

enum Open {
    Plain(Running<ReaderComponent>, ResourceAny),
    Recognizing(Running<Recogniser>, ResourceAny),
}

impl Document {
    pub(crate) fn new(engine: Engine, loaded: ServingVersion, file: FileBytes) -> Self {
        Self { engine, loaded, file, open: None }
    }

    /// Returns the reader.
    pub(crate) fn component(&self) -> Arc<Loaded> {
        Arc::clone(&self.loaded)
    }

    /// Returns whether the reader can recognize text and the host has all the models.
    pub(crate) fn can_recognize(&self) -> bool {
        self.loaded.has_optional_export(RECOGNITION) && self.engine.has_models()
    }

    // A store may move between threads but not be shared, so these methods take `&mut self`.

    /// Opens the document in a new instance and returns its number of pages.
    pub(crate) async fn open(&mut self) -> Result<u32, Failure> {
        let opened = if self.can_recognize() { self.open_recognizing().await } else { self.open_plain().await };
        let (open, pages) = self.record_outcome(opened)?;
        self.open = Some(open);
        Ok(pages)
    }

    /// Records whether the reader was at fault, for the canary of its version, if any.
    fn record_outcome<T>(&self, result: Result<T, Failure>) -> Result<T, Failure> {
        let at_fault = |failure: &Failure| matches!(failure.code, FailureCode::Internal | FailureCode::Capacity);
        self.loaded.record_outcome(result.as_ref().is_err_and(at_fault));
        result
    }

    async fn open_plain(&mut self) -> Result<(Open, u32), Failure> {
        let started =
            self.engine.start_driven(&self.loaded, Some(&self.file.scope.tenant), linked_reader::instantiate).await;
        let mut running = started.map_err(|error| to_failure(&error))?;
        let file = running.state().table().push(self.file.clone()).map_err(|error| internal(&error))?;
        let opened = running
            .call(async |store, reader| {
                let documents = reader.plumbline_reader_reader().document();
                Ok(match documents.call_open(&mut *store, file).await? {
                    Ok(document) => Ok((document, documents.call_page_count(&mut *store, document).await?)),
                    Err(failure) => Err(failure),
                })
            })
            .await
            .map_err(|error| to_failure(&error))?;
        let (document, pages) = opened?;
        Ok((Open::Plain(running, document), pages))
    }

    async fn open_recognizing(&mut self) -> Result<(Open, u32), Failure> {
        let started = self.engine.start_driven(&self.loaded, Some(&self.file.scope.tenant), instantiate).await;
        let mut running = started.map_err(|error| to_failure(&error))?;
        let file = running.state().table().push(self.file.clone()).map_err(|error| internal(&error))?;
        let opened = running
            .call(async |store, reader| {
                let documents = reader.plumbline_recognition_recognition().document();
                Ok(match documents.call_open(&mut *store, file).await? {
                    Ok(document) => Ok((document, documents.call_page_count(&mut *store, document).await?)),
                    Err(failure) => Err(failure),
                })
            })
            .await
            .map_err(|error| to_failure(&error))?;
        let (document, pages) = opened.map_err(to_reader_failure)?;
        Ok((Open::Recognizing(running, document), pages))
    }

    /// Parses a page and stores its sheet. Missing content is recognized if the reader and the host can do so.
    pub(crate) async fn read(&mut self, page: u32, sheet_key: &str) -> Result<Page, Failure> {
        let parsed = self.sheet(page).await;
        let (sheet, lacking) = self.record_outcome(parsed)?;
        if lacking {
            match self.recognize(page, Extent::Missing).await {
                Ok(recognized) => return self.store(page, recognized, sheet_key).await,
                // The page is stored anyway, and its notes say that it was not recognized.
                Err(failure) => tracing::warn!(page, "a page could not be recognized: {}", failure.message),
            }
        }
        self.store(page, sheet, sheet_key).await
    }

    /// Parses a page, recognizes everything on it and stores its sheet.
    pub(crate) async fn recognize_deeply(&mut self, page: u32, sheet_key: &str) -> Result<Page, Failure> {
        let sheet = self.recognize(page, Extent::Everything).await?;
        self.store(page, sheet, sheet_key).await
    }

    /// Returns a page as the file gives it, and whether it lacks something that can be recognized.
    async fn sheet(&mut self, page: u32) -> Result<(Sheet, bool), Failure> {
        let open = self.take().await?;
        // A guest that answered can read the next page, whether it succeeded or failed.
        let (open, read) = match open {
            Open::Plain(mut running, document) => {
                let read = running.call(async |store, reader| {
                    reader.plumbline_reader_reader().document().call_sheet(store, document, page).await
                });
                let read = read.await.map_err(|error| to_failure(&error))?;
                (Open::Plain(running, document), read.map(|sheet| (sheet, false)))
            }
            Open::Recognizing(mut running, document) => {
                let read = running.call(async |store, reader| {
                    let documents = reader.plumbline_recognition_recognition().document();
                    Ok(match documents.call_sheet(&mut *store, document, page).await? {
                        Ok(sheet) => Ok((sheet, documents.call_is_lacking(&mut *store, document, page).await?)),
                        Err(failure) => Err(failure),
                    })
                });
                let read = read.await.map_err(|error| to_failure(&error))?;
                (Open::Recognizing(running, document), read.map_err(to_reader_failure))
            }
        };
        self.open = Some(open);
        read
    }

    /// Recognizes a page without the reader's permit, so that other documents are still read.
    async fn recognize(&mut self, page: u32, extent: Extent) -> Result<Sheet, Failure> {
        let Open::Recognizing(mut running, document) = self.take().await? else {
            return Err(internal(&"the reader does not recognize"));
        };
        let recognition = self.engine.extension::<Recognition>().cloned();
        let Recognition { limiter, limits } = recognition.ok_or_else(|| internal(&"the host does not recognize"))?;
        let read = running.call_without_permit(&limiter, &limits, async |store, reader| {
            let _kept = LargeBuffersKept::new();
            let documents = reader.plumbline_recognition_recognition().document();
            documents.call_recognise(store, document, page, extent).await
        });
        let read = read.await.map_err(|error| to_failure(&error))?;
        self.open = Some(Open::Recognizing(running, document));
        read.map_err(to_reader_failure)
    }

    /// Takes the open document. Opens it again if the last page brought its instance down.
    async fn take(&mut self) -> Result<Open, Failure> {
        if self.open.is_none() {
            self.open().await?;
        }
        self.open.take().ok_or_else(|| internal(&"the document is not open"))
    }

    async fn store(&mut self, page: u32, sheet: Sheet, sheet_key: &str) -> Result<Page, Failure> {
        let bytes = sheets::encode(&sheet).map_err(|error| internal(&error))?;
        let limit = self.engine.limits(Class::Reader).output_bytes;
        if bytes.len() as u64 > limit {
            return Err(capacity(format!(
                "The content of this page exceeds {limit} bytes. Split the sheet or export it with less detail."
            )));
        }
        let FileBytes { blobs, scope, .. } = &self.file;
        blobs.write(scope, sheet_key, bytes.into()).await.map_err(|error| internal(&error))?;
        Ok(sheets::page(page, sheet))
    }
}

async fn instantiate(store: &mut Store<State>, linked: &LinkedReader) -> wasmtime::Result<Recogniser> {
    let recognizer = linked.recognizer.as_ref().ok_or_else(|| wasmtime::format_err!("it does not recognize"))?;
    recognizer.instantiate_async(store).await
}

/// Converts a failure of recognition to a failure of reading with the same message and code.
fn to_reader_failure(failure: RecognitionFailure) -> Failure {
    let code = match failure.code {
        RecognitionCode::DocumentUnreadable => FailureCode::DocumentUnreadable,
        RecognitionCode::UnsupportedContent => FailureCode::UnsupportedContent,
        RecognitionCode::Capacity => FailureCode::Capacity,
        RecognitionCode::Internal => FailureCode::Internal,
    };
    Failure { code, message: failure.message }
}

/// Converts a component's failure to the document's. A file that makes its reader exceed its limits counts as
/// unreadable.
fn to_failure(error: &CallError) -> Failure {
    let unreadable = |message: String| Failure { code: FailureCode::DocumentUnreadable, message };
    match error {
        CallError::Timeout { seconds, .. } => {
            unreadable(format!("Reading stopped after {seconds} seconds. The file may be damaged."))
        }
        CallError::Memory { bytes, .. } => {
            unreadable(format!("Reading required more than {} MiB of memory. The file may be damaged.", bytes >> 20))
        }
        CallError::OutputTooLarge { bytes, .. } => capacity(format!(
            "A page has more than {} MiB of content. Split the sheet or export it with less detail.",
            bytes >> 20
        )),
        CallError::Trap { .. } => unreadable("The reader failed on this file. The file may be damaged.".into()),
        other => internal(other),
    }
}

fn capacity(message: String) -> Failure {
    Failure { code: FailureCode::Capacity, message }
}

pub(crate) fn internal(error: &dyn std::fmt::Display) -> Failure {
    tracing::error!("reading a document: {error}");
    Failure {
        code: FailureCode::Internal,
        message: "The document could not be read because of an internal error.".into(),
    }
}
