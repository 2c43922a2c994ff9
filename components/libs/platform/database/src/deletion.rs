//! Deletion of a project or a document, by a caller or at the end of its retention.

use plumbline_contract::{IdKind, new_id, timestamp};
use serde_json::json;

use crate::{DbError, DbResult, Row, Transaction, ledger, outbox, params};

/// Prefixes in one cleanup job: few jobs, each of them short.
const PREFIXES_PER_JOB: usize = 500;

/// Delay before blobs are deleted a second time, in seconds. Uploads and jobs that are in progress do not notice that the
/// rows are gone, and may write another blob. Jobs run for at most six hours.
const SECOND_CLEANUP_SECONDS: i64 = 86_400;

/// A resource that is deleted with everything below it.
#[derive(Debug, Clone, Copy)]
pub enum Target<'a> {
    /// A project.
    Project(&'a str),
    /// A document.
    Document(&'a str),
}

/// Deletes a project or a document with everything that belongs to it. Rows are deleted by cascade, credits held by its
/// unfinished jobs are released, and the host deletes its blobs (originals, sheets, surveys, exports) after the commit.
/// Returns whether the resource existed.
///
/// # Errors
/// [`DbError`] if a statement fails.
pub fn delete(tx: &Transaction<'_>, target: Target<'_>, now: &str) -> DbResult<bool> {
    let (documents, takeoffs, exports, exports_below, row, id) = match target {
        Target::Project(id) => (
            "SELECT id FROM documents WHERE project_id = ?",
            "SELECT id FROM takeoffs WHERE project_id = ?",
            "SELECT e.id FROM exports e JOIN takeoffs t ON t.id = e.takeoff_id WHERE t.project_id = ?",
            "DELETE FROM exports WHERE takeoff_id IN (SELECT id FROM takeoffs WHERE project_id = ?)",
            "DELETE FROM projects WHERE id = ?",
            id,
        ),
        Target::Document(id) => (
            "SELECT id FROM documents WHERE id = ?",
            "SELECT id FROM takeoffs WHERE document_id = ?",
            "SELECT e.id FROM exports e JOIN takeoffs t ON t.id = e.takeoff_id WHERE t.document_id = ?",
            "DELETE FROM exports WHERE takeoff_id IN (SELECT id FROM takeoffs WHERE document_id = ?)",
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
    // Before the takeoffs, from which the events of the deleted exports get their project.
    tx.execute(exports_below, params![id])?;
    if tx.execute(row, params![id])? == 0 {
        return Ok(false);
    }
    let prefixes: Vec<String> = documents
        .iter()
        .map(|id| format!("documents/{id}/"))
        .chain(exports.iter().map(|id| format!("exports/{id}/")))
        .collect();
    let second_cleanup = timestamp::after(now, SECOND_CLEANUP_SECONDS)
        .ok_or_else(|| DbError::column("now", format!("the time {now} cannot be read")))?;
    for prefixes in prefixes.chunks(PREFIXES_PER_JOB) {
        let payload = json!({ "prefixes": prefixes });
        outbox::enqueue(tx, &new_id(IdKind::Job), "cleanup", &payload, now)?;
        outbox::enqueue_at(tx, &new_id(IdKind::Job), "cleanup", &payload, now, &second_cleanup)?;
    }
    Ok(true)
}
