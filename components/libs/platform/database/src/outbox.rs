//! Requests to the host, written in the transaction that makes them necessary.

use serde::Serialize;

use crate::{DbResult, Transaction, columns, json};

/// Asks the host to run `worker:<kind>` with `payload`, at least once, after the transaction has committed.
///
/// `id` is the job's id, the same on every attempt. If the outbox already has it, nothing is added. `now` is an ISO 8601
/// time.
///
/// # Errors
/// [`crate::DbError`] if a statement fails.
pub fn enqueue(tx: &Transaction<'_>, id: &str, kind: &str, payload: &impl Serialize, now: &str) -> DbResult<()> {
    insert(tx, id, kind, payload, now, None)
}

/// Like [`enqueue`], but the job does not run before `due_at`, an ISO 8601 time. Until then it waits in the queue at no
/// cost.
///
/// # Errors
/// [`crate::DbError`] if a statement fails.
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
    let entry = columns! { id: id, kind: kind, payload: json(payload)?, created_at: now, due_at: due_at };
    tx.insert_new("outbox", "id", entry).map(drop)
}
