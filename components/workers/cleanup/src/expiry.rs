//! Documents and upload slots whose time is over.

use plumbline_contract::ids::id_from_digest;
use plumbline_contract::{FailureCode, IdKind, timestamp};
use plumbline_db::deletion::{self, Owner};
use plumbline_db::{Db, DbError, DbResult, Transaction, outbox, params};
use plumbline_guest_worker::host::{BlobError, Blobs, blob_error_text};
use plumbline_guest_worker::{Failure, retryable};
use serde_json::json;
use sha2::{Digest as _, Sha256};

/// When a deletion that failed at every attempt is tried again, in seconds.
const POSTPONED_SECONDS: i64 = 3600;

/// Deletes the document with everything below it, as its owner would, when its `retain_until` has passed. When that was
/// moved to later, the job is asked for again; when it was taken away, the document stays.
pub(crate) fn document(now: &str, db: &Db, id: &str, job_id: &str) -> Result<(), Failure> {
    let done: DbResult<()> = db.transaction(|tx| {
        let row = tx.one("SELECT retain_until FROM documents WHERE id = ?", params![id])?;
        match row.map(|row| row.opt_text("retain_until")).transpose()?.flatten() {
            // Deleted, by its owner or by an earlier attempt; or kept for good.
            None => Ok(()),
            Some(end) if end.as_str() > now => ask_again(tx, id, job_id, now, &end),
            Some(_) => deletion::delete(tx, Owner::Document(id), now).map(drop),
        }
    });
    done.map_err(retryable)
}

/// Asks for the deletion once more, later.
pub(crate) fn postpone(now: &str, db: &Db, id: &str, job_id: &str) -> Result<(), Failure> {
    let later = timestamp::after(now, POSTPONED_SECONDS).unwrap_or_else(|| now.to_owned());
    db.transaction(|tx| ask_again(tx, id, job_id, now, &later)).map_err(retryable)
}

/// The new job's id is made from this one's and the time, so that an attempt that is repeated after a crash asks for
/// the same job, and a chain of them never comes upon an old one.
fn ask_again(tx: &Transaction<'_>, id: &str, job_id: &str, now: &str, due_at: &str) -> Result<(), DbError> {
    let digest = Sha256::digest(format!("{job_id} {due_at}"));
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    let next = id_from_digest(IdKind::Job, bytes);
    outbox::enqueue_at(tx, &next, "cleanup", &json!({"expire_document": id}), now, due_at)
}

/// Fails the document when its slot has passed and no bytes came. With bytes it goes on waiting: they came within the slot,
/// and `complete` takes them whenever it is called.
pub(crate) fn upload(now: &str, db: &Db, blobs: &impl Blobs, id: &str) -> Result<(), Failure> {
    let waiting = db
        .one(
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
