//! Conversions of values to the types of columns, as SQLite makes them (<https://www.sqlite.org/datatype3.html#type_affinity>).

use std::borrow::Cow;

use plumbline_sql::Value;

/// Returns the integer that a value is in a column of integers: a whole number, or the text of one.
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

/// Returns the number that a value is in a column of numbers with decimals: a number, or the text of one.
pub fn real(value: &Value) -> Option<f64> {
    match value {
        #[expect(clippy::cast_precision_loss, reason = "as SQLite converts it")]
        Value::Integer(number) => Some(*number as f64),
        Value::Real(number) => Some(*number),
        Value::Text(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// Returns the text that a value is in a column of texts. A number becomes its digits. NULL and a blob are no texts.
pub fn text(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::Text(text) => Some(text.into()),
        Value::Integer(number) => Some(number.to_string().into()),
        // With a point, as SQLite writes it.
        Value::Real(number) => Some(format!("{number:?}").into()),
        Value::Null | Value::Blob(_) => None,
    }
}
