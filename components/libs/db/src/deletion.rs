//! What goes when a project or a document is deleted, by its owner or because its time is over.

use plumbline_contract::{IdKind, new_id, timestamp};
use serde_json::json;

use crate::{DbError, DbResult, Row, Transaction, ledger, outbox, params};

/// Prefixes in one cleanup job: enough to need few jobs, few enough to keep each short.
const PREFIXES_PER_JOB: usize = 500;

/// When blobs are deleted a second time, in seconds. An upload into a slot and a job that runs do not see that the rows
/// are gone, and may write another blob; no job runs longer than six hours.
const SECOND_LOOK_SECONDS: i64 = 86_400;

/// What is deleted with everything below it.
#[derive(Debug, Clone, Copy)]
pub enum Owner<'a> {
    /// A project.
    Project(&'a str),
    /// A document.
    Document(&'a str),
}

/// Deletes a project or a document with all that hangs on it: rows go by cascade, credits held by its unfinished jobs are
/// given back, and the host is asked to delete its blobs (originals, sheets, surveys, exports) once this is committed.
/// Returns whether it was there.
///
/// # Errors
/// [`DbError`] as the database says.
pub fn delete(tx: &Transaction<'_>, owner: Owner<'_>, now: &str) -> DbResult<bool> {
    let (documents, takeoffs, exports, row, id) = match owner {
        Owner::Project(id) => (
            "SELECT id FROM documents WHERE project_id = ?",
            "SELECT id FROM takeoffs WHERE project_id = ?",
            "SELECT e.id FROM exports e JOIN takeoffs t ON t.id = e.takeoff_id WHERE t.project_id = ?",
            "DELETE FROM projects WHERE id = ?",
            id,
        ),
        Owner::Document(id) => (
            "SELECT id FROM documents WHERE id = ?",
            "SELECT id FROM takeoffs WHERE document_id = ?",
            "SELECT e.id FROM exports e JOIN takeoffs t ON t.id = e.takeoff_id WHERE t.document_id = ?",
            "DELETE FROM documents WHERE id = ?",
            id,
        ),
    };
    let ids = |sql: &str| -> DbResult<Vec<String>> {
        tx.query(sql, params![id])?.iter().map(|row: &Row| row.text("id")).collect()
    };
    let (documents, takeoffs, exports) = (ids(documents)?, ids(takeoffs)?, ids(exports)?);
    for job in takeoffs.iter().chain(&exports) {
        ledger::release(tx, job, "deleted", now)?;
    }
    if tx.execute(row, params![id])? == 0 {
        return Ok(false);
    }
    let prefixes: Vec<String> = documents
        .iter()
        .map(|id| format!("documents/{id}/"))
        .chain(exports.iter().map(|id| format!("exports/{id}/")))
        .collect();
    let second_look = timestamp::after(now, SECOND_LOOK_SECONDS)
        .ok_or_else(|| DbError::column("now", format!("the time {now} cannot be read")))?;
    for prefixes in prefixes.chunks(PREFIXES_PER_JOB) {
        let payload = json!({ "prefixes": prefixes });
        outbox::enqueue(tx, &new_id(IdKind::Job), "cleanup", &payload, now)?;
        outbox::enqueue_at(tx, &new_id(IdKind::Job), "cleanup", &payload, now, &second_look)?;
    }
    Ok(true)
}
