//! Rows as serde reads them: a struct whose fields have the names of the columns.

use std::fmt::Display;

use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

use crate::{DbError, DbResult, Row, Value};

impl Row {
    /// Reads the row as a `T`, a struct whose fields have the names of the columns. Other columns are ignored.
    ///
    /// A field may have any type that one of the other methods returns: text, whole numbers, `bool` for 0 and 1,
    /// numbers, names from a closed set, and `Option` of each. Structs, maps and lists are read from a TEXT column of
    /// JSON.
    ///
    /// # Errors
    /// [`DbError::Column`] with the column that is missing or holds another type.
    pub fn read<T: DeserializeOwned>(self) -> DbResult<T> {
        let (columns, values) = self.into_parts();
        T::deserialize(Fields { columns: &columns, next: 0, values: values.into_iter() })
    }
}

impl Error for DbError {
    fn custom<T: Display>(message: T) -> Self {
        Self::column("", message.to_string())
    }

    fn missing_field(field: &'static str) -> Self {
        Self::column(field, "is not in the answer")
    }
}

/// A row while its columns are read in order.
struct Fields<'a> {
    columns: &'a [String],
    next: usize,
    values: std::vec::IntoIter<Value>,
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = DbError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> DbResult<Option<K::Value>> {
        let Some(column) = self.columns.get(self.next) else { return Ok(None) };
        seed.deserialize(column.as_str().into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> DbResult<V::Value> {
        let column = self.columns.get(self.next).map_or("", String::as_str);
        self.next += 1;
        let value = self.values.next().unwrap_or(Value::Null);
        seed.deserialize(value).map_err(|error| match error {
            DbError::Column { problem, .. } => DbError::column(column, problem),
            other => other,
        })
    }
}

impl<'de> Deserializer<'de> for Fields<'_> {
    type Error = DbError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> DbResult<V::Value> {
        visitor.visit_map(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq
        tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Reads the JSON of a TEXT column with one of serde's methods. It is read as from a file, because the text does not
/// live as long as what the visitor may borrow.
macro_rules! json {
    ($value:expr, $visitor:expr, $method:ident $(, $argument:expr)*) => {
        match $value {
            Value::Text(text) => {
                let mut json = serde_json::Deserializer::from_reader(text.as_bytes());
                let value = json.$method($($argument,)* $visitor).map_err(DbError::custom)?;
                json.end().map_err(DbError::custom)?;
                Ok(value)
            }
            other => other.deserialize_any($visitor),
        }
    };
}

impl<'de> Deserializer<'de> for Value {
    type Error = DbError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> DbResult<V::Value> {
        match self {
            Self::Null => visitor.visit_unit(),
            Self::Integer(number) => visitor.visit_i64(number),
            Self::Real(number) => visitor.visit_f64(number),
            Self::Text(text) => visitor.visit_string(text),
            Self::Blob(bytes) => visitor.visit_byte_buf(bytes),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> DbResult<V::Value> {
        if self == Self::Null { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> DbResult<V::Value> {
        match self {
            Self::Integer(number) => visitor.visit_bool(number != 0),
            other => other.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> DbResult<V::Value> {
        match self {
            Self::Text(text) => {
                IntoDeserializer::<DbError>::into_deserializer(text).deserialize_enum(name, variants, visitor)
            }
            other => other.deserialize_any(visitor),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> DbResult<V::Value> {
        // serde_json marks JSON that is kept as text with a name that no type can have.
        if name.starts_with('$') {
            return json!(self, visitor, deserialize_newtype_struct, name);
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> DbResult<V::Value> {
        json!(self, visitor, deserialize_seq)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> DbResult<V::Value> {
        json!(self, visitor, deserialize_map)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> DbResult<V::Value> {
        json!(self, visitor, deserialize_struct, name, fields)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct tuple tuple_struct identifier
        ignored_any
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use plumbline_contract::{JobStatus, Stored, Trade};
    use serde::Deserialize;

    use crate::testing;

    use super::*;

    #[derive(Debug, Deserialize)]
    struct Everything {
        id: String,
        note: Option<String>,
        number: u32,
        flag: bool,
        whole: f64,
        status: JobStatus,
        trade: Option<Trade>,
        list: Vec<i64>,
        map: BTreeMap<String, String>,
        none: Option<Vec<i64>>,
        raw: Stored<Vec<f64>>,
    }

    fn row(select: &str) -> Row {
        testing::database(0.0).unwrap().query_opt(select, []).unwrap().unwrap()
    }

    #[test]
    fn a_row_is_read_by_the_names_of_its_columns() {
        let row =
            row("SELECT '[1.50]' AS raw, 'b' AS other, 'i' AS id, NULL AS note, 7 AS number, 1 AS flag, 2 AS whole, \
             'queued' AS status, NULL AS trade, '[1, 2]' AS list, '{\"a\": \"b\"}' AS map, NULL AS none");
        let all: Everything = row.read().unwrap();
        assert_eq!((all.id.as_str(), all.note, all.number, all.flag, all.whole), ("i", None, 7, true, 2.0));
        assert_eq!((all.status, all.trade, all.list, all.none), (JobStatus::Queued, None, vec![1, 2], None));
        assert_eq!((all.map["a"].as_str(), all.raw.json()), ("b", "[1.50]"));
    }

    #[test]
    fn an_error_names_the_column() {
        #[derive(Debug, Deserialize)]
        struct One {
            #[expect(dead_code, reason = "only read")]
            number: u32,
        }
        for select in [
            "SELECT -1 AS number",
            "SELECT 'x' AS number",
            "SELECT NULL AS number",
            "SELECT 1 AS other",
            "SELECT 1.5 AS number",
        ] {
            let DbError::Column { column, .. } = row(select).read::<One>().unwrap_err() else { panic!("{select}") };
            assert_eq!(column, "number", "{select}");
        }
    }
}
