//! Conversions from and to the values of SQLite.

use std::str::Utf8Error;

use rusqlite::ToSql;
use rusqlite::types::{ToSqlOutput, ValueRef};

use crate::Value;

impl ToSql for Value {
    #[inline]
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Integer(number) => ValueRef::Integer(*number),
            Self::Real(number) => ValueRef::Real(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Blob(bytes) => ValueRef::Blob(bytes),
            Self::Null => ValueRef::Null,
        }))
    }
}

/// Copies a column's value. The type is that of the value, not of the column's declaration, which SQLite does not
/// enforce.
impl TryFrom<ValueRef<'_>> for Value {
    type Error = Utf8Error;

    #[inline]
    fn try_from(value: ValueRef<'_>) -> Result<Self, Utf8Error> {
        Ok(match value {
            ValueRef::Null => Self::Null,
            ValueRef::Integer(number) => Self::Integer(number),
            ValueRef::Real(number) => Self::Real(number),
            ValueRef::Text(text) => Self::Text(std::str::from_utf8(text)?.to_owned()),
            ValueRef::Blob(bytes) => Self::Blob(bytes.to_vec()),
        })
    }
}
