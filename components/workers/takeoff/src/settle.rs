//! The end of a takeoff: state, charge and release in one transaction.

use crate::checks;
use crate::continued;
use crate::page::{replace_unreadable, warn};
use crate::regroup::regroup;
use plumbline_contract::rates::{self, PageRate};
use plumbline_contract::timestamp::now;
use plumbline_database::{Db, DbError, DbResult, Transaction, ledger, params, usage};
use plumbline_worker::quantities::WarningCode;
use plumbline_worker::{Name as _, Problem};

/// Completes the takeoff: charges its pages and releases the rest of the hold. If no page has results, it fails with
/// `no_results` instead, and costs nothing.
pub(crate) fn complete(db: &Db, takeoff_id: &str, no_results: &Problem) -> DbResult<()> {
    db.transaction(|tx| {
        if !is_processing(tx, takeoff_id)? {
            return Ok(());
        }
        if !any_page_read(tx, takeoff_id)? {
            return fail_within(tx, takeoff_id, no_results);
        }
        let rates = finished_rates(tx, takeoff_id)?;
        if count(tx, "items", takeoff_id)? == 0 {
            let message =
                "No items were found. Check that the discipline matches the drawing and that the pages are plans.";
            warn(tx, takeoff_id, 0, 0, WarningCode::NoItemsFound, message)?;
        }
        continued::join(tx, takeoff_id)?;
        regroup(tx, takeoff_id)?;
        checks::check(tx, takeoff_id)?;
        end(tx, takeoff_id, "completed", rates)
    })
}

/// Ends a takeoff that was cancelled while it ran. Its finished pages are charged and kept.
pub(crate) fn cancel(db: &Db, takeoff_id: &str) -> DbResult<()> {
    db.transaction(|tx| {
        if !is_processing(tx, takeoff_id)? {
            return Ok(());
        }
        let rates = finished_rates(tx, takeoff_id)?;
        end(tx, takeoff_id, "cancelled", rates)
    })
}

/// Fails the takeoff without a charge and releases the hold. Does nothing if it has already ended.
pub(crate) fn fail(db: &Db, takeoff_id: &str, problem: &Problem) -> DbResult<()> {
    db.transaction(|tx| fail_within(tx, takeoff_id, problem))
}

/// Releases the hold of a takeoff that no longer exists. Deleting a document deletes its takeoffs.
pub(crate) fn release_orphan(db: &Db, takeoff_id: &str) -> DbResult<()> {
    db.transaction(|tx| {
        let exists = tx.query_opt("SELECT id FROM takeoffs WHERE id = ?", params![takeoff_id])?.is_some();
        if !exists {
            ledger::release(tx, takeoff_id, "the takeoff was deleted", &now())?;
        }
        Ok::<(), DbError>(())
    })
}

fn fail_within(tx: &Transaction<'_>, takeoff_id: &str, problem: &Problem) -> DbResult<()> {
    let changed = tx.execute(
        "UPDATE takeoffs SET status = 'failed', failure_code = ?, failure_message = ?, credits_charged = 0, \
         completed_at = ? WHERE id = ? AND status IN ('queued', 'processing')",
        params![problem.code.as_str(), replace_unreadable(&problem.message), now(), takeoff_id],
    )?;
    if changed > 0 {
        ledger::release(tx, takeoff_id, "the takeoff failed", &now())?;
    }
    Ok(())
}

fn end(tx: &Transaction<'_>, takeoff_id: &str, status: &str, rates: Vec<PageRate>) -> DbResult<()> {
    // The minimum of a job applies to work done: a takeoff cancelled before its first page costs nothing.
    let cost = if rates.is_empty() { 0.0 } else { rates::takeoff(rates) };
    let charge = cost.min(ledger::outstanding(tx.db(), takeoff_id)?);
    if charge > 0.0 {
        ledger::charge(tx, takeoff_id, charge, &format!("takeoff {status}"), &now())?;
        let row = tx.query_opt("SELECT request_id FROM takeoffs WHERE id = ?", params![takeoff_id])?;
        let request_id = row.map_or(Ok(None), |row| row.opt_text("request_id"))?;
        usage::record_charge(tx, request_id.as_deref(), takeoff_id, charge, &now())?;
    }
    ledger::release(tx, takeoff_id, "not needed", &now())?;
    tx.execute(
        "UPDATE takeoffs SET status = ?, credits_charged = ?, completed_at = ? WHERE id = ?",
        params![status, charge, now(), takeoff_id],
    )?;
    Ok(())
}

fn is_processing(tx: &Transaction<'_>, takeoff_id: &str) -> DbResult<bool> {
    Ok(tx.query_opt("SELECT id FROM takeoffs WHERE id = ? AND status = 'processing'", params![takeoff_id])?.is_some())
}

/// Returns whether any page was taken off. A page whose text could not be recognized counts, and costs nothing.
fn any_page_read(tx: &Transaction<'_>, takeoff_id: &str) -> DbResult<bool> {
    let row = tx.query_opt(
        "SELECT COUNT(*) AS n FROM takeoff_pages p WHERE takeoff_id = ? AND (rate <> 'none' OR NOT EXISTS (SELECT 1 FROM \
         takeoff_warnings w WHERE w.takeoff_id = p.takeoff_id AND w.page_number = p.page_number AND w.code = ?))",
        params![takeoff_id, WarningCode::PartialPagesFailed.name()],
    )?;
    Ok(row.map_or(Ok(0), |row| row.int("n"))? > 0)
}

/// Returns the rates of the pages that cost something.
fn finished_rates(tx: &Transaction<'_>, takeoff_id: &str) -> DbResult<Vec<PageRate>> {
    let rows =
        tx.query("SELECT rate FROM takeoff_pages WHERE takeoff_id = ? AND rate <> 'none'", params![takeoff_id])?;
    rows.iter()
        .map(|row| {
            let name = row.text("rate")?;
            PageRate::parse(&name)
                .ok_or_else(|| DbError::Column { column: "rate".into(), problem: format!("holds {name}") })
        })
        .collect()
}

fn count(tx: &Transaction<'_>, table: &str, takeoff_id: &str) -> DbResult<i64> {
    let row = tx.query_opt(&format!("SELECT COUNT(*) AS n FROM {table} WHERE takeoff_id = ?"), params![takeoff_id])?;
    row.map_or(Ok(0), |row| row.int("n"))
}
