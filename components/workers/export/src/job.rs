//! The job's steps: start, push the rows, let the exporter write, end.

use crate::drawing::drawing;
use crate::export::{Export, Problem, fail, release_orphan};
use crate::read::{self, Cursor};
use plumbline_db::{Db, DbResult};
use plumbline_guest_worker::host::{Export as File, Exporting, Provenance, Sharing};
use plumbline_guest_worker::{Failure, Request, payload, retryable};
use serde::Deserialize;

#[derive(Deserialize)]
struct Payload {
    export_id: String,
}

/// The reason why a step stops the job.
enum StepError {
    /// The export cannot be made. It is marked as failed, and the job is done.
    Failed(Problem),
    /// Something else failed. The job is retried.
    Retry(Failure),
}

impl<E: std::fmt::Display> From<E> for StepError {
    fn from(error: E) -> Self {
        Self::Retry(retryable(error))
    }
}

/// Makes the payload's export.
///
/// # Errors
/// A permanent error if the payload does not parse; a retryable one if the database, the store or the exporter fails.
pub fn run(db: &Db, host: &(impl Exporting + Provenance + Sharing), request: &Request) -> Result<(), Failure> {
    let Payload { export_id } = payload(request)?;
    let Some(export) = Export::unfinished(db, &export_id).map_err(retryable)? else {
        return release_orphan(db, &export_id).map_err(retryable);
    };
    match write_export(db, host, &export, request.attempt) {
        Ok(()) => Ok(()),
        Err(StepError::Failed(problem)) => fail(db, &export_id, &problem).map_err(retryable),
        Err(StepError::Retry(failure)) => Err(failure),
    }
}

/// Marks the payload's export as failed after the last attempt, and releases its hold.
///
/// # Errors
/// Same as [`run`].
pub fn abandon(db: &Db, request: &Request) -> Result<(), Failure> {
    let Payload { export_id } = payload(request)?;
    // The host's reason names components and limits. It belongs in the log, not in the message for the caller.
    let message = "The export failed after several attempts. You were not charged. Run it again, and report its id if \
                   it fails again.";
    fail(db, &export_id, &Problem { code: "internal", message: message.into() }).map_err(retryable)?;
    release_orphan(db, &export_id).map_err(retryable)
}

fn write_export(
    db: &Db,
    host: &(impl Exporting + Provenance + Sharing),
    export: &Export,
    attempt: u32,
) -> Result<(), StepError> {
    if !export.takeoff_completed {
        let message = "The takeoff is not completed. Export it after it is completed.".into();
        return Err(StepError::Failed(Problem { code: "internal", message }));
    }
    if !export.begin(db)? {
        return Ok(()); // deleted in the meantime
    }
    let file = host
        .open(&export.format, &export.header)
        .map_err(|message| StepError::Failed(Problem { code: "unsupported_content", message }))?;
    push(|cursor| read::items(db, export, cursor), |rows| file.push_items(rows))?;
    push(|cursor| read::routes(db, export, cursor), |rows| file.push_routes(rows))?;
    push(|cursor| read::schedules(db, export, cursor), |rows| file.push_schedules(rows))?;
    host.declare(&export.makers);
    host.share(&export.document.blob_key, &drawing(db, export)?);
    match file.finish(&export.blob_key) {
        Ok(written) => Ok(export.complete(db, &written)?),
        // The error does not show whether the exporter or the machine is at fault, so the job is retried once.
        Err(message) if attempt < 2 => Err(StepError::Retry(retryable(message))),
        Err(message) => Err(StepError::Failed(Problem {
            code: "internal",
            message: format!("The `{}` export failed. {message}", export.format),
        })),
    }
}

/// Reads and pushes batches until the end.
fn push<T>(
    mut next: impl FnMut(&mut Cursor) -> DbResult<Vec<T>>,
    push: impl Fn(&[T]) -> Result<(), String>,
) -> Result<(), StepError> {
    let mut cursor = Cursor::start();
    loop {
        let rows = next(&mut cursor)?;
        if rows.is_empty() {
            return Ok(());
        }
        push(&rows)?;
    }
}
