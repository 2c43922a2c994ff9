//! The credit account with its latest entries, for the pages of signed-in users.

use plumbline_tenancy::{CreditAccount, JobDetails, LedgerEntry, LedgerKind};
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, FromRow, Row as _};

use super::TenantDb;
use crate::error::StorageError;

/// The entries of the ledger.
const ENTRIES: &str = "ledger_entries";
/// The remainder of each job's hold.
const OPEN_HOLDS: &str =
    "(SELECT job_id, 'hold' AS kind, SUM(CASE kind WHEN 'hold' THEN micros ELSE -micros END) AS micros,
        MIN(note) AS note, MIN(created_at) AS created_at
      FROM ledger_entries WHERE kind IN ('hold', 'charge', 'release') GROUP BY job_id
      HAVING SUM(CASE kind WHEN 'hold' THEN micros ELSE -micros END) > 0)";

/// The columns of an entry itself. Those that describe its job follow.
const OWN_COLUMNS: [&str; 5] = ["l.job_id", "l.kind", "l.micros", "l.note", "l.created_at"];

/// Returns a query for ledger entries of a source, newest first, each with the details of its job.
fn ledger_query(source: &str, details: &JobDetails) -> AssertSqlSafe<String> {
    let columns: Vec<&str> = OWN_COLUMNS.iter().chain(details.columns).copied().collect();
    // All parts are constants of the program.
    AssertSqlSafe(format!(
        "SELECT {} FROM {source} l {}
         ORDER BY l.created_at DESC, CASE l.kind WHEN 'release' THEN 0 WHEN 'charge' THEN 1 ELSE 2 END, l.job_id LIMIT ?",
        columns.join(", "),
        details.joins,
    ))
}

struct Entry(LedgerEntry);

impl FromRow<'_, SqliteRow> for Entry {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Self> {
        let kind: String = row.try_get("kind")?;
        let kind = LedgerKind::parse(&kind)
            .ok_or_else(|| sqlx::Error::Decode(format!("`{kind}` is not a kind of ledger entry").into()))?;
        Ok(Self(LedgerEntry {
            at: row.try_get("created_at")?,
            kind,
            micros: row.try_get("micros")?,
            job: row.try_get("job_id")?,
            note: row.try_get("note")?,
            details: (OWN_COLUMNS.len()..row.len()).map(|column| row.try_get(column)).collect::<Result<_, _>>()?,
        }))
    }
}

impl TenantDb {
    /// Returns a snapshot of the account, with at most `most` open holds and `most` ledger entries. `details` describe
    /// their jobs.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn credit_account(&self, most: u32, details: &JobDetails) -> Result<CreditAccount, StorageError> {
        // The first statement of the transaction fixes the snapshot that all of them read.
        let mut transaction = self.0.host().begin().await?;
        let balance: Option<(i64, i64, i64)> =
            sqlx::query_as("SELECT granted, held, consumed FROM credit_balance WHERE id = 1")
                .fetch_optional(&mut *transaction)
                .await?;
        let (granted, held, consumed) = balance.unwrap_or_default();
        let entries: Vec<Entry> =
            sqlx::query_as(ledger_query(ENTRIES, details)).bind(most).fetch_all(&mut *transaction).await?;
        let holds: Vec<Entry> = match held {
            0 => Vec::new(),
            _ => sqlx::query_as(ledger_query(OPEN_HOLDS, details)).bind(most).fetch_all(&mut *transaction).await?,
        };
        transaction.commit().await?;
        Ok(CreditAccount {
            available_micros: granted - held - consumed,
            held_micros: held,
            consumed_micros: consumed,
            holds: holds.into_iter().map(|entry| entry.0).collect(),
            entries: entries.into_iter().map(|entry| entry.0).collect(),
        })
    }
}
