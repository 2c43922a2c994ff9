//! Quotas of a tenant: the most that it may store at once, and start in a day (UTC).

use plumbline_contract::{Problem, ProblemCode, timestamp};
use plumbline_db::{Transaction, params};

use crate::{Context, Failed};

/// A megabyte of `storage_mb`, in bytes. It is decimal, like the maximum file size (50 MB).
const MEGABYTE: f64 = 1e6;

/// The amount that an operation is about to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Take {
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
pub fn require(tx: &Transaction<'_>, context: &Context<'_>, take: Take) -> Result<(), Failed> {
    match take {
        Take::TakeoffPages(pages) => require_in_day(tx, context, "takeoff_pages_per_day", "pages of takeoffs", pages),
        Take::Export => require_in_day(tx, context, "exports_per_day", "exports", 1),
    }
}

/// Returns the maximum size of one more document, in bytes: the declared size, or otherwise the tenant's remaining space,
/// at most `most`. The quotas are `documents` and `storage_mb`.
///
/// # Errors
/// 429 `quota_exceeded` with the quota's name.
pub fn require_document(
    tx: &Transaction<'_>,
    context: &Context<'_>,
    declared: Option<i64>,
    most: i64,
) -> Result<i64, Failed> {
    let quotas = context.caller.account().quotas;
    if let Some(limit) = quotas.get("documents") {
        let there = sum(tx, "SELECT COUNT(*) AS total FROM documents")?;
        if there + 1.0 > *limit {
            let detail = format!(
                "The quota is {limit} documents, and {there} are stored. Delete documents that you do not need, or \
                 ask for a larger quota."
            );
            return Err(exceeded("documents", detail, None));
        }
    }
    let Some(limit) = quotas.get("storage_mb") else { return Ok(declared.unwrap_or(most)) };
    // Space is reserved for a file that has not arrived yet, so two uploads cannot both use the last of it.
    let there = sum(
        tx,
        "SELECT (SELECT COALESCE(SUM(COALESCE(sheet_bytes, 0) + COALESCE(size_bytes, \
           CASE WHEN status IN ('awaiting_upload', 'ingesting') THEN COALESCE(declared_bytes, reserved_bytes) END, 0)), 0) \
           FROM documents) \
         + (SELECT COALESCE(SUM(size_bytes), 0) FROM exports) AS total",
    )?;
    let left = limit * MEGABYTE - there;
    #[expect(clippy::cast_precision_loss, reason = "validated to be at most 50 MB")]
    let asked = declared.map_or(1.0, |bytes| bytes as f64);
    if asked > left {
        let detail = format!(
            "The quota is {limit} MB, {:.1} MB are stored, and this document needs {}. Delete documents that you do not \
             need, or ask for a larger quota.",
            there / MEGABYTE,
            declared.map_or_else(|| "more".to_owned(), |_| format!("{:.1} MB", asked / MEGABYTE)),
        );
        return Err(exceeded("storage_mb", detail, None));
    }
    #[expect(clippy::cast_possible_truncation, reason = "positive, and a larger number saturates")]
    Ok(declared.unwrap_or(most.min(left as i64)))
}

fn sum(tx: &Transaction<'_>, sql: &str) -> Result<f64, Failed> {
    Ok(tx.one(sql, [])?.map_or(Ok(0.0), |row| row.real("total"))?)
}

/// Counts today's requests, including those for resources that were deleted since.
fn require_in_day(
    tx: &Transaction<'_>,
    context: &Context<'_>,
    name: &'static str,
    things: &str,
    asked: i64,
) -> Result<(), Failed> {
    let day = timestamp::day(context.now())
        .ok_or_else(|| Failed::Internal(format!("the time {} cannot be read", context.now())))?;
    tx.execute("DELETE FROM quota_use WHERE name = ? AND day < ?", params![name, day])?;
    let row = tx.one(
        "INSERT INTO quota_use (name, day, used) VALUES (?, ?, ?) \
         ON CONFLICT (name, day) DO UPDATE SET used = quota_use.used + excluded.used RETURNING used",
        params![name, day, asked],
    )?;
    let used = row.map_or(Ok(0.0), |row| row.real("used"))?;
    match context.caller.account().quotas.get(name) {
        Some(limit) if used > *limit => {
            #[expect(clippy::cast_precision_loss, reason = "at most some thousand pages")]
            let before = used - asked as f64;
            let detail = format!(
                "The quota is {limit} {things} per day, {before} were requested today, and this request needs {asked}. Wait \
                 until 00:00 UTC, or ask for a larger quota."
            );
            Err(exceeded(name, detail, timestamp::seconds_to_midnight(context.now())))
        }
        _ => Ok(()),
    }
}

fn exceeded(name: &'static str, detail: String, retry_after: Option<u32>) -> Failed {
    Problem { quota: Some(name.to_owned()), retry_after, ..Problem::new(ProblemCode::QuotaExceeded, detail) }.into()
}
