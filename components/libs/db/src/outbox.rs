//! What the host is asked to do, written in the transaction that makes it necessary.

use serde::Serialize;

use crate::{DbError, DbResult, Transaction, params};

/// Asks the host to run `worker:<kind>` with `payload` once the transaction has committed: at least once.
///
/// `id` is the job's, the same on every attempt; one that is there already asks for nothing new. `now` is an ISO 8601
/// time.
///
/// # Errors
/// [`DbError`] as the database says.
pub fn enqueue(tx: &Transaction<'_>, id: &str, kind: &str, payload: &impl Serialize, now: &str) -> DbResult<()> {
    insert(tx, id, kind, payload, now, None)
}

/// As [`enqueue`], but not before `due_at`, an ISO 8601 time. Until then the job waits in the queue, where it costs nothing.
///
/// # Errors
/// [`DbError`] as the database says.
pub fn enqueue_at(
    tx: &Transaction<'_>,
    id: &str,
    kind: &str,
    payload: &impl Serialize,
    now: &str,
    due_at: &str,
) -> DbResult<()> {
    insert(tx, id, kind, payload, now, Some(due_at))
}

fn insert(
    tx: &Transaction<'_>,
    id: &str,
    kind: &str,
    payload: &impl Serialize,
    now: &str,
    due_at: Option<&str>,
) -> DbResult<()> {
    let payload = serde_json::to_string(payload).map_err(|error| DbError::column("payload", error.to_string()))?;
    tx.execute(
        "INSERT INTO outbox (id, kind, payload, created_at, due_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
        params![id, kind, payload, now, due_at],
    )?;
    Ok(())
}
