//! Credits: holds, charges and releases. The database keeps the balance and its rules; see `migrations/tenant`.

use crate::{Db, DbResult, Transaction, params};

/// The account in credits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Balance {
    /// Neither held nor consumed.
    pub available: f64,
    /// Reserved for jobs that are not finished.
    pub held: f64,
    /// Used up.
    pub consumed: f64,
    /// Everything that was granted beside the trial, used up or not.
    pub purchased: f64,
}

/// Id of the grant that the host gives a new account (`Storage::tenant`).
const TRIAL: &str = "trial";

/// The account as it stands.
///
/// # Errors
/// [`crate::DbError`] as the database says.
pub fn balance(db: &Db) -> DbResult<Balance> {
    let row = db.one(
        "SELECT granted, held, consumed, \
         COALESCE((SELECT credits FROM ledger WHERE job_id = ? AND kind = 'grant'), 0) AS trial \
         FROM credit_account WHERE id = 1",
        params![TRIAL],
    )?;
    let Some(row) = row else { return Ok(Balance { available: 0.0, held: 0.0, consumed: 0.0, purchased: 0.0 }) };
    let (granted, held, consumed) = (row.real("granted")?, row.real("held")?, row.real("consumed")?);
    Ok(Balance {
        available: rounded(granted - held - consumed),
        held,
        consumed,
        purchased: rounded(granted - row.real("trial")?),
    })
}

/// Rounded to a millionth, as the database keeps its sums: tenths of a credit are no binary fractions.
fn rounded(credits: f64) -> f64 {
    // What is a little under zero rounds to -0.0, which nobody wants to read.
    (credits * 1e6).round() / 1e6 + 0.0
}

/// Reserves credits for a job.
///
/// # Errors
/// One for which [`crate::DbError::insufficient_credits`] holds when they do not suffice; the statement alone is undone.
pub fn hold(tx: &Transaction<'_>, job_id: &str, credits: f64, note: &str, now: &str) -> DbResult<()> {
    enter(tx, job_id, "hold", credits, note, now)
}

/// Turns held credits of a job into consumed ones.
///
/// # Errors
/// [`crate::DbError::Sql`] when more than was held is charged, or the job was charged before.
pub fn charge(tx: &Transaction<'_>, job_id: &str, credits: f64, note: &str, now: &str) -> DbResult<()> {
    enter(tx, job_id, "charge", credits, note, now)
}

/// Gives back whatever is still held for a job; nothing when nothing is. Returns the credits given back.
///
/// # Errors
/// [`crate::DbError`] as the database says.
pub fn release(tx: &Transaction<'_>, job_id: &str, note: &str, now: &str) -> DbResult<f64> {
    let held = outstanding(tx.db(), job_id)?;
    if held > 0.0 {
        enter(tx, job_id, "release", held, note, now)?;
    }
    Ok(held)
}

/// Credits still held for a job.
///
/// # Errors
/// [`crate::DbError`] as the database says.
pub fn outstanding(db: &Db, job_id: &str) -> DbResult<f64> {
    let row = db.one(
        "SELECT COALESCE(SUM(CASE kind WHEN 'hold' THEN credits ELSE -credits END), 0) AS held FROM ledger \
         WHERE job_id = ? AND kind IN ('hold', 'charge', 'release')",
        params![job_id],
    )?;
    row.map_or(Ok(0.0), |row| row.real("held"))
}

fn enter(tx: &Transaction<'_>, job_id: &str, kind: &str, credits: f64, note: &str, now: &str) -> DbResult<()> {
    tx.execute(
        "INSERT INTO ledger (job_id, kind, credits, note, created_at) VALUES (?, ?, ?, ?, ?)",
        params![job_id, kind, credits, note, now],
    )?;
    Ok(())
}
