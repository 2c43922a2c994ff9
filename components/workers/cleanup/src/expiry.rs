//! Expiry of documents and upload slots.

use plumbline_contract::ids::id_from_digest;
use plumbline_contract::{FailureCode, IdKind, timestamp};
use plumbline_database::deletion::{self, Target};
use plumbline_database::{Db, DbError, DbResult, Transaction, outbox, params};
use plumbline_worker::host::{BlobError, Blobs, blob_error_text};
use plumbline_worker::{Failure, retryable};
use serde_json::json;
use sha2::{Digest as _, Sha256};

/// Delay before a deletion that failed at every attempt is retried, in seconds.
const RETRY_SECONDS: i64 = 3600;

/// Deletes the document with everything below it, as its owner would, after its `retain_until`. If that was moved to a
/// later time, the job is enqueued again. If it was removed, the document stays.
pub(crate) fn document(now: &str, db: &Db, id: &str, job_id: &str) -> Result<(), Failure> {
    let done: DbResult<()> = db.transaction(|tx| {
        let row = tx.query_opt("SELECT retain_until FROM documents WHERE id = ?", params![id])?;
        match row.map(|row| row.opt_text("retain_until")).transpose()?.flatten() {
            // Deleted by its owner or an earlier attempt, or kept indefinitely.
            None => Ok(()),
            Some(end) if end.as_str() > now => enqueue_again(tx, id, job_id, now, &end),
            Some(_) => deletion::delete(tx, Target::Document(id), now).map(drop),
        }
    });
    done.map_err(retryable)
}

/// Enqueues the deletion again, for later.
pub(crate) fn postpone(now: &str, db: &Db, id: &str, job_id: &str) -> Result<(), Failure> {
    let later = timestamp::after(now, RETRY_SECONDS).unwrap_or_else(|| now.to_owned());
    db.transaction(|tx| enqueue_again(tx, id, job_id, now, &later)).map_err(retryable)
}

/// Enqueues the deletion again for `due_at`. The new job's id is derived from this job's id and the time. So an attempt
/// that is repeated after a crash enqueues the same job, and a chain of jobs never repeats an id.
fn enqueue_again(tx: &Transaction<'_>, id: &str, job_id: &str, now: &str, due_at: &str) -> Result<(), DbError> {
    let digest = Sha256::digest(format!("{job_id} {due_at}"));
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    let next = id_from_digest(IdKind::Job, bytes);
    outbox::enqueue_at(tx, &next, "cleanup", &json!({"expire_document": id}), now, due_at)
}

/// Fails the document if its slot has expired and no file arrived. With a file it continues to wait: the file arrived
/// within the slot, and `complete` accepts it at any time.
pub(crate) fn upload(now: &str, db: &Db, blobs: &impl Blobs, id: &str) -> Result<(), Failure> {
    let waiting = db
        .query_opt(
            "SELECT blob_key FROM documents WHERE id = ? AND status = 'awaiting_upload' AND upload_expires_at <= ?",
            params![id, now],
        )
        .and_then(|row| row.map(|row| row.text("blob_key")).transpose())
        .map_err(retryable)?;
    let Some(key) = waiting else { return Ok(()) };
    match blobs.size(&key) {
        Ok(_) => return Ok(()),
        Err(BlobError::NotFound) => {}
        Err(error) => return Err(retryable(blob_error_text(&error))),
    }
    db.execute(
        "UPDATE documents SET status = 'failed', failure_code = ?, failure_message = ? \
         WHERE id = ? AND status = 'awaiting_upload'",
        params![
            FailureCode::DocumentUnreadable.as_str(),
            "The file was not uploaded within 15 minutes. Create the document again.",
            id,
        ],
    )
    .map_err(retryable)?;
    Ok(())
}
