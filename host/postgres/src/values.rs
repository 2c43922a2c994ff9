//! Values of statements and rows, from and to PostgreSQL's types.
//!
//! Parameters are sent with the types that the server inferred. Where SQLite would convert a value because of the
//! column's affinity (a whole float for an integer column, an integer for a float column, a number for a text column),
//! so does this module.

use std::borrow::Cow;
use std::error::Error;

use bytes::BytesMut;
use plumbline_dialect::affinity;
use plumbline_sql::{SqlError, Value};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive as _;
use tokio_postgres::types::{Format, FromSql, IsNull, ToSql, Type, to_sql_checked};

/// SQLite's message for a value or a statement over its limit, which components may know.
pub(crate) const TOO_BIG: &str = "string or blob too big: a value or the statement is too long";

/// A parameter in the form that its type needs.
#[derive(Debug, PartialEq)]
pub(crate) enum Parameter<'a> {
    Null,
    Bool(bool),
    Int2(i16),
    Int4(i32),
    Int8(i64),
    Float4(f32),
    Float8(f64),
    Text(Cow<'a, str>),
    Bytes(&'a [u8]),
    /// A value of another type, as text that the server parses.
    Literal(Cow<'a, str>),
}

/// Returns the parameters of a statement whose parameters have the given types.
///
/// # Errors
/// [`SqlError::Invalid`] that names the first parameter that cannot be converted.
pub(crate) fn parameters<'a>(values: &'a [Value], types: &[Type]) -> Result<Vec<Parameter<'a>>, SqlError> {
    if values.len() != types.len() {
        return Err(SqlError::Invalid(format!(
            "the statement has {} parameters, {} values were given",
            types.len(),
            values.len()
        )));
    }
    let convert = |(index, (value, kind)): (usize, (&'a Value, &Type))| {
        parameter(value, kind).map_err(|problem| SqlError::Invalid(format!("parameter {}: {problem}", index + 1)))
    };
    values.iter().zip(types).enumerate().map(convert).collect()
}

fn parameter<'a>(value: &'a Value, kind: &Type) -> Result<Parameter<'a>, String> {
    let wrong = |value: &dyn std::fmt::Display| format!("{value} is not a value of type {kind}");
    if let Value::Text(text) = value
        && text.contains('\0')
    {
        return Err("the text contains a NUL character, which PostgreSQL cannot store".into());
    }
    Ok(match (kind, value) {
        (_, Value::Null) => Parameter::Null,
        // SQLite has no NaN and stores NULL.
        (_, Value::Real(number)) if number.is_nan() => Parameter::Null,
        (&Type::INT8 | &Type::INT4 | &Type::INT2 | &Type::BOOL, value) => {
            let whole = affinity::integer(value).ok_or_else(|| wrong(&shown(value)))?;
            match *kind {
                Type::INT8 => Parameter::Int8(whole),
                Type::INT4 => Parameter::Int4(whole.try_into().map_err(|_| wrong(&whole))?),
                Type::INT2 => Parameter::Int2(whole.try_into().map_err(|_| wrong(&whole))?),
                _ => Parameter::Bool(whole != 0),
            }
        }
        (&Type::FLOAT8, value) => Parameter::Float8(affinity::real(value).ok_or_else(|| wrong(&shown(value)))?),
        #[expect(clippy::cast_possible_truncation, reason = "the column has this precision")]
        (&Type::FLOAT4, value) => Parameter::Float4(affinity::real(value).ok_or_else(|| wrong(&shown(value)))? as f32),
        (&Type::BYTEA, Value::Blob(bytes)) => Parameter::Bytes(bytes),
        (&Type::BYTEA, value) => return Err(wrong(&shown(value))),
        (_, Value::Blob(_)) => return Err(wrong(&shown(value))),
        (&Type::TEXT | &Type::VARCHAR | &Type::BPCHAR | &Type::NAME | &Type::UNKNOWN, value) => {
            Parameter::Text(affinity::text(value).unwrap_or_default())
        }
        (_, value) => Parameter::Literal(affinity::text(value).unwrap_or_default()),
    })
}

/// Returns a value for a message.
fn shown(value: &Value) -> Cow<'_, str> {
    match value {
        Value::Text(_) => "text".into(),
        Value::Blob(_) => "a blob".into(),
        other => affinity::text(other).unwrap_or_default(),
    }
}

impl ToSql for Parameter<'_> {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Bool(value) => value.to_sql(kind, out),
            Self::Int2(number) => number.to_sql(kind, out),
            Self::Int4(number) => number.to_sql(kind, out),
            Self::Int8(number) => number.to_sql(kind, out),
            Self::Float4(number) => number.to_sql(kind, out),
            Self::Float8(number) => number.to_sql(kind, out),
            Self::Text(text) | Self::Literal(text) => text.to_sql(&Type::TEXT, out),
            Self::Bytes(bytes) => bytes.to_sql(kind, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    fn encode_format(&self, _: &Type) -> Format {
        match self {
            Self::Literal(_) => Format::Text,
            _ => Format::Binary,
        }
    }

    to_sql_checked!();
}

/// Fails if a value exceeds the limit on values.
///
/// # Errors
/// [`SqlError::Invalid`].
pub(crate) fn check_sizes(values: &[Value], longest: u32) -> Result<(), SqlError> {
    let is_long = |value: &Value| size(value) > longest as usize;
    if values.iter().any(is_long) { Err(SqlError::Invalid(TOO_BIG.into())) } else { Ok(()) }
}

/// Returns the bytes of texts and blobs.
pub(crate) fn bytes(values: &[Value]) -> usize {
    values.iter().map(size).sum()
}

/// Returns the bytes of a text or a blob.
fn size(value: &Value) -> usize {
    match value {
        Value::Text(text) => text.len(),
        Value::Blob(bytes) => bytes.len(),
        Value::Null | Value::Integer(_) | Value::Real(_) => 0,
    }
}

/// A column's value that is not copied yet.
pub(crate) enum Cell<'a> {
    Null,
    Integer(i64),
    Real(f64),
    Text(&'a str),
    Blob(&'a [u8]),
}

impl Cell<'_> {
    /// Returns the bytes of the value in addition to its fixed size.
    pub(crate) fn size(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Blob(bytes) => bytes.len(),
            Self::Null | Self::Integer(_) | Self::Real(_) => 0,
        }
    }

    /// Copies the value.
    pub(crate) fn into_value(self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Integer(number) => Value::Integer(number),
            Self::Real(number) => Value::Real(number),
            Self::Text(text) => Value::Text(text.to_owned()),
            Self::Blob(bytes) => Value::Blob(bytes.to_vec()),
        }
    }
}

impl<'a> FromSql<'a> for Cell<'a> {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(match *kind {
            Type::INT8 => Self::Integer(i64::from_sql(kind, raw)?),
            Type::INT4 => Self::Integer(i32::from_sql(kind, raw)?.into()),
            Type::INT2 => Self::Integer(i16::from_sql(kind, raw)?.into()),
            Type::OID => Self::Integer(u32::from_sql(kind, raw)?.into()),
            // SQLite has no booleans: a comparison is 0 or 1.
            Type::BOOL => Self::Integer(bool::from_sql(kind, raw)?.into()),
            Type::FLOAT8 => Self::Real(f64::from_sql(kind, raw)?),
            Type::FLOAT4 => Self::Real(f32::from_sql(kind, raw)?.into()),
            Type::NUMERIC => {
                let decimal = Decimal::from_sql(kind, raw)?;
                // The sum of integers has no decimal places, and is an integer to SQLite. An average has some even if
                // they are zero.
                match decimal.to_i64() {
                    Some(whole) if decimal.scale() == 0 => Self::Integer(whole),
                    _ => Self::Real(decimal.to_f64().ok_or("the number is out of range")?),
                }
            }
            Type::BYTEA => Self::Blob(raw),
            Type::VOID => Self::Null,
            _ => Self::Text(<&str>::from_sql(&Type::TEXT, raw)?),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self::Null)
    }

    fn accepts(kind: &Type) -> bool {
        matches!(
            *kind,
            Type::INT8
                | Type::INT4
                | Type::INT2
                | Type::OID
                | Type::BOOL
                | Type::FLOAT8
                | Type::FLOAT4
                | Type::NUMERIC
                | Type::BYTEA
                | Type::VOID
                | Type::TEXT
                | Type::VARCHAR
                | Type::BPCHAR
                | Type::NAME
                | Type::UNKNOWN
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_convert_as_sqlites_affinities_do() {
        let text = |text: &'static str| Parameter::Text(text.into());
        for (value, kind, expected) in [
            (Value::Integer(7), Type::INT8, Some(Parameter::Int8(7))),
            (Value::Real(7.0), Type::INT8, Some(Parameter::Int8(7))),
            (Value::Real(7.5), Type::INT8, None),
            (Value::Real(9.3e18), Type::INT8, None),
            (Value::Text("7".into()), Type::INT8, Some(Parameter::Int8(7))),
            (Value::Text("x".into()), Type::INT8, None),
            (Value::Integer(1 << 40), Type::INT4, None),
            (Value::Integer(1), Type::BOOL, Some(Parameter::Bool(true))),
            (Value::Integer(7), Type::FLOAT8, Some(Parameter::Float8(7.0))),
            (Value::Real(f64::NAN), Type::FLOAT8, Some(Parameter::Null)),
            (Value::Integer(7), Type::TEXT, Some(text("7"))),
            (Value::Real(7.0), Type::TEXT, Some(text("7.0"))),
            (Value::Text("a\0b".into()), Type::TEXT, None),
            (Value::Blob(vec![1]), Type::TEXT, None),
            (Value::Text("a".into()), Type::BYTEA, None),
            (Value::Real(0.5), Type::NUMERIC, Some(Parameter::Literal("0.5".into()))),
            (Value::Null, Type::BYTEA, Some(Parameter::Null)),
        ] {
            let converted = parameter(&value, &kind);
            assert_eq!(converted.as_ref().ok(), expected.as_ref(), "{value:?} as {kind}: {converted:?}");
        }
    }
}
