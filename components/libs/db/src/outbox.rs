//! Requests to the host, written in the transaction that makes them necessary.

use serde::Serialize;

use crate::{DbError, DbResult, Transaction, params};

/// Asks the host to run `worker:<kind>` with `payload`, at least once, after the transaction has committed.
///
/// `id` is the job's id, the same on every attempt. If the outbox already has it, nothing is added. `now` is an ISO 8601
/// time.
///
/// # Errors
/// [`DbError`] if a statement fails.
pub fn enqueue(tx: &Transaction<'_>, id: &str, kind: &str, payload: &impl Serialize, now: &str) -> DbResult<()> {
    insert(tx, id, kind, payload, now, None)
}

/// Like [`enqueue`], but the job does not run before `due_at`, an ISO 8601 time. Until then it waits in the queue at no
/// cost.
///
/// # Errors
/// [`DbError`] if a statement fails.
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
