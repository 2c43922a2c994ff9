//! Values of statements, converted to the types of their parameters as SQLite converts them to the types of columns.

use plumbline_dialect::{Type, affinity};
use plumbline_sql::Value;

/// Converts the values of a statement.
///
/// # Errors
/// Returns a text that names the first parameter that cannot be converted.
pub(crate) fn convert(values: Vec<Value>, types: &[Option<Type>]) -> Result<Vec<Value>, String> {
    if values.len() != types.len() {
        return Err(format!("the statement has {} parameters, {} values were given", types.len(), values.len()));
    }
    let one = |(index, (value, of)): (usize, (Value, &Option<Type>))| {
        // The server assumes that a parameter is a text if nothing determines its type, as in `? IS NULL`.
        convert_one(value, of.unwrap_or(Type::Text)).map_err(|problem| format!("parameter {}: {problem}", index + 1))
    };
    values.into_iter().zip(types).enumerate().map(one).collect()
}

fn convert_one(value: Value, of: Type) -> Result<Value, String> {
    let converted = match (&value, of) {
        (Value::Null, _) => Some(Value::Null),
        // SQLite has no NaN and stores NULL.
        (Value::Real(number), _) if number.is_nan() => Some(Value::Null),
        (Value::Text(text), _) if text.contains('\0') => {
            return Err("the text contains a NUL character, which PostgreSQL cannot store".into());
        }
        (Value::Text(_), Type::Text) | (Value::Blob(_), Type::Blob) => return Ok(value),
        (_, Type::Integer) => affinity::integer(&value).map(Value::Integer),
        (_, Type::Real) => affinity::real(&value).map(Value::Real),
        (_, Type::Text) => affinity::text(&value).map(|text| Value::Text(text.into_owned())),
        (_, Type::Blob) => None,
    };
    converted.ok_or_else(|| format!("the value is not of type {}", of.postgres()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_the_types_of_their_parameters() {
        for (value, of, expected) in [
            (Value::Integer(7), Type::Integer, Some(Value::Integer(7))),
            (Value::Real(7.0), Type::Integer, Some(Value::Integer(7))),
            (Value::Real(7.5), Type::Integer, None),
            (Value::Integer(7), Type::Real, Some(Value::Real(7.0))),
            (Value::Real(f64::NAN), Type::Real, Some(Value::Null)),
            (Value::Integer(7), Type::Text, Some(Value::Text("7".into()))),
            (Value::Text("a\0b".into()), Type::Text, None),
            (Value::Blob(vec![1]), Type::Text, None),
            (Value::Text("a".into()), Type::Blob, None),
            (Value::Null, Type::Blob, Some(Value::Null)),
        ] {
            assert_eq!(convert(vec![value.clone()], &[Some(of)]).ok(), expected.map(|one| vec![one]), "{value:?}");
        }
        assert!(convert(vec![], &[Some(Type::Text)]).unwrap_err().contains("1 parameters, 0 values"));
        assert_eq!(convert(vec![Value::Integer(7)], &[None]), Ok(vec![Value::Text("7".into())]));
        assert!(convert(vec![Value::Blob(vec![])], &[None]).unwrap_err().starts_with("parameter 1: "));
    }
}
