//! Conversions of values to the types of columns, as SQLite makes them (<https://www.sqlite.org/datatype3.html#type_affinity>).

use std::borrow::Cow;

use plumbline_sql::Value;

/// Returns the integer that an integer column stores for a whole number or its text, or `None` for other values.
pub fn integer(value: &Value) -> Option<i64> {
    match value {
        Value::Integer(number) => Some(*number),
        // 2^63 itself is one more than the largest integer.
        #[expect(clippy::cast_possible_truncation, reason = "whole and in range")]
        Value::Real(number) if number.fract() == 0.0 && (-(2f64.powi(63))..2f64.powi(63)).contains(number) => {
            Some(*number as i64)
        }
        Value::Text(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// Returns the number that a floating-point column stores for a number or its text, or `None` for other values.
pub fn real(value: &Value) -> Option<f64> {
    match value {
        #[expect(clippy::cast_precision_loss, reason = "as SQLite converts it")]
        Value::Integer(number) => Some(*number as f64),
        Value::Real(number) => Some(*number),
        Value::Text(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// Returns the text that a text column stores for a value, or `None` for NULL and blobs. Numbers are written as digits.
pub fn text(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::Text(text) => Some(text.into()),
        Value::Integer(number) => Some(number.to_string().into()),
        // With a point, as SQLite writes it.
        Value::Real(number) => Some(format!("{number:?}").into()),
        Value::Null | Value::Blob(_) => None,
    }
}
