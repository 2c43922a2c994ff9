//! What requests cost: the charge of a job, written down for the request that started it.

use crate::{DbResult, Transaction, params};

/// Notes what the job that a request started was charged in the end; call it in the transaction of the charge. A second
/// note for the same request changes nothing, and a job that no request is known of (`None`) has nothing to note.
///
/// # Errors
/// [`crate::DbError`] as the database says.
pub fn charged(tx: &Transaction<'_>, request_id: Option<&str>, job_id: &str, credits: f64, now: &str) -> DbResult<()> {
    let Some(request_id) = request_id else { return Ok(()) };
    tx.execute(
        "INSERT INTO usage_charges (request_id, job_id, credits, charged_at) VALUES (?, ?, ?, ?) \
         ON CONFLICT (request_id) DO NOTHING",
        params![request_id, job_id, credits, now],
    )?;
    Ok(())
}
