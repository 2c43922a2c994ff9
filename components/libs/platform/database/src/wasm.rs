//! The backend of a component: the synchronous functions of `spin:sqlite@3.1.0`.

use spin_sdk::sqlite::wit::sqlite as spin;

use crate::{Backend, Db, DbError, DbResult, Executed, Value};

struct Spin(spin::Connection);

impl Db {
    /// Opens the tenant's database.
    ///
    /// # Errors
    /// [`DbError::Unavailable`] if the host does not provide a connection.
    pub fn open() -> DbResult<Self> {
        spin::Connection::open("default").map(|connection| Self::new(Spin(connection))).map_err(error)
    }
}

impl Backend for Spin {
    fn execute(&self, sql: &str, parameters: Vec<Value>) -> DbResult<Executed> {
        let parameters: Vec<_> = parameters.into_iter().map(into_spin).collect();
        let answer = self.0.execute(sql, &parameters).map_err(error)?;
        let rows = answer.rows.into_iter().map(|row| row.values.into_iter().map(from_spin).collect());
        // Read only if it is meaningful, because each read is a call to the host.
        let changes = if answer.columns.is_empty() && !is_transaction_control(sql) { self.0.changes() } else { 0 };
        Ok(Executed::new(answer.columns, rows, changes))
    }
}

fn is_transaction_control(sql: &str) -> bool {
    ["BEGIN", "COMMIT", "ROLLBACK"].iter().any(|word| sql.starts_with(word))
}

fn into_spin(value: Value) -> spin::Value {
    match value {
        Value::Null => spin::Value::Null,
        Value::Integer(number) => spin::Value::Integer(number),
        Value::Real(number) => spin::Value::Real(number),
        Value::Text(text) => spin::Value::Text(text),
        Value::Blob(bytes) => spin::Value::Blob(bytes),
    }
}

fn from_spin(value: spin::Value) -> Value {
    match value {
        spin::Value::Null => Value::Null,
        spin::Value::Integer(number) => Value::Integer(number),
        spin::Value::Real(number) => Value::Real(number),
        spin::Value::Text(text) => Value::Text(text),
        spin::Value::Blob(bytes) => Value::Blob(bytes),
    }
}

/// Returns whether a retry may succeed. `spin:sqlite` reports this only as text: this host says that the database is busy
/// or that a transaction was open too long, and SQLite under Spin says that it is locked.
fn is_transient(text: &str) -> bool {
    ["database is busy", "database is locked", "and was rolled back"].iter().any(|phrase| text.contains(phrase))
}

fn error(error: spin::Error) -> DbError {
    match error {
        spin::Error::Io(text) if is_transient(&text) => DbError::Unavailable(text),
        spin::Error::Io(text) => DbError::Sql(text),
        spin::Error::DatabaseFull => DbError::Unavailable("full".to_owned()),
        spin::Error::NoSuchDatabase => DbError::Unavailable("no such database".to_owned()),
        spin::Error::AccessDenied => DbError::Unavailable("access denied".to_owned()),
        spin::Error::InvalidConnection => DbError::Unavailable("invalid connection".to_owned()),
    }
}
