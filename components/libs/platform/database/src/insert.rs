//! Inserts of rows whose values are given by column name, so that a value cannot reach the wrong column.

use crate::{DbResult, Transaction, Value};

/// The columns of a row with their values, made by [`crate::columns!`].
pub type Columns<const N: usize> = [(&'static str, Value); N];

/// Most placeholders of a statement. SQLite takes 32,766 and PostgreSQL 65,535, but the host caches a prepared
/// statement only if its text has at most 4 KiB.
const MAX_PLACEHOLDERS: usize = 1000;

impl Transaction<'_> {
    /// Inserts a row.
    ///
    /// # Errors
    /// [`crate::DbError`] if the statement fails.
    pub fn insert<const N: usize>(&self, table: &str, row: Columns<N>) -> DbResult<()> {
        let sql = statement(table, &row, 1);
        self.execute(&sql, row.map(|(_, value)| value))?;
        Ok(())
    }

    /// Inserts a row unless the table has one with equal values in the columns `key`. Returns whether it was inserted.
    ///
    /// # Errors
    /// [`crate::DbError`] if the statement fails.
    pub fn insert_new<const N: usize>(&self, table: &str, key: &str, row: Columns<N>) -> DbResult<bool> {
        let sql = format!("{} ON CONFLICT ({key}) DO NOTHING", statement(table, &row, 1));
        Ok(self.execute(&sql, row.map(|(_, value)| value))? > 0)
    }

    /// Inserts many rows in few statements. All rows must have the same columns in the same order.
    ///
    /// # Errors
    /// The first error of `rows`, or [`crate::DbError`] if a statement fails.
    pub fn insert_all<const N: usize>(
        &self,
        table: &str,
        rows: impl IntoIterator<Item = DbResult<Columns<N>>>,
    ) -> DbResult<()> {
        let per_statement = (MAX_PLACEHOLDERS / N.max(1)).max(1);
        let mut rows = rows.into_iter();
        loop {
            let batch = rows.by_ref().take(per_statement).collect::<DbResult<Vec<_>>>()?;
            let Some(first) = batch.first() else { return Ok(()) };
            let sql = statement(table, first, batch.len());
            let values: Vec<Value> = batch.into_iter().flatten().map(|(_, value)| value).collect();
            self.execute(&sql, values)?;
        }
    }
}

/// Returns the statement that inserts `count` rows with the columns of this one.
fn statement<const N: usize>(table: &str, row: &Columns<N>, count: usize) -> String {
    let names = row.each_ref().map(|(name, _)| *name).join(", ");
    let values = vec![format!("({})", ["?"; N].join(", ")); count].join(", ");
    format!("INSERT INTO {table} ({names}) VALUES {values}")
}
