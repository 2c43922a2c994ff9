//! The credit account with its latest entries, for the pages of signed-in users.

use async_recursion::async_recursion as boxed;
use plumbline_host_sql::{Query, query, query_of_parts};
use plumbline_sql::{Row, Value};
use plumbline_tenancy::{CreditAccount, JobDetails, LedgerEntry, LedgerKind};
use serde::Deserialize;

use super::TenantDb;
use crate::error::StorageError;

/// The entries of the ledger.
const ENTRIES: &str = "ledger_entries";
/// The remainder of each job's hold.
const OPEN_HOLDS: &str =
    "(SELECT job_id, 'hold' AS kind, CAST(SUM(CASE kind WHEN 'hold' THEN micros ELSE -micros END) AS BIGINT) AS micros,
        MIN(note) AS note, MIN(created_at) AS created_at
      FROM ledger_entries WHERE kind IN ('hold', 'charge', 'release') GROUP BY job_id
      HAVING SUM(CASE kind WHEN 'hold' THEN micros ELSE -micros END) > 0)";

/// The columns of an entry itself. Those that describe its job follow.
const OWN_COLUMNS: [&str; 5] = ["l.job_id", "l.kind", "l.note", "l.created_at", "l.micros"];

/// Returns a query for ledger entries of a source, newest first, each with the details of its job.
fn ledger_query(source: &str, details: &JobDetails) -> Query {
    let columns: Vec<&str> = OWN_COLUMNS.iter().chain(details.columns).copied().collect();
    // All parts are constants of the program.
    query_of_parts(format!(
        "SELECT {} FROM {source} l {}
         ORDER BY l.created_at DESC, CASE l.kind WHEN 'release' THEN 0 WHEN 'charge' THEN 1 ELSE 2 END, l.job_id LIMIT ?",
        columns.join(", "),
        details.joins,
    ))
}

/// The sums of the account.
#[derive(Default, Deserialize)]
struct Balance {
    granted: i64,
    held: i64,
    consumed: i64,
}

/// Reads an entry. The columns are read in order, because those of [`JobDetails`] may have any name.
fn entry(row: Row) -> Result<LedgerEntry, StorageError> {
    let mut values = row.into_values().into_iter();
    let mut text = || match values.next() {
        Some(Value::Text(text)) => Ok(text),
        other => Err(StorageError::Damaged(format!("the ledger has {other:?} in place of a text"))),
    };
    let (job, kind) = (text()?, text()?);
    let kind = LedgerKind::parse(&kind)
        .ok_or_else(|| StorageError::Damaged(format!("`{kind}` is not a kind of ledger entry")))?;
    let (note, at) = (text()?, text()?);
    let micros = match values.next() {
        Some(Value::Integer(micros)) => micros,
        other => return Err(StorageError::Damaged(format!("the ledger has the amount {other:?}"))),
    };
    let details = values.map(|value| match value {
        Value::Null => Ok(None),
        Value::Text(text) => Ok(Some(text)),
        other => Err(StorageError::Damaged(format!("a job has {other:?} in place of a text"))),
    });
    Ok(LedgerEntry { at, kind, micros, job, note, details: details.collect::<Result<_, _>>()? })
}

impl TenantDb {
    /// Returns a snapshot of the account, with at most `most` open holds and `most` ledger entries. `details` describe
    /// their jobs.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn credit_account(&self, most: u32, details: &JobDetails) -> Result<CreditAccount, StorageError> {
        let mut transaction = self.0.host().begin_read().await?;
        let balance: Option<Balance> = query("SELECT granted, held, consumed FROM credit_balance WHERE id = 1")
            .fetch_optional(&mut transaction)
            .await?;
        let Balance { granted, held, consumed } = balance.unwrap_or_default();
        let entries = ledger_query(ENTRIES, details).bind(most).rows(&mut transaction).await?;
        let holds = match held {
            0 => Vec::new(),
            _ => ledger_query(OPEN_HOLDS, details).bind(most).rows(&mut transaction).await?,
        };
        transaction.commit().await?;
        Ok(CreditAccount {
            available_micros: granted - held - consumed,
            held_micros: held,
            consumed_micros: consumed,
            holds: holds.into_iter().map(entry).collect::<Result<_, _>>()?,
            entries: entries.into_iter().map(entry).collect::<Result<_, _>>()?,
        })
    }
}
