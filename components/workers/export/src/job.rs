//! The job's steps: start, push the rows, let the exporter write, end.

use crate::drawing::drawing;
use crate::export::{Export, fail, release_orphan};
use crate::read::{self, Cursor};
use plumbline_contract::FailureCode;
use plumbline_database::{Db, DbResult};
use plumbline_worker::host::{Export as File, Exporting, Provenance, Sharing};
use plumbline_worker::{Failure, Problem, Request, StepError, finish, payload, retryable};
use serde::Deserialize;

#[derive(Deserialize)]
struct Payload {
    export_id: String,
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
    finish(write_export(db, host, &export, request.attempt), |problem| fail(db, &export_id, problem))
}

/// Marks the payload's export as failed after the last attempt, and releases its hold.
///
/// # Errors
/// Same as [`run`].
pub fn abandon(db: &Db, request: &Request) -> Result<(), Failure> {
    let Payload { export_id } = payload(request)?;
    let message = "The export failed after several attempts. You were not charged. Run it again, and report its id if \
                   it fails again.";
    fail(db, &export_id, &Problem::new(FailureCode::Internal, message)).map_err(retryable)?;
    release_orphan(db, &export_id).map_err(retryable)
}

fn write_export(
    db: &Db,
    host: &(impl Exporting + Provenance + Sharing),
    export: &Export,
    attempt: u32,
) -> Result<(), StepError> {
    if !export.takeoff_completed {
        let message = "The takeoff is not completed. Export it after it is completed.";
        return Err(StepError::failed(FailureCode::Internal, message));
    }
    if !export.begin(db)? {
        return Ok(()); // deleted in the meantime
    }
    let file = host
        .open(&export.format, &export.header)
        .map_err(|message| StepError::failed(FailureCode::UnsupportedContent, message))?;
    push(|cursor| read::items(db, export, cursor), |rows| file.push_items(rows))?;
    push(|cursor| read::routes(db, export, cursor), |rows| file.push_routes(rows))?;
    push(|cursor| read::schedules(db, export, cursor), |rows| file.push_schedules(rows))?;
    host.declare(&export.makers);
    host.share(&export.document.blob_key, &drawing(db, export)?);
    match file.finish(&export.blob_key) {
        Ok(written) => Ok(export.complete(db, &written)?),
        // The error does not show whether the exporter or the machine is at fault, so the job is retried once.
        Err(message) if attempt < 2 => Err(StepError::retry(message)),
        Err(message) => {
            Err(StepError::failed(FailureCode::Internal, format!("The `{}` export failed. {message}", export.format)))
        }
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
