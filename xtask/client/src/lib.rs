//! A small blocking client of the REST API: project, upload, takeoff, results, export.
//!
//! ```no_run
//! use plumbline_client::{Client, TakeoffRequest};
//! # fn main() -> Result<(), plumbline_client::Error> {
//! let client = Client::new("http://127.0.0.1:8080", "plk_…");
//! let project = client.create_project("North School")?;
//! let pdf = std::fs::read("E-101.pdf").unwrap_or_default();
//! let document = client.upload(&project.id, "E-101.pdf", pdf, "application/pdf", |_| {})?;
//! let takeoff = client.run_takeoff(&TakeoffRequest::new(&document.id, "electrical"), |_| {})?;
//! println!("{} items", client.items(&takeoff.id)?.len());
//! # Ok(())
//! # }
//! ```

mod error;
mod transport;
mod types;

pub use error::{Error, FieldError, Problem};
pub use types::{
    Document, Download, Evidence, Export, Failure, Item, Progress, Project, Route, Schedule, ScheduleRow, Takeoff,
    TakeoffRequest, Warning,
};

use serde_json::{Value, json};
use transport::Transport;

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

    /// Creates a project.
    ///
    /// # Errors
    /// See [`Error`]; so for all calls.
    pub fn create_project(&self, name: &str) -> Result<Project, Error> {
        self.transport.post("/projects", &json!({"name": name}))
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
        let source = json!({"type": "upload", "size_bytes": bytes.len(), "content_type": content_type});
        let body = json!({"project_id": project, "filename": filename, "source": source});
        let slot: types::DocumentWithUpload = self.transport.post("/documents", &body)?;
        self.transport.put(&slot.upload.url, &slot.upload.headers, bytes)?;
        let path = format!("/documents/{}", slot.document.id);
        let _: Value = self.transport.act(&format!("{path}/complete"))?;
        self.transport.wait(&path, |document: &Document| {
            progress(document);
            state(&document.status, document.failure.as_ref(), "ready")
        })
    }

    /// Starts a takeoff and waits until it is completed. `progress` sees every look at it.
    ///
    /// # Errors
    /// [`Error::Failed`] with the takeoff's failure when it ends otherwise.
    pub fn run_takeoff(&self, request: &TakeoffRequest, mut progress: impl FnMut(&Takeoff)) -> Result<Takeoff, Error> {
        let takeoff: Takeoff = self.transport.post("/takeoffs", request)?;
        self.transport.wait(&format!("/takeoffs/{}", takeoff.id), |takeoff: &Takeoff| {
            progress(takeoff);
            state(&takeoff.status, takeoff.failure.as_ref(), "completed")
        })
    }

    /// All items of a takeoff, over all pages of the list.
    ///
    /// # Errors
    /// See [`Error`].
    pub fn items(&self, takeoff: &str) -> Result<Vec<Item>, Error> {
        self.transport.list(&format!("/takeoffs/{takeoff}/items"))
    }

    /// All routes of a takeoff.
    ///
    /// # Errors
    /// See [`Error`].
    pub fn routes(&self, takeoff: &str) -> Result<Vec<Route>, Error> {
        self.transport.list(&format!("/takeoffs/{takeoff}/routes"))
    }

    /// All schedules of a takeoff.
    ///
    /// # Errors
    /// See [`Error`].
    pub fn schedules(&self, takeoff: &str) -> Result<Vec<Schedule>, Error> {
        let list: types::Plain<Schedule> = self.transport.get(&format!("/takeoffs/{takeoff}/schedules"))?;
        Ok(list.data)
    }

    /// Exports a takeoff and waits until the file can be downloaded. `options` are the contract's export options.
    ///
    /// # Errors
    /// [`Error::Failed`] with the export's failure when it ends otherwise.
    pub fn export(&self, takeoff: &str, format: &str, options: Value) -> Result<Export, Error> {
        let body = json!({"takeoff_id": takeoff, "format": format, "options": options});
        let export: Export = self.transport.post("/exports", &body)?;
        self.transport.wait(&format!("/exports/{}", export.id), |export: &Export| {
            state(&export.status, export.failure.as_ref(), "completed")
        })
    }

    /// The bytes behind an export's link.
    ///
    /// # Errors
    /// See [`Error`]; [`Error::Unexpected`] when the export has no link yet.
    pub fn download(&self, export: &Export) -> Result<Vec<u8>, Error> {
        let link = export.download.as_ref().ok_or_else(|| Error::Unexpected {
            what: format!("export {}", export.id),
            why: format!("it is {} and has no download", export.status),
        })?;
        self.transport.download(&link.url)
    }
}

/// Whether a polled resource is there yet.
fn state(status: &str, failure: Option<&Failure>, goal: &str) -> Result<bool, Error> {
    match status {
        _ if status == goal => Ok(true),
        "failed" | "cancelled" => Err(Error::Failed {
            status: status.to_owned(),
            code: failure.map(|failure| failure.code.clone()).unwrap_or_default(),
            message: failure.map(|failure| failure.message.clone()).unwrap_or_default(),
        }),
        _ => Ok(false),
    }
}
