//! Statements and rows of `sqlx`.

use std::borrow::Cow;

use plumbline_sql::{Row, Value};
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{AssertSqlSafe, Column as _, Row as _, Sqlite, TypeInfo as _, ValueRef as _};

use crate::error::Error;

/// A statement of `sqlx` with its values.
pub(crate) type Prepared = sqlx::query::Query<'static, Sqlite, SqliteArguments>;

pub(crate) fn prepare(sql: Cow<'static, str>, values: Vec<Value>) -> Prepared {
    let prepared = match sql {
        Cow::Borrowed(sql) => sqlx::query(sql),
        Cow::Owned(sql) => sqlx::query(AssertSqlSafe(sql)),
    };
    values.into_iter().fold(prepared, |prepared, value| match value {
        Value::Null => prepared.bind(None::<String>),
        Value::Integer(number) => prepared.bind(number),
        Value::Real(number) => prepared.bind(number),
        Value::Text(text) => prepared.bind(text),
        Value::Blob(bytes) => prepared.bind(bytes),
    })
}

/// Converts a row. The type of a value is its own, not that of the column's declaration.
///
/// # Errors
/// Returns an error if a text is not UTF-8.
pub(crate) fn row(row: &SqliteRow) -> Result<Row, Error> {
    let names: Vec<String> = row.columns().iter().map(|column| column.name().to_owned()).collect();
    let values = (0..row.len()).map(|index| value(row, index)).collect::<sqlx::Result<_>>()?;
    Ok(Row::new(names.into(), values))
}

fn value(row: &SqliteRow, index: usize) -> sqlx::Result<Value> {
    let raw = row.try_get_raw(index)?;
    if raw.is_null() {
        return Ok(Value::Null);
    }
    let kind = raw.type_info();
    match kind.name() {
        "INTEGER" => row.try_get(index).map(Value::Integer),
        "REAL" => row.try_get(index).map(Value::Real),
        "BLOB" => row.try_get(index).map(Value::Blob),
        _ => row.try_get(index).map(Value::Text),
    }
}
