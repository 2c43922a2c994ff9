//! What the host is asked to do, written in the transaction that makes it necessary.

use serde::Serialize;

use crate::{DbError, DbResult, Transaction, params};

/// Asks the host to run `worker:<kind>` with `payload` once the transaction has committed: at least once.
///
/// `id` is the job's, the same on every attempt; `now` an ISO 8601 time.
///
/// # Errors
/// [`DbError`] as the database says.
pub fn enqueue(tx: &Transaction<'_>, id: &str, kind: &str, payload: &impl Serialize, now: &str) -> DbResult<()> {
    let payload = serde_json::to_string(payload).map_err(|error| DbError::column("payload", error.to_string()))?;
    tx.execute(
        "INSERT INTO outbox (id, kind, payload, created_at) VALUES (?, ?, ?, ?)",
        params![id, kind, payload, now],
    )?;
    Ok(())
}
