//! Quotas of a tenant: the most that it may store at once, and start in a day (UTC).

use plumbline_contract::{Problem, ProblemCode, timestamp};
use plumbline_database::{Transaction, params};

use crate::{Context, OperationError};

/// A megabyte of `storage_mb`, in bytes. It is decimal, like the maximum file size (50 MB).
const MEGABYTE: f64 = 1e6;

/// The amount that an operation is about to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Usage {
    /// Pages of a takeoff: `takeoff_pages_per_day`.
    TakeoffPages(i64),
    /// One export: `exports_per_day`.
    Export,
}

/// Refuses an amount that exceeds a quota of the tenant, and counts it otherwise. Call it in the operation's
/// transaction. Then a request that is refused later for another reason is not counted, and two requests cannot both use
/// the last of a quota.
///
/// # Errors
/// 429 `quota_exceeded` with the quota's name, and with `retry_after` if waiting until the next day helps.
pub fn consume(tx: &Transaction<'_>, context: &Context<'_>, usage: Usage) -> Result<(), OperationError> {
    match usage {
        Usage::TakeoffPages(pages) => consume_daily(tx, context, "takeoff_pages_per_day", "pages of takeoffs", pages),
        Usage::Export => consume_daily(tx, context, "exports_per_day", "exports", 1),
    }
}

/// Returns the maximum size of one more document, in bytes: the declared size, or otherwise the tenant's remaining space,
/// at most `max_bytes`. The quotas are `documents` and `storage_mb`.
///
/// # Errors
/// 429 `quota_exceeded` with the quota's name.
pub fn check_document(
    tx: &Transaction<'_>,
    context: &Context<'_>,
    declared: Option<i64>,
    max_bytes: i64,
) -> Result<i64, OperationError> {
    let quotas = context.caller.account().quotas;
    if let Some(limit) = quotas.get("documents") {
        let stored = sum(tx, "SELECT COUNT(*) AS total FROM documents")?;
        if stored + 1.0 > *limit {
            let detail = format!(
                "The quota is {limit} documents, and {stored} are stored. Delete documents that you do not need, or \
                 request a larger quota."
            );
            return Err(exceeded("documents", detail, None));
        }
    }
    let Some(limit) = quotas.get("storage_mb") else { return Ok(declared.unwrap_or(max_bytes)) };
    let stored = stored_bytes(tx)?;
    let remaining = limit * MEGABYTE - stored;
    #[expect(clippy::cast_precision_loss, reason = "validated to be at most 50 MB")]
    let requested = declared.map_or(1.0, |bytes| bytes as f64);
    if requested > remaining {
        let detail = format!(
            "The quota is {limit} MB, {:.1} MB are stored, and this document needs {}. Delete documents that you do not \
             need, or request a larger quota.",
            stored / MEGABYTE,
            declared.map_or_else(|| "more".to_owned(), |_| format!("{:.1} MB", requested / MEGABYTE)),
        );
        return Err(exceeded("storage_mb", detail, None));
    }
    #[expect(clippy::cast_possible_truncation, reason = "positive, and a larger number saturates")]
    Ok(declared.unwrap_or(max_bytes.min(remaining as i64)))
}

/// Refuses a resource of unknown size if the tenant has no space left in `storage_mb`.
///
/// # Errors
/// 429 `quota_exceeded` with the quota's name.
pub fn check_storage(tx: &Transaction<'_>, context: &Context<'_>) -> Result<(), OperationError> {
    let account = context.caller.account();
    let Some(limit) = account.quotas.get("storage_mb") else { return Ok(()) };
    let stored = stored_bytes(tx)?;
    if stored < limit * MEGABYTE {
        return Ok(());
    }
    let detail = format!(
        "The quota is {limit} MB, and {:.1} MB are stored. Delete documents that you do not need, or request a \
         larger quota.",
        stored / MEGABYTE
    );
    Err(exceeded("storage_mb", detail, None))
}

/// Returns the bytes of the tenant's files, sheets and surveys, with the space that is reserved for files that have not
/// arrived yet. Because of this space, two uploads cannot both use the last of the quota.
fn stored_bytes(tx: &Transaction<'_>) -> Result<f64, OperationError> {
    sum(
        tx,
        "SELECT (SELECT COALESCE(SUM(COALESCE(sheet_bytes, 0) + COALESCE(size_bytes, \
           CASE WHEN status IN ('awaiting_upload', 'ingesting') THEN COALESCE(declared_bytes, reserved_bytes) END, 0)), 0) \
           FROM documents) \
         + (SELECT COALESCE(SUM(size_bytes), 0) FROM exports) AS total",
    )
}

fn sum(tx: &Transaction<'_>, sql: &str) -> Result<f64, OperationError> {
    Ok(tx.query_opt(sql, [])?.map_or(Ok(0.0), |row| row.real("total"))?)
}

/// Counts today's requests, including those for resources that were deleted since.
fn consume_daily(
    tx: &Transaction<'_>,
    context: &Context<'_>,
    name: &'static str,
    noun: &str,
    requested: i64,
) -> Result<(), OperationError> {
    let day = timestamp::day(context.now())
        .ok_or_else(|| OperationError::Internal(format!("the time {} cannot be read", context.now())))?;
    tx.execute("DELETE FROM quota_use WHERE name = ? AND day < ?", params![name, day])?;
    let row = tx.query_opt(
        "INSERT INTO quota_use (name, day, used) VALUES (?, ?, ?) \
         ON CONFLICT (name, day) DO UPDATE SET used = quota_use.used + excluded.used RETURNING used",
        params![name, day, requested],
    )?;
    let used = row.map_or(Ok(0.0), |row| row.real("used"))?;
    match context.caller.account().quotas.get(name) {
        Some(limit) if used > *limit => {
            #[expect(clippy::cast_precision_loss, reason = "at most some thousand pages")]
            let before = used - requested as f64;
            let detail = format!(
                "The quota is {limit} {noun} per day, {before} were requested today, and this request needs {requested}. Wait \
                 until 00:00 UTC, or request a larger quota."
            );
            Err(exceeded(name, detail, timestamp::seconds_to_midnight(context.now())))
        }
        _ => Ok(()),
    }
}

fn exceeded(name: &'static str, detail: String, retry_after: Option<u32>) -> OperationError {
    Problem { quota: Some(name.to_owned()), retry_after, ..Problem::new(ProblemCode::QuotaExceeded, detail) }.into()
}
