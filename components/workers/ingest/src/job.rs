//! The job's steps: fetch, detect the type, read the pages, finish.

use crate::document::{Document, fail};
use crate::sniff::{FileType, SNIFF_BYTES};
use plumbline_contract::FailureCode;
use plumbline_contract::upload_types::MAX_BYTES;
use plumbline_database::Db;
use plumbline_worker::host::{
    BlobError, Blobs, Provenance, Readers, Reading, ReadingFailure, ReadingFailureCode, blob_error_text,
};
use plumbline_worker::{Failure, Problem, Request, StepError, finish, payload, retryable};
use serde::Deserialize;

/// Maximum pages of a document.
const MAX_PAGES: u32 = plumbline_contract::limits::DOCUMENT_PAGES_MAX;

/// Attempts of the job after which a page with an internal failure (a full disk, a busy machine) is recorded as
/// unreadable. Before, the next attempt reads it again. The host makes five attempts unless it is set up differently,
/// and a single page must not fail the document.
const ATTEMPTS_PER_PAGE: u32 = 3;

#[derive(Deserialize)]
struct Payload {
    document_id: String,
}

/// Ingests the payload's document.
///
/// # Errors
/// A permanent error if the payload does not parse; a retryable one if the database, the store or the reader has an
/// internal failure. Problems of the document are not errors of the job: they are recorded on the document.
pub fn run(db: &Db, host: &(impl Blobs + Readers + Provenance), request: &Request) -> Result<(), Failure> {
    let Payload { document_id } = payload(request)?;
    let Some(document) = Document::ingesting(db, &document_id).map_err(retryable)? else {
        return Ok(()); // ready, failed or deleted: an earlier attempt finished
    };
    finish(ingest(db, host, &document, request.attempt), |problem| fail(db, host, &document_id, problem))
}

/// Marks the payload's document as failed after the last attempt.
///
/// # Errors
/// Same as [`run`].
pub fn abandon(db: &Db, blobs: &impl Blobs, request: &Request) -> Result<(), Failure> {
    let Payload { document_id } = payload(request)?;
    let message = "The document could not be processed after several attempts. Upload it again, and report its id if \
                   it fails again.";
    fail(db, blobs, &document_id, &Problem::new(FailureCode::Internal, message)).map_err(retryable)
}

fn unreadable(message: impl Into<String>) -> StepError {
    StepError::failed(FailureCode::DocumentUnreadable, message)
}

fn unsupported(message: impl Into<String>) -> StepError {
    StepError::failed(FailureCode::UnsupportedContent, message)
}

fn capacity(message: impl Into<String>) -> StepError {
    StepError::failed(FailureCode::Capacity, message)
}

fn ingest(
    db: &Db,
    host: &(impl Blobs + Readers + Provenance),
    document: &Document,
    attempt: u32,
) -> Result<(), StepError> {
    let size = fetch_if_missing(db, host, document)?;
    let file_type = detect_type(host, document)?;
    let open = || host.open(&document.blob_key, file_type.media_type());
    let mut reading = open().map_err(|failure| open_failure(failure, file_type))?;

    let page_count = reading.page_count();
    if page_count == 0 {
        return Err(unreadable("The document has no pages. Export it again and upload it."));
    }
    if page_count > MAX_PAGES {
        let message =
            format!("The document has {page_count} pages. The limit is {MAX_PAGES}. Split it and upload the parts.");
        return Err(capacity(message));
    }

    let recorded = document.recorded_pages(db)?;
    let mut postponed = None;
    for number in (1..=page_count).filter(|number| !recorded.contains(number)) {
        match reading.read(number, &document.sheet_key(number)) {
            Ok(page) => document.record_page(db, number, &page)?,
            // The other pages are read first, so that they are not read again.
            Err(failure) if failure.code == ReadingFailureCode::Internal => {
                if attempt < ATTEMPTS_PER_PAGE {
                    postponed = Some(format!("page {number}: {}", failure.message));
                } else {
                    document.record_unreadable_page(db, number, &failure.message)?;
                }
                reading = open().map_err(|failure| open_failure(failure, file_type))?;
            }
            Err(failure) => document.record_unreadable_page(db, number, &failure.message)?,
        }
    }
    if let Some(reason) = postponed {
        return Err(StepError::retry(reason));
    }

    if let Some(problem) = document.problem_of_all_pages(db)? {
        return Err(unreadable(format!("None of the pages could be read. {problem}")));
    }
    // Unreadable pages do not have a sheet.
    let sheet_bytes = (1..=page_count).filter_map(|number| host.size(&document.sheet_key(number)).ok()).sum();
    document.ready(db, file_type.media_type(), page_count, (size, sheet_bytes), host.used().last())?;
    Ok(())
}

/// Fetches the file if necessary, and returns its size in bytes.
fn fetch_if_missing(db: &Db, blobs: &impl Blobs, document: &Document) -> Result<u64, StepError> {
    let size = match (blobs.size(&document.blob_key), &document.source_url) {
        (Ok(size), _) => size,
        (Err(BlobError::NotFound), Some(url)) => {
            let max_bytes = document.reserved_bytes.map_or(MAX_BYTES, |reserved| reserved.min(MAX_BYTES));
            blobs.fetch(url, &document.blob_key, max_bytes).map_err(|error| match error {
                BlobError::TooLarge(_) if max_bytes < MAX_BYTES => capacity(format!(
                    "The file exceeds the {:.1} MB left in your storage quota. Delete documents, or request a larger \
                     quota.",
                    max_bytes as f64 / 1e6
                )),
                BlobError::TooLarge(_) => too_large(),
                BlobError::Unreachable(reason) => {
                    unreadable(format!("The file could not be fetched from `source.url`: {reason}."))
                }
                other => StepError::retry(blob_error_text(&other)),
            })?
        }
        (Err(BlobError::NotFound), None) => {
            return Err(unreadable("The uploaded file was not found. Upload it again."));
        }
        (Err(other), _) => return Err(StepError::retry(blob_error_text(&other))),
    };
    // The size of an uploaded file is already recorded.
    if document.source_url.is_some() {
        document.record_size(db, size)?;
    }
    match size {
        0 => Err(unreadable("The file is empty. Upload it again.")),
        size if size > MAX_BYTES => Err(too_large()),
        size => Ok(size),
    }
}

fn too_large() -> StepError {
    capacity("The file is larger than 50 MB. Split it, or leave out images.")
}

/// Detects the type from the bytes. Returns an error if it differs from the declared type.
fn detect_type(blobs: &impl Blobs, document: &Document) -> Result<FileType, StepError> {
    let head =
        blobs.read(&document.blob_key, 0, SNIFF_BYTES).map_err(|error| StepError::retry(blob_error_text(&error)))?;
    let declared = FileType::declared(document.content_type.as_deref(), &document.filename);
    match (FileType::detect(&head), declared) {
        (Some(detected), Some(declared)) if detected != declared => Err(unsupported(format!(
            "The file is {}, but its name or `content_type` says {}. Correct the name or the type.",
            detected.name(),
            declared.name()
        ))),
        (Some(detected), _) => Ok(detected),
        (None, Some(declared)) => Err(unsupported(format!(
            "The file's name or `content_type` says {}, but its content does not match. Upload a PDF, DWG, DXF, PNG or \
             JPEG file.",
            declared.name()
        ))),
        (None, None) => Err(unsupported("This file type is not supported. Upload a PDF, DWG, DXF, PNG or JPEG file.")),
    }
}

/// Converts a reader's failure to open the file to a failure of the document or the job.
fn open_failure(failure: ReadingFailure, file_type: FileType) -> StepError {
    match failure.code {
        ReadingFailureCode::DocumentUnreadable => unreadable(failure.message),
        ReadingFailureCode::UnsupportedContent => {
            // No reader is bound for the type, or the bound one does not support this variant.
            let (name, slot) = (file_type.name(), file_type.slot());
            unsupported(format!("{} {name} files require the component `{slot}`.", failure.message))
        }
        ReadingFailureCode::Capacity => capacity(failure.message),
        ReadingFailureCode::Internal => StepError::retry(failure.message),
    }
}
