//! Insertion of many rows in few statements.

use plumbline_db::{DbResult, Transaction, Value};

/// Most placeholders of a statement. SQLite takes 32,766 and PostgreSQL 65,535, but the host caches a prepared
/// statement only if its text has at most 4 KiB.
const MAX_PLACEHOLDERS: usize = 1000;

/// Inserts rows into `table`. Each row must have one value per name in `columns`.
pub(crate) fn insert(tx: &Transaction<'_>, table: &str, columns: &[&str], rows: Vec<Vec<Value>>) -> DbResult<()> {
    let per_statement = (MAX_PLACEHOLDERS / columns.len().max(1)).max(1);
    let one = format!("({})", vec!["?"; columns.len()].join(", "));
    let names = columns.join(", ");
    let mut rows = rows.into_iter().peekable();
    while rows.peek().is_some() {
        let batch: Vec<Vec<Value>> = rows.by_ref().take(per_statement).collect();
        let values = vec![one.as_str(); batch.len()].join(", ");
        let parameters: Vec<Value> = batch.into_iter().flatten().collect();
        tx.execute(&format!("INSERT INTO {table} ({names}) VALUES {values}"), parameters)?;
    }
    Ok(())
}
