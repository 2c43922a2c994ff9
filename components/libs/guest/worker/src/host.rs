//! The host's interfaces as traits, and [`Host`], which answers them with the bindings.

use crate::bindings::plumbline::worker;
use crate::close_looking::plumbline::recognition::closer;
use crate::naming_makers::plumbline::making::makers;
use crate::quantities::{Discipline, Schedule};
use crate::sharing_document::plumbline::document::{facts, sharing};

pub use crate::bindings::plumbline::exporter::rows::{Header, ItemRow, RouteRow};
pub use crate::bindings::plumbline::extractor::extractor::{
    Failure as ExtractionFailure, FailureCode as ExtractionFailureCode, Options,
};
pub use crate::bindings::plumbline::reader::reader::{Failure as ReadingFailure, FailureCode as ReadingFailureCode};
pub use facts::{Drawing, Page as DrawingPage, Scale as DrawingScale, Warning as DrawingWarning};
pub use makers::Maker;
pub use worker::blobs::Error as BlobError;
pub use worker::exporting::Written;
pub use worker::extraction::{Component, PageRequest, PageResult};
pub use worker::readers::Page;

/// The tenant's blobs by key.
pub trait Blobs {
    /// Size in bytes.
    ///
    /// # Errors
    /// [`BlobError::NotFound`], [`BlobError::Io`].
    fn size(&self, key: &str) -> Result<u64, BlobError>;
    /// At most `length` bytes from `offset`; fewer at the end.
    ///
    /// # Errors
    /// [`BlobError::NotFound`], [`BlobError::Io`].
    fn read(&self, key: &str, offset: u64, length: u32) -> Result<Vec<u8>, BlobError>;
    /// Deletes every blob whose key begins so.
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

/// The tenant's readers.
pub trait Readers {
    /// An open document.
    type Reading: Reading;
    /// Opens the blob `key` with the reader for `media_type`.
    ///
    /// # Errors
    /// What the reader says of the file, or `unsupported-content` where no reader is bound for it.
    fn open(&self, key: &str, media_type: &str) -> Result<Self::Reading, ReadingFailure>;
}

/// A closer look at single pages than ingestion took.
pub trait CloserLook {
    /// Reads a page of the blob `key` again, recognises everything on it and stores its sheet as a blob. False, and
    /// nothing stored, where nothing here can recognise.
    ///
    /// # Errors
    /// The host's or the reader's words.
    fn look(&self, key: &str, media_type: &str, page_number: u32, sheet_key: &str) -> Result<bool, String>;
}

/// Which components made what.
pub trait Makers {
    /// The components that this job has used so far, each once.
    fn used(&self) -> Vec<Maker>;
    /// Says who made what the job exports next.
    fn tell(&self, makers: &[Maker]);
}

/// The drawing behind an export.
pub trait Sharing {
    /// Gives the blob `key` to the exporter that the job runs next.
    fn share(&self, key: &str, drawing: &Drawing);
}

/// An open document.
pub trait Reading {
    /// Number of pages.
    fn page_count(&self) -> u32;
    /// Parses a page (1-based) and stores its sheet as a blob.
    ///
    /// # Errors
    /// Why this page could not be read; the others may still be.
    fn read(&self, page_number: u32, sheet_key: &str) -> Result<Page, ReadingFailure>;
}

/// The tenant's extractors.
pub trait Extraction {
    /// Pages being extracted.
    type Session: Session;
    /// Takes the extractor for the discipline and surveys all sheets of the document.
    ///
    /// # Errors
    /// What the extractor says, or `unsupported-content` where none is bound for the discipline.
    fn open(&self, discipline: Discipline, sheet_keys: &[String]) -> Result<Self::Session, ExtractionFailure>;
}

/// Pages being extracted.
pub trait Session {
    /// The extractor at work.
    fn component(&self) -> Component;
    /// Starts pages.
    fn start(&self, pages: &[PageRequest]);
    /// The next page that is done; `None` when all are.
    fn next(&self) -> Option<PageResult>;
    /// Drops the pages not yet begun.
    fn stop(&self);
}

/// The tenant's exporters.
pub trait Exporting {
    /// A file being made.
    type Export: Export;
    /// Takes the exporter for the format.
    ///
    /// # Errors
    /// The host's words, where no exporter is bound for the format.
    fn open(&self, format: &str, header: &Header) -> Result<Self::Export, String>;
}

/// A file being made. Each method fails with the host's or the exporter's words.
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

/// A blob's error in words for a person.
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

impl Readers for Host {
    type Reading = worker::readers::Reading;
    fn open(&self, key: &str, media_type: &str) -> Result<Self::Reading, ReadingFailure> {
        worker::readers::Reading::open(key, media_type)
    }
}

impl CloserLook for Host {
    fn look(&self, key: &str, media_type: &str, page_number: u32, sheet_key: &str) -> Result<bool, String> {
        closer::look(key, media_type, page_number, sheet_key)
    }
}

impl Makers for Host {
    fn used(&self) -> Vec<Maker> {
        makers::so_far()
    }
    fn tell(&self, makers: &[Maker]) {
        makers::tell(makers);
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
