//! Costs of requests: the charge of a job, recorded for the request that started it.

use crate::{DbResult, Transaction, columns};

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
    let charge = columns! { request_id: request_id, job_id: job_id, credits: credits, charged_at: now };
    tx.insert_new("usage_charges", "request_id", charge).map(drop)
}
