//! The tables of `migrations/control`, in a SQLite of Spin's. Its synchronous functions are used: between the statements of a
//! transaction no other call of the instance gets a turn.

use plumbline_tenancy::{Column, Database, DatabaseError, Row, Statement};
use spin_sdk::sqlite::wit::sqlite as spin;

/// The database of the application.
const NAME: &str = "default";

/// The tables; each call has a connection of its own.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tables;

impl Database for Tables {
    async fn query(&self, statement: Statement) -> Result<Vec<Row>, DatabaseError> {
        run(&open()?, statement)
    }

    async fn write(&self, statements: Vec<Statement>) -> Result<bool, DatabaseError> {
        let connection = open()?;
        // The write lock is taken at once: a transaction that reads first and writes later could find it gone.
        run(&connection, Statement::new("BEGIN IMMEDIATE"))?;
        let done = all(&connection, statements);
        let end = if matches!(done, Ok(true)) { "COMMIT" } else { "ROLLBACK" };
        // What stopped a statement counts, not that an ended transaction cannot be rolled back.
        match (done, run(&connection, Statement::new(end))) {
            (Ok(true), Err(error)) => Err(error),
            (done, _) => done,
        }
    }
}

/// Runs statements until one changes another number of rows than it must.
fn all(connection: &spin::Connection, statements: Vec<Statement>) -> Result<bool, DatabaseError> {
    for statement in statements {
        let expected = statement.changes;
        run(connection, statement)?;
        if expected.is_some_and(|rows| rows != connection.changes()) {
            return Ok(false);
        }
    }
    Ok(true)
}

pub(crate) fn open() -> Result<spin::Connection, DatabaseError> {
    spin::Connection::open(NAME).map_err(failed)
}

fn run(connection: &spin::Connection, statement: Statement) -> Result<Vec<Row>, DatabaseError> {
    let values: Vec<spin::Value> = statement.values.into_iter().map(value).collect();
    let answer = connection.execute(statement.sql, &values).map_err(failed)?;
    answer.rows.into_iter().map(|row| row.values.into_iter().map(column).collect::<Result<_, _>>().map(Row)).collect()
}

fn value(column: Column) -> spin::Value {
    match column {
        Column::Null => spin::Value::Null,
        Column::Integer(number) => spin::Value::Integer(number),
        Column::Text(text) => spin::Value::Text(text),
        Column::Bytes(bytes) => spin::Value::Blob(bytes),
    }
}

fn column(value: spin::Value) -> Result<Column, DatabaseError> {
    match value {
        spin::Value::Null => Ok(Column::Null),
        spin::Value::Integer(number) => Ok(Column::Integer(number)),
        spin::Value::Text(text) => Ok(Column::Text(text)),
        spin::Value::Blob(bytes) => Ok(Column::Bytes(bytes)),
        spin::Value::Real(number) => Err(DatabaseError::Damaged(format!("an answer holds {number}"))),
    }
}

pub(crate) fn failed(error: spin::Error) -> DatabaseError {
    match error {
        spin::Error::Io(text) if text.contains("UNIQUE constraint failed") => DatabaseError::Taken,
        spin::Error::Io(text) => DatabaseError::Failed(text),
        other => DatabaseError::Failed(format!("{other:?}")),
    }
}
