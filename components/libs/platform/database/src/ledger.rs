//! Credits: holds, charges and releases. The database keeps the balance and enforces its rules. See `migrations/tenant`.
//!
//! The database counts in integer millionths of a credit (micros), so sums and comparisons are exact. Callers pass and
//! receive credits.

use crate::{Db, DbResult, Transaction, columns, params};

/// The balance of an account, in credits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Balance {
    /// Credits that are neither held nor consumed.
    pub available: f64,
    /// Credits held for unfinished jobs.
    pub held: f64,
    /// Credits that were charged.
    pub consumed: f64,
    /// All grants except the trial, spent or not.
    pub purchased: f64,
}

/// Id of the grant that the host gives to a new account (`Storage::tenant`).
const TRIAL: &str = "trial";

/// Returns the current balance.
///
/// # Errors
/// [`crate::DbError`] if a statement fails.
pub fn balance(db: &Db) -> DbResult<Balance> {
    let row = db.query_opt(
        "SELECT granted, held, consumed, \
         COALESCE((SELECT micros FROM ledger_entries WHERE job_id = ? AND kind = 'grant'), 0) AS trial \
         FROM credit_balance WHERE id = 1",
        params![TRIAL],
    )?;
    let Some(row) = row else { return Ok(Balance { available: 0.0, held: 0.0, consumed: 0.0, purchased: 0.0 }) };
    let (granted, held, consumed) = (row.int("granted")?, row.int("held")?, row.int("consumed")?);
    Ok(Balance {
        available: micros_to_credits(granted - held - consumed),
        held: micros_to_credits(held),
        consumed: micros_to_credits(consumed),
        purchased: micros_to_credits(granted - row.int("trial")?),
    })
}

/// Micros per credit.
const MICROS: f64 = 1e6;

/// Returns the credits nearest to an amount in micros.
#[expect(clippy::cast_precision_loss, reason = "the schema bounds amounts below 2^53")]
fn micros_to_credits(micros: i64) -> f64 {
    micros as f64 / MICROS
}

/// Returns the micros nearest to an amount in credits. Amounts outside the ledger's range saturate beyond its bounds, and the
/// database refuses them.
#[expect(clippy::cast_possible_truncation, reason = "saturates, see above")]
fn credits_to_micros(credits: f64) -> i64 {
    if credits.is_nan() { -1 } else { (credits * MICROS).round() as i64 }
}

/// Holds credits for a job.
///
/// # Errors
/// An error for which [`crate::DbError::insufficient_credits`] returns `true` if there are not enough credits. Only this
/// statement is undone.
pub fn hold(tx: &Transaction<'_>, job_id: &str, credits: f64, note: &str, now: &str) -> DbResult<()> {
    insert_entry(tx, job_id, "hold", credits_to_micros(credits), note, now)
}

/// Charges held credits of a job.
///
/// # Errors
/// [`crate::DbError::Sql`] if the charge exceeds the hold, or the job was already charged.
pub fn charge(tx: &Transaction<'_>, job_id: &str, credits: f64, note: &str, now: &str) -> DbResult<()> {
    insert_entry(tx, job_id, "charge", credits_to_micros(credits), note, now)
}

/// Releases all credits still held for a job, if any. Returns the credits released.
///
/// # Errors
/// [`crate::DbError`] if a statement fails.
pub fn release(tx: &Transaction<'_>, job_id: &str, note: &str, now: &str) -> DbResult<f64> {
    let held = outstanding_micros(tx.db(), job_id)?;
    if held > 0 {
        insert_entry(tx, job_id, "release", held, note, now)?;
    }
    Ok(micros_to_credits(held))
}

/// Returns the credits still held for a job.
///
/// # Errors
/// [`crate::DbError`] if a statement fails.
pub fn outstanding(db: &Db, job_id: &str) -> DbResult<f64> {
    outstanding_micros(db, job_id).map(micros_to_credits)
}

fn outstanding_micros(db: &Db, job_id: &str) -> DbResult<i64> {
    let row = db.query_opt(
        "SELECT COALESCE(SUM(CASE kind WHEN 'hold' THEN micros ELSE -micros END), 0) AS held FROM ledger_entries \
         WHERE job_id = ? AND kind IN ('hold', 'charge', 'release')",
        params![job_id],
    )?;
    row.map_or(Ok(0), |row| row.int("held"))
}

fn insert_entry(tx: &Transaction<'_>, job_id: &str, kind: &str, micros: i64, note: &str, now: &str) -> DbResult<()> {
    let entry = columns! { job_id: job_id, kind: kind, micros: micros, note: note, created_at: now };
    tx.insert("ledger_entries", entry)
}
