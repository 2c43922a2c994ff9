//! Beginning and end of jobs: what is asked for at least, and whether a polled resource is there yet.

use crate::error::Error;
use crate::types::{
    Discipline, Document, DocumentCreate, DocumentCreateSource, DocumentStatus, ExportCreate, ExportCreateFormat,
    Failure, JobStatus, ProjectCreate, TakeoffCreate,
};

impl ProjectCreate {
    /// A project of which only the name is known.
    pub fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            address: None,
            end_customer_ref: None,
            external_ref: None,
            metadata: None,
            reference: None,
        }
    }
}

impl DocumentCreate {
    /// A drawing.
    pub fn new(project: &str, filename: &str, source: DocumentCreateSource) -> Self {
        Self {
            project_id: project.to_owned(),
            filename: filename.to_owned(),
            source,
            discipline_hint: None,
            external_ref: None,
            kind: None,
            metadata: None,
        }
    }
}

impl DocumentCreateSource {
    /// Bytes that are sent next.
    ///
    /// # Errors
    /// [`Error::Unexpected`] when documents cannot be of that media type.
    pub fn upload(size_bytes: usize, content_type: &str) -> Result<Self, Error> {
        let content_type = content_type.parse().map_err(|_| Error::Unexpected {
            what: content_type.to_owned(),
            why: "no media type of documents that the service takes".to_owned(),
        })?;
        Ok(Self::Upload { content_type: Some(content_type), size_bytes: u64::try_from(size_bytes).ok() })
    }
}

impl TakeoffCreate {
    /// All pages of a document.
    pub fn new(document: &str, discipline: Discipline) -> Self {
        Self {
            document_id: document.to_owned(),
            discipline,
            external_ref: None,
            metadata: None,
            options: None,
            pages: None,
            scope: None,
        }
    }
}

impl ExportCreate {
    /// A takeoff in a format, with the options that the service takes for usual.
    pub fn new(takeoff: &str, format: ExportCreateFormat) -> Self {
        Self { takeoff_id: Some(takeoff.to_owned()), format, estimate_id: None, external_ref: None, options: None }
    }
}

/// Whether a document is ready.
pub(crate) fn ready(document: &Document) -> Result<bool, Error> {
    match document.status {
        DocumentStatus::Ready => Ok(true),
        DocumentStatus::Failed => Err(failed(document.status, document.failure.as_ref())),
        DocumentStatus::AwaitingUpload | DocumentStatus::Ingesting => Ok(false),
    }
}

/// Whether a takeoff or an export is completed.
pub(crate) fn completed(status: JobStatus, failure: Option<&Failure>) -> Result<bool, Error> {
    match status {
        JobStatus::Completed => Ok(true),
        JobStatus::Failed | JobStatus::Cancelled => Err(failed(status, failure)),
        JobStatus::Queued | JobStatus::Processing => Ok(false),
    }
}

fn failed(status: impl ToString, failure: Option<&Failure>) -> Error {
    Error::Failed {
        status: status.to_string(),
        code: failure.map(|failure| failure.code.to_string()).unwrap_or_default(),
        message: failure.map(|failure| failure.message.clone()).unwrap_or_default(),
    }
}
