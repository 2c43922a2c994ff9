//! Rows of the databases that the host reads through `sqlx`, as rows of [`plumbline_sql`]: by column name, with serde.

use plumbline_sql::{Row, Value};
use serde::de::DeserializeOwned;
use sqlx::sqlite::SqliteRow;
use sqlx::{Column as _, Row as _, TypeInfo as _, ValueRef as _};

/// Converts a row. The type of a value is its own, not that of the column's declaration.
///
/// # Errors
/// Returns an error if a text is not UTF-8.
pub(crate) fn row(row: &SqliteRow) -> sqlx::Result<Row> {
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

/// Reads a row as a struct whose fields have the names of the columns, for [`crate::read_by_column_name`].
///
/// # Errors
/// [`sqlx::Error::Decode`] with the column that is missing or holds another type.
pub fn read<T: DeserializeOwned>(from: &SqliteRow) -> sqlx::Result<T> {
    row(from)?.read().map_err(|error| sqlx::Error::Decode(error.into()))
}

/// Lets `sqlx::query_as` return a type that implements `serde::Deserialize`, with fields named as the columns.
#[macro_export]
macro_rules! read_by_column_name {
    ($($row:ty),+ $(,)?) => {$(
        impl sqlx::FromRow<'_, sqlx::sqlite::SqliteRow> for $row {
            fn from_row(row: &sqlx::sqlite::SqliteRow) -> sqlx::Result<Self> {
                $crate::read(row)
            }
        }
    )+};
}
