//! Conversions from and to the values of `spin:sqlite`.

use spin_sdk::sqlite::wit::sqlite as spin;

use crate::Value;

impl From<Value> for spin::Value {
    #[inline]
    fn from(value: Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Integer(number) => Self::Integer(number),
            Value::Real(number) => Self::Real(number),
            Value::Text(text) => Self::Text(text),
            Value::Blob(bytes) => Self::Blob(bytes),
        }
    }
}

impl From<spin::Value> for Value {
    #[inline]
    fn from(value: spin::Value) -> Self {
        match value {
            spin::Value::Null => Self::Null,
            spin::Value::Integer(number) => Self::Integer(number),
            spin::Value::Real(number) => Self::Real(number),
            spin::Value::Text(text) => Self::Text(text),
            spin::Value::Blob(bytes) => Self::Blob(bytes),
        }
    }
}
