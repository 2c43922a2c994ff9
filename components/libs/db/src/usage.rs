//! Costs of requests: the charge of a job, recorded for the request that started it.

use crate::{DbResult, Transaction, params};

/// Records the final charge of a job for the request that started it. Call it in the transaction of the charge. A
/// second record for the same request changes nothing. Without a request (`None`), nothing is recorded.
///
/// # Errors
/// [`crate::DbError`] if a statement fails.
pub fn record_charge(
    tx: &Transaction<'_>,
    request_id: Option<&str>,
    job_id: &str,
    credits: f64,
    now: &str,
) -> DbResult<()> {
    let Some(request_id) = request_id else { return Ok(()) };
    tx.execute(
        "INSERT INTO usage_charges (request_id, job_id, credits, charged_at) VALUES (?, ?, ?, ?) \
         ON CONFLICT (request_id) DO NOTHING",
        params![request_id, job_id, credits, now],
    )?;
    Ok(())
}
