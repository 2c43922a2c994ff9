//! Connections, values and rows.

use std::cell::Cell;

use plumbline_edge::variable;

use crate::statement::Statement;

#[allow(missing_docs, clippy::all, reason = "generated; documented in the WIT")]
mod bindings {
    wit_bindgen::generate!({
        inline: "package plumbline:edge-sql; world adapter { import spin:postgres/postgres@4.2.0; export spin:sqlite/sqlite@3.1.0; }",
        world: "plumbline:edge-sql/adapter",
        path: ["../../../wit/deps/spin-postgres@4.2.0", "../../../wit/deps/spin-sqlite@3.1.0"],
        generate_all,
    });
}

use bindings::exports::spin::sqlite::sqlite::{
    Connection, Error, Guest, GuestConnection, QueryResult, RowResult, Value,
};
use bindings::spin::postgres::postgres::{self as postgres, DbValue, ParameterValue};
use bindings::{wit_future, wit_stream};

/// The variable with the database's address.
const VARIABLE: &str = "postgres";

struct Sql;

/// A connection, and the number of rows that its last statement changed.
struct OpenConnection {
    connection: postgres::Connection,
    changes: Cell<u64>,
}

impl Guest for Sql {
    type Connection = OpenConnection;
}

impl OpenConnection {
    fn run(&self, statement: &str, parameters: Vec<Value>) -> Result<QueryResult, Error> {
        let statement = Statement::of(statement);
        let values: Vec<ParameterValue> = parameters.into_iter().map(parameter).collect();
        if !statement.has_rows {
            self.changes.set(self.connection.execute(&statement.sql, &values).map_err(sqlite_error)?);
            return Ok(QueryResult { columns: Vec::new(), rows: Vec::new() });
        }
        let answer = self.connection.query(&statement.sql, &values).map_err(sqlite_error)?;
        let columns = answer.columns.into_iter().map(|column| column.name).collect();
        let row =
            |row: Vec<DbValue>| row.into_iter().map(value).collect::<Result<_, _>>().map(|values| RowResult { values });
        let rows: Vec<RowResult> = answer.rows.into_iter().map(row).collect::<Result<_, _>>()?;
        self.changes.set(rows.len() as u64);
        Ok(QueryResult { columns, rows })
    }
}

impl GuestConnection for OpenConnection {
    fn open(database: String) -> Result<Connection, Error> {
        if database != "default" {
            return Err(Error::NoSuchDatabase);
        }
        let address = variable(VARIABLE).ok_or_else(|| Error::Io(format!("variable {VARIABLE}: it is not set")))?;
        let connection = postgres::Connection::open(&address).map_err(sqlite_error)?;
        // A pooled connection may still be in a transaction that its previous instance did not end.
        connection.execute("ROLLBACK", &[]).map_err(sqlite_error)?;
        Ok(Connection::new(Self { connection, changes: Cell::new(0) }))
    }

    fn execute(&self, statement: String, parameters: Vec<Value>) -> Result<QueryResult, Error> {
        self.run(&statement, parameters)
    }

    /// Returns 0, because PostgreSQL does not have this number and no caller needs it.
    fn last_insert_rowid(&self) -> i64 {
        0
    }

    fn changes(&self) -> u64 {
        self.changes.get()
    }

    plumbline_edge::asynchronous_by_synchronous!();
}

fn parameter(value: Value) -> ParameterValue {
    match value {
        Value::Integer(number) => ParameterValue::Int64(number),
        Value::Real(number) => ParameterValue::Floating64(number),
        Value::Text(text) => ParameterValue::Str(text),
        Value::Blob(bytes) => ParameterValue::Binary(bytes),
        Value::Null => ParameterValue::DbNull,
    }
}

fn value(value: DbValue) -> Result<Value, Error> {
    Ok(match value {
        DbValue::DbNull => Value::Null,
        DbValue::Boolean(flag) => Value::Integer(flag.into()),
        DbValue::Int8(number) => Value::Integer(number.into()),
        DbValue::Int16(number) => Value::Integer(number.into()),
        DbValue::Int32(number) => Value::Integer(number.into()),
        DbValue::Int64(number) => Value::Integer(number),
        DbValue::Floating32(number) => Value::Real(number.into()),
        DbValue::Floating64(number) => Value::Real(number),
        DbValue::Str(text) => Value::Text(text),
        DbValue::Binary(bytes) => Value::Blob(bytes),
        // The sum of whole numbers is a decimal, but a whole number.
        DbValue::Decimal(text) => match text.parse() {
            Ok(number) => Value::Integer(number),
            Err(_) => Value::Real(text.parse().map_err(|_| Error::Io(format!("`{text}` is not a number")))?),
        },
        other => return Err(Error::Io(format!("an answer holds {other:?}, which SQLite has not"))),
    })
}

/// Converts an error, with SQLite's wording for the errors that callers recognize.
fn sqlite_error(error: postgres::Error) -> Error {
    Error::Io(match error {
        postgres::Error::QueryFailed(postgres::QueryError::DbError(error)) => match error.code.as_str() {
            "23505" => format!("UNIQUE constraint failed: {}", error.message),
            // Serialization failure, deadlock, lock not available.
            "40001" | "40P01" | "55P03" => format!("database is locked: {}", error.message),
            _ => error.as_text,
        },
        other => format!("{other:?}"),
    })
}

bindings::export!(Sql with_types_in bindings);
