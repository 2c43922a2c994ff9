//! The job's steps: start, drive the extractor page by page, end.

use crate::deep::{self, DeepFailure};
use crate::legends;
use crate::page::{record, record_failure, warn};
use crate::rows;
use crate::settle;
use crate::takeoff::{JobState, Sheet, Takeoff, job_state};
use plumbline_contract::{Depth, FailureCode};
use plumbline_database::{Db, DbResult};
use plumbline_worker::host::{
    BlobTotals, Blobs, DeepRecognition, Extraction, ExtractionFailure, ExtractionFailureCode, PageRequest, PageResult,
    Provenance, Session,
};
use plumbline_worker::quantities::WarningCode;
use plumbline_worker::{Failure, Problem, Request, StepError, finish, payload, retryable};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Deserialize)]
struct Payload {
    takeoff_id: String,
}

/// Runs the payload's takeoff.
///
/// # Errors
/// A permanent error if the payload does not parse; a retryable one if the database or the extractor has an internal
/// failure. Problems of the drawing are not errors of the job: they are recorded on the takeoff.
pub fn run(
    db: &Db,
    host: &(impl Extraction + DeepRecognition + Blobs + BlobTotals + Provenance),
    request: &Request,
) -> Result<(), Failure> {
    let Payload { takeoff_id } = payload(request)?;
    let Some(takeoff) = Takeoff::unfinished(db, &takeoff_id).map_err(retryable)? else {
        return settle::release_orphan(db, &takeoff_id).map_err(retryable);
    };
    finish(extract(db, host, &takeoff), |problem| settle::fail(db, &takeoff_id, problem))
}

/// Marks the payload's takeoff as failed after the last attempt, and releases its hold.
///
/// # Errors
/// Same as [`run`].
pub fn abandon(db: &Db, request: &Request) -> Result<(), Failure> {
    let Payload { takeoff_id } = payload(request)?;
    let message = "The takeoff failed after several attempts. You were not charged. Run it again, and report its id if \
                   it fails again.";
    settle::fail(db, &takeoff_id, &Problem::new(FailureCode::Internal, message)).map_err(retryable)?;
    settle::release_orphan(db, &takeoff_id).map_err(retryable)
}

fn extract(
    db: &Db,
    host: &(impl Extraction + DeepRecognition + Blobs + BlobTotals + Provenance),
    takeoff: &Takeoff,
) -> Result<(), StepError> {
    if takeoff.pages.is_empty() {
        let message = "No pages were selected. Set `pages` to at least one page, or omit it to process all pages.";
        return Err(StepError::failed(FailureCode::NoPagesSelected, message));
    }
    if !takeoff.begin(db)? {
        return Ok(()); // cancelled or deleted in the meantime
    }
    let mut sheets = takeoff.sheets(db)?;
    let finished = takeoff.finished_pages(db)?;
    let pages: Vec<u32> = takeoff.pages.iter().copied().filter(|number| !finished.contains(number)).collect();
    if takeoff.depth == Depth::Deep {
        let failures = deep::recognize_pages(db, host, takeoff, &pages, &mut sheets, || {
            Ok::<_, StepError>(job_state(db, &takeoff.id)? == JobState::Continue)
        })?;
        warn_of_deep_failures(db, &takeoff.id, &failures)?;
    }
    let mut requests = Vec::new();
    for number in pages {
        let sheet = sheets.get(&number).cloned().unwrap_or_default();
        match &sheet.key {
            Some(key) => requests.push(takeoff.page_request(number, key)),
            None => record_failure(db, &takeoff.id, number, &unreadable(number, &sheet))?,
        }
    }

    let mut no_results = Problem::new(
        FailureCode::DocumentUnreadable,
        "None of the pages could be read. See `warnings`, or upload the document again.",
    );
    if !requests.is_empty() && job_state(db, &takeoff.id)? == JobState::Continue {
        let own: Vec<String> = sheets.values().filter_map(|sheet| sheet.key.clone()).collect();
        let keys = legends::keys(own, takeoff.other_legends(db)?);
        let opened = host.open(takeoff.discipline.into(), &keys);
        // The host stores surveys beside the sheets, and keeps them if the extractor fails.
        takeoff.record_sheet_bytes(db, host.bytes_below(&takeoff.sheets_prefix())?)?;
        let session = opened.map_err(open_failure)?;
        takeoff.record_components(db, &session.component(), host.used(), !finished.is_empty())?;
        if let Some(problem) = record_pages(db, takeoff, &session, &requests, &sheets)? {
            no_results = problem;
        }
    }
    match job_state(db, &takeoff.id)? {
        JobState::Continue => settle::complete(db, &takeoff.id, &no_results)?,
        JobState::Cancel => settle::cancel(db, &takeoff.id)?,
        JobState::Gone => settle::release_orphan(db, &takeoff.id)?,
    }
    Ok(())
}

/// Warns of each page that is taken off as ingested, without deep recognition.
fn warn_of_deep_failures(db: &Db, takeoff_id: &str, failures: &[DeepFailure]) -> DbResult<()> {
    db.transaction(|tx| {
        for DeepFailure { page, reason } in failures {
            let message = format!("Page {page} was processed without text recognition. {reason}");
            // A position after the extractor's warnings for the page, which start at 0.
            warn(tx, takeoff_id, *page, DEEP_WARNING, WarningCode::ScannedPagesLowQuality, &message)?;
        }
        Ok(())
    })
}

/// Position of a page's warning that deep recognition failed.
const DEEP_WARNING: u32 = 1_000_000;

/// Records pages as they finish. Returns the problem of the last page that failed.
fn record_pages(
    db: &Db,
    takeoff: &Takeoff,
    session: &impl Session,
    requests: &[PageRequest],
    sheets: &BTreeMap<u32, Sheet>,
) -> Result<Option<Problem>, StepError> {
    let mut problem = None;
    let mut retried = BTreeSet::new();
    let mut running = true;
    session.start(requests);
    while let Some(PageResult { page_number, outcome }) = session.next() {
        // A page with an internal failure (a trap, a limit, a full machine) is retried once, on a new instance.
        if running && is_internal(&outcome) && retried.insert(page_number) {
            let again = requests.iter().find(|request| request.page_number == page_number);
            session.start(again.map(std::slice::from_ref).unwrap_or_default());
            continue;
        }
        let outcome = outcome.and_then(|findings| match rows::problem(&findings) {
            Some(message) => Err(ExtractionFailure { code: ExtractionFailureCode::Internal, message }),
            None => Ok(findings),
        });
        match outcome {
            Ok(findings) => {
                let sheet = sheets.get(&page_number).cloned().unwrap_or_default();
                record(db, &takeoff.id, page_number, &sheet, &findings)?;
            }
            Err(failure) => {
                let message = format!("Page {page_number} could not be processed. {}", failure.message);
                record_failure(db, &takeoff.id, page_number, &message)?;
                problem = Some(Problem::new(code(failure.code), message));
            }
        }
        // Pages in progress are awaited. Their results are kept and charged.
        if running && job_state(db, &takeoff.id)? != JobState::Continue {
            session.stop();
            running = false;
        }
    }
    Ok(problem)
}

fn is_internal<T>(outcome: &Result<T, ExtractionFailure>) -> bool {
    matches!(outcome, Err(failure) if failure.code == ExtractionFailureCode::Internal)
}

fn unreadable(number: u32, sheet: &Sheet) -> String {
    let problem = sheet.problem.as_deref().unwrap_or("It is not in the document.");
    format!("Page {number} could not be read. {problem}")
}

fn code(code: ExtractionFailureCode) -> FailureCode {
    match code {
        ExtractionFailureCode::UnsupportedContent => FailureCode::UnsupportedContent,
        ExtractionFailureCode::Capacity => FailureCode::Capacity,
        ExtractionFailureCode::Internal => FailureCode::Internal,
    }
}

/// Converts an extractor's failure to start to a failure of the takeoff or the job.
fn open_failure(failure: ExtractionFailure) -> StepError {
    match failure.code {
        ExtractionFailureCode::Internal => StepError::retry(failure.message),
        other => StepError::failed(code(other), failure.message),
    }
}
