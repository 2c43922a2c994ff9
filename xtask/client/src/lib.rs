//! A small blocking client of the REST API: project, upload, takeoff, results, export.
//!
//! [`types`] and [`operations`] are generated from the service's OpenAPI document when this crate is built; written by
//! hand is what a document cannot say: how a call is sent, how a job is waited for, what makes up the main job.
//!
//! ```no_run
//! use plumbline_client::{Client, types::{Discipline, TakeoffCreate}};
//! # fn main() -> Result<(), plumbline_client::Error> {
//! let client = Client::new("http://127.0.0.1:8080", "plk_…");
//! let project = client.create_project("North School")?;
//! let pdf = std::fs::read("E-101.pdf").unwrap_or_default();
//! let document = client.upload(&project.id, "E-101.pdf", pdf, "application/pdf", |_| {})?;
//! let takeoff = client.run_takeoff(&TakeoffCreate::new(&document.id, Discipline::Electrical), |_| {})?;
//! println!("{} items", client.items(&takeoff.id)?.len());
//! # Ok(())
//! # }
//! ```

mod call;
mod error;
mod jobs;
mod transport;

/// Schemas of the document.
#[allow(missing_docs, clippy::all, reason = "generated; what the document describes is described")]
pub mod types {
    include!(concat!(env!("OUT_DIR"), "/types.rs"));
}

#[allow(clippy::large_enum_variant, reason = "generated; an answer is looked at once")]
/// Operations of the document, each as the [`Call`] that [`Client::call`] sends.
pub mod operations {
    use crate::call::{Call, Page, segment};
    use crate::types;

    include!(concat!(env!("OUT_DIR"), "/operations.rs"));
}

pub use call::{Call, Page};
pub use error::Error;

use serde::de::DeserializeOwned;
use transport::Transport;
use types::{
    Credits, Document, DocumentCreate, DocumentCreateSource, Export, ExportCreate, Project, ProjectCreate, Route,
    Schedule, Summary, Takeoff, TakeoffCreate, TakeoffItem, TakeoffsItemsQuery, TakeoffsRoutesQuery,
};

/// The API of one server with one credential.
#[derive(Debug, Clone)]
pub struct Client {
    transport: Transport,
}

impl Client {
    /// A client of the server at `origin` (`http://host:port`) with an API key.
    pub fn new(origin: &str, key: &str) -> Self {
        Self { transport: Transport::new(&format!("{}/partner/v1", origin.trim_end_matches('/')), key) }
    }

    /// The address that all paths are below.
    pub fn base(&self) -> &str {
        self.transport.base()
    }

    /// Calls an operation.
    ///
    /// # Errors
    /// See [`Error`]; so for all calls.
    pub fn call<T: DeserializeOwned>(&self, call: &Call<T>) -> Result<T, Error> {
        Ok(self.transport.send(call)?.0)
    }

    /// All records of a list, page after page.
    ///
    /// # Errors
    /// See [`Error`].
    pub fn all<T: DeserializeOwned + Page>(&self, call: Call<T>) -> Result<Vec<T::Record>, Error> {
        self.transport.list(call)
    }

    /// What credits there are.
    ///
    /// # Errors
    /// See [`Error`].
    pub fn credits(&self) -> Result<Credits, Error> {
        self.call(&operations::credits_get())
    }

    /// Creates a project.
    ///
    /// # Errors
    /// See [`Error`].
    pub fn create_project(&self, name: &str) -> Result<Project, Error> {
        self.call(&operations::projects_create(&ProjectCreate::new(name)))
    }

    /// Uploads a file as a document and waits until it is ready. `progress` sees every look at it.
    ///
    /// # Errors
    /// [`Error::Failed`] with the document's failure when it cannot be read.
    pub fn upload(
        &self,
        project: &str,
        filename: &str,
        bytes: Vec<u8>,
        content_type: &str,
        mut progress: impl FnMut(&Document),
    ) -> Result<Document, Error> {
        let source = DocumentCreateSource::upload(bytes.len(), content_type)?;
        let created = self.call(&operations::documents_create(&DocumentCreate::new(project, filename, source)))?;
        let operations::DocumentsCreateAnswer::DocumentWithUpload(slot) = created else {
            return Err(Error::Unexpected {
                what: format!("document {filename}"),
                why: "the answer names no address to upload to".to_owned(),
            });
        };
        self.transport.put(&slot.upload.url, &slot.upload.headers, bytes)?;
        let document = slot.document.id;
        self.call(&operations::documents_complete(&document))?;
        self.transport.wait(&operations::documents_get(&document), |document| {
            progress(document);
            jobs::ready(document)
        })
    }

    /// Starts a takeoff and waits until it is completed. `progress` sees every look at it.
    ///
    /// # Errors
    /// [`Error::Failed`] with the takeoff's failure when it ends otherwise.
    pub fn run_takeoff(&self, request: &TakeoffCreate, mut progress: impl FnMut(&Takeoff)) -> Result<Takeoff, Error> {
        let takeoff = self.call(&operations::takeoffs_create(request))?;
        self.transport.wait(&operations::takeoffs_get(&takeoff.id), |takeoff| {
            progress(takeoff);
            jobs::completed(takeoff.status, takeoff.failure.as_ref())
        })
    }

    /// All items of a takeoff, over all pages of the list.
    ///
    /// # Errors
    /// See [`Error`].
    pub fn items(&self, takeoff: &str) -> Result<Vec<TakeoffItem>, Error> {
        self.all(operations::takeoffs_items(takeoff, &TakeoffsItemsQuery::default()))
    }

    /// All routes of a takeoff.
    ///
    /// # Errors
    /// See [`Error`].
    pub fn routes(&self, takeoff: &str) -> Result<Vec<Route>, Error> {
        self.all(operations::takeoffs_routes(takeoff, &TakeoffsRoutesQuery::default()))
    }

    /// All schedules of a takeoff.
    ///
    /// # Errors
    /// See [`Error`].
    pub fn schedules(&self, takeoff: &str) -> Result<Vec<Schedule>, Error> {
        Ok(self.call(&operations::takeoffs_schedules(takeoff))?.data)
    }

    /// The totals of a takeoff.
    ///
    /// # Errors
    /// See [`Error`].
    pub fn summary(&self, takeoff: &str) -> Result<Summary, Error> {
        self.call(&operations::takeoffs_summary(takeoff))
    }

    /// Exports a takeoff and waits until the file can be downloaded.
    ///
    /// # Errors
    /// [`Error::Failed`] with the export's failure when it ends otherwise.
    pub fn export(&self, request: &ExportCreate) -> Result<Export, Error> {
        let export = self.call(&operations::exports_create(request))?;
        self.transport.wait(&operations::exports_get(&export.id), |export| {
            jobs::completed(export.status, export.failure.as_ref())
        })
    }

    /// The bytes behind an export's link.
    ///
    /// # Errors
    /// See [`Error`]; [`Error::Unexpected`] when the export has no link yet.
    pub fn download(&self, export: &Export) -> Result<Vec<u8>, Error> {
        let link = export.download.as_ref().ok_or_else(|| Error::Unexpected {
            what: format!("export {}", *export.id),
            why: format!("it is {} and has no download", export.status),
        })?;
        self.transport.download(&link.url)
    }
}
