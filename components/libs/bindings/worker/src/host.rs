//! The host's interfaces as traits, and [`Host`], which implements them with the bindings.

use crate::bindings::plumbline::worker;
use crate::blob_totals_bindings::plumbline::blob_totals::totals;
use crate::document_bindings::plumbline::document::{facts, sharing};
use crate::provenance_bindings::plumbline::provenance::components;
use crate::quantities::{Discipline, Schedule};
use crate::recognition_bindings::plumbline::deep_recognition::pages;

pub use crate::bindings::plumbline::exporter::rows::{Header, ItemRow, RouteRow};
pub use crate::bindings::plumbline::extractor::extractor::{
    Failure as ExtractionFailure, FailureCode as ExtractionFailureCode, Options,
};
pub use crate::bindings::plumbline::reader::reader::{Failure as ReadingFailure, FailureCode as ReadingFailureCode};
pub use components::ComponentRef;
pub use facts::{Drawing, Page as DrawingPage, Scale as DrawingScale, Warning as DrawingWarning};
pub use worker::blobs::Error as BlobError;
pub use worker::exporting::Written;
pub use worker::extraction::{Component, PageRequest, PageResult};
pub use worker::readers::Page;

/// The tenant's blobs by key.
pub trait Blobs {
    /// Returns the size in bytes.
    ///
    /// # Errors
    /// [`BlobError::NotFound`], [`BlobError::Io`].
    fn size(&self, key: &str) -> Result<u64, BlobError>;
    /// Reads at most `length` bytes from `offset`, fewer at the end.
    ///
    /// # Errors
    /// [`BlobError::NotFound`], [`BlobError::Io`].
    fn read(&self, key: &str, offset: u64, length: u32) -> Result<Vec<u8>, BlobError>;
    /// Deletes every blob whose key starts with `prefix`.
    ///
    /// # Errors
    /// [`BlobError::Io`].
    fn delete_prefix(&self, prefix: &str) -> Result<(), BlobError>;
    /// Fetches an address over HTTPS into a blob and returns the size in bytes.
    ///
    /// # Errors
    /// [`BlobError::TooLarge`] over `max_bytes`, [`BlobError::Unreachable`] with the reason, [`BlobError::Io`].
    fn fetch(&self, url: &str, key: &str, max_bytes: u64) -> Result<u64, BlobError>;
}

/// The bytes of the tenant's blobs.
pub trait BlobTotals {
    /// Returns the bytes of all blobs whose key begins with `prefix`.
    ///
    /// # Errors
    /// The host's error text if the blobs cannot be listed.
    fn bytes_below(&self, prefix: &str) -> Result<u64, String>;
}

/// The tenant's readers.
pub trait Readers {
    /// Type of an open document.
    type Reading: Reading;
    /// Opens the blob `key` with the reader for `media_type`.
    ///
    /// # Errors
    /// The reader's failure, or `unsupported-content` if no reader is bound for the media type.
    fn open(&self, key: &str, media_type: &str) -> Result<Self::Reading, ReadingFailure>;
}

/// Deep recognition of single pages.
pub trait DeepRecognition {
    /// Reads a page of the blob `key` again, recognizes everything on it and stores its sheet as a blob. Returns
    /// `false` and stores nothing if recognition is not available.
    ///
    /// # Errors
    /// The error text of the host or the reader.
    fn recognize(&self, key: &str, media_type: &str, page_number: u32, sheet_key: &str) -> Result<bool, String>;
}

/// The provenance of quantities.
pub trait Provenance {
    /// Returns the components that this job has used so far, without duplicates.
    fn used(&self) -> Vec<ComponentRef>;
    /// Declares the components that made the quantities of the job's next export.
    fn declare(&self, components: &[ComponentRef]);
}

/// Sharing of an export's drawing with the exporter.
pub trait Sharing {
    /// Shares the blob `key` with the exporter that the job runs next.
    fn share(&self, key: &str, drawing: &Drawing);
}

/// An open document.
pub trait Reading {
    /// Returns the number of pages.
    fn page_count(&self) -> u32;
    /// Parses a page and stores its sheet as a blob. Page numbers start at 1.
    ///
    /// # Errors
    /// The reason why this page could not be read. Other pages may still be readable.
    fn read(&self, page_number: u32, sheet_key: &str) -> Result<Page, ReadingFailure>;
}

/// The tenant's extractors.
pub trait Extraction {
    /// Type of a running extraction.
    type Session: Session;
    /// Opens the extractor for the discipline and surveys all sheets of the document.
    ///
    /// # Errors
    /// The extractor's failure, or `unsupported-content` if none is bound for the discipline.
    fn open(&self, discipline: Discipline, sheet_keys: &[String]) -> Result<Self::Session, ExtractionFailure>;
}

/// A running extraction of pages.
pub trait Session {
    /// Returns the extractor that runs.
    fn component(&self) -> Component;
    /// Starts the extraction of pages.
    fn start(&self, pages: &[PageRequest]);
    /// Waits for the next finished page. Returns `None` after the last one.
    fn next(&self) -> Option<PageResult>;
    /// Drops the pages that are not yet started.
    fn stop(&self);
}

/// The tenant's exporters.
pub trait Exporting {
    /// Type of a file in progress.
    type Export: Export;
    /// Opens the exporter for the format.
    ///
    /// # Errors
    /// The host's error text if no exporter is bound for the format.
    fn open(&self, format: &str, header: &Header) -> Result<Self::Export, String>;
}

/// A file in progress. Each method fails with the error text of the host or the exporter.
#[allow(clippy::missing_errors_doc, reason = "said once above")]
pub trait Export {
    /// Appends items.
    fn push_items(&self, rows: &[ItemRow]) -> Result<(), String>;
    /// Appends routes.
    fn push_routes(&self, rows: &[RouteRow]) -> Result<(), String>;
    /// Appends schedules.
    fn push_schedules(&self, rows: &[Schedule]) -> Result<(), String>;
    /// Runs the exporter and stores its file as a blob.
    fn finish(&self, key: &str) -> Result<Written, String>;
}

/// Returns a blob's error as a message for people.
pub fn blob_error_text(error: &BlobError) -> String {
    match error {
        BlobError::NotFound => "the file is not there".into(),
        BlobError::TooLarge(limit) => format!("the file is larger than {limit} bytes"),
        BlobError::Unreachable(reason) | BlobError::Io(reason) => reason.clone(),
    }
}

/// The host that runs the component.
#[derive(Debug, Clone, Copy)]
pub struct Host;

impl Blobs for Host {
    fn size(&self, key: &str) -> Result<u64, BlobError> {
        worker::blobs::size(key)
    }
    fn read(&self, key: &str, offset: u64, length: u32) -> Result<Vec<u8>, BlobError> {
        worker::blobs::read(key, offset, length)
    }
    fn delete_prefix(&self, prefix: &str) -> Result<(), BlobError> {
        worker::blobs::delete_prefix(prefix)
    }
    fn fetch(&self, url: &str, key: &str, max_bytes: u64) -> Result<u64, BlobError> {
        worker::blobs::fetch(url, key, max_bytes)
    }
}

impl BlobTotals for Host {
    fn bytes_below(&self, prefix: &str) -> Result<u64, String> {
        totals::bytes_below(prefix)
    }
}

impl Readers for Host {
    type Reading = worker::readers::Reading;
    fn open(&self, key: &str, media_type: &str) -> Result<Self::Reading, ReadingFailure> {
        worker::readers::Reading::open(key, media_type)
    }
}

impl DeepRecognition for Host {
    fn recognize(&self, key: &str, media_type: &str, page_number: u32, sheet_key: &str) -> Result<bool, String> {
        pages::recognize(key, media_type, page_number, sheet_key)
    }
}

impl Provenance for Host {
    fn used(&self) -> Vec<ComponentRef> {
        components::used()
    }
    fn declare(&self, components: &[ComponentRef]) {
        components::declare(components);
    }
}

impl Sharing for Host {
    fn share(&self, key: &str, drawing: &Drawing) {
        sharing::share(key, drawing);
    }
}

impl Reading for worker::readers::Reading {
    fn page_count(&self) -> u32 {
        Self::page_count(self)
    }
    fn read(&self, page_number: u32, sheet_key: &str) -> Result<Page, ReadingFailure> {
        Self::read(self, page_number, sheet_key)
    }
}

impl Extraction for Host {
    type Session = worker::extraction::Session;
    fn open(&self, discipline: Discipline, sheet_keys: &[String]) -> Result<Self::Session, ExtractionFailure> {
        worker::extraction::Session::open(discipline, sheet_keys)
    }
}

impl Session for worker::extraction::Session {
    fn component(&self) -> Component {
        Self::component(self)
    }
    fn start(&self, pages: &[PageRequest]) {
        Self::start(self, pages);
    }
    fn next(&self) -> Option<PageResult> {
        Self::next(self)
    }
    fn stop(&self) {
        Self::stop(self);
    }
}

impl Exporting for Host {
    type Export = worker::exporting::Export;
    fn open(&self, format: &str, header: &Header) -> Result<Self::Export, String> {
        worker::exporting::Export::open(format, header)
    }
}

impl Export for worker::exporting::Export {
    fn push_items(&self, rows: &[ItemRow]) -> Result<(), String> {
        Self::push_items(self, rows)
    }
    fn push_routes(&self, rows: &[RouteRow]) -> Result<(), String> {
        Self::push_routes(self, rows)
    }
    fn push_schedules(&self, rows: &[Schedule]) -> Result<(), String> {
        Self::push_schedules(self, rows)
    }
    fn finish(&self, key: &str) -> Result<Written, String> {
        Self::finish(self, key)
    }
}
