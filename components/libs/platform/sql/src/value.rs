//! Values of statements and rows.

use serde::Serialize;

use crate::{DbError, DbResult};

/// A value of a statement or of a row.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// SQL NULL.
    Null,
    /// BIGINT.
    Integer(i64),
    /// DOUBLE PRECISION.
    Real(f64),
    /// TEXT.
    Text(String),
    /// BYTEA, BLOB.
    Blob(Vec<u8>),
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Self::Text(value)
    }
}

impl From<&String> for Value {
    fn from(value: &String) -> Self {
        Self::Text(value.clone())
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::Integer(value)
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Self {
        Self::Integer(value.into())
    }
}

impl From<u16> for Value {
    fn from(value: u16) -> Self {
        Self::Integer(value.into())
    }
}

impl From<bool> for Value {
    /// Converts to 0 or 1, because the portable SQL has no booleans.
    fn from(value: bool) -> Self {
        Self::Integer(value.into())
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self::Real(value)
    }
}

impl From<f32> for Value {
    fn from(value: f32) -> Self {
        Self::Real(value.into())
    }
}

impl From<Vec<u8>> for Value {
    fn from(value: Vec<u8>) -> Self {
        Self::Blob(value)
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// Builds the values of a statement's placeholders, in order: `params![id, name, None::<&str>]`.
#[macro_export]
macro_rules! params {
    ($($value:expr),* $(,)?) => { [$($crate::Value::from($value)),*] };
}

/// Builds the columns of a row to insert, by name: `columns! { id: id, name: name, note: None::<&str> }`.
#[macro_export]
macro_rules! columns {
    ($($column:ident: $value:expr),* $(,)?) => { [$((stringify!($column), $crate::Value::from($value))),*] };
}

/// Returns the text of a JSON column.
///
/// # Errors
/// [`DbError::Column`] if the value does not serialize. All values of the contract do.
pub fn json(value: &impl Serialize) -> DbResult<String> {
    serde_json::to_string(value).map_err(|error| DbError::column("JSON", error.to_string()))
}
