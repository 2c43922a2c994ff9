//! JSON of a column, which callers get as it is stored. It is parsed only where the component uses its contents.

use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// The JSON of a `T`. It is valid JSON. Whether it is a `T` is checked only by [`Self::read`].
///
/// A page of a list has some hundred items with several shapes each. Parsing them only to serialize them again took longer
/// than everything else that the component does for a request.
#[derive(Debug, Clone)]
pub struct Stored<T> {
    json: Box<RawValue>,
    of: PhantomData<fn() -> T>,
}

impl<T: Serialize + DeserializeOwned> Stored<T> {
    /// Serializes a value.
    ///
    /// # Errors
    /// Returns an error if the value cannot be serialized.
    pub fn of(value: &T) -> serde_json::Result<Self> {
        Ok(Self { json: serde_json::value::to_raw_value(value)?, of: PhantomData })
    }

    /// Parses the value.
    ///
    /// # Errors
    /// Returns an error if the JSON is not a `T`.
    pub fn read(&self) -> serde_json::Result<T> {
        serde_json::from_str(self.json.get())
    }

    /// Returns the JSON, without white space around it.
    pub fn json(&self) -> &str {
        self.json.get()
    }
}

impl<T: Serialize + DeserializeOwned> Stored<Vec<T>> {
    /// Joins several lists into one, in order.
    ///
    /// # Errors
    /// Returns an error if one of them is not a list.
    pub fn joined<'a>(lists: impl IntoIterator<Item = &'a Self>) -> serde_json::Result<Self>
    where
        T: 'a,
    {
        let mut json = String::from("[");
        for list in lists {
            let inner = list.json().strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).map(str::trim);
            let inner = inner.ok_or_else(|| serde::de::Error::custom("not a list"))?;
            if !inner.is_empty() {
                if json.len() > 1 {
                    json.push(',');
                }
                json.push_str(inner);
            }
        }
        json.push(']');
        Ok(Self { json: RawValue::from_string(json)?, of: PhantomData })
    }
}

impl<T> Serialize for Stored<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json.serialize(serializer)
    }
}

impl<'de, T> Deserialize<'de> for Stored<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self { json: Box::deserialize(deserializer)?, of: PhantomData })
    }
}

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for Stored<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        T::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(json: &str) -> Stored<Vec<u32>> {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn what_is_stored_goes_out_as_it_is() {
        let json = r#"{"list":[1, 2.50],"other":1}"#;
        #[derive(Serialize, Deserialize)]
        struct Outer {
            list: Stored<Vec<f64>>,
            other: u8,
        }
        let outer: Outer = serde_json::from_str(json).unwrap();
        assert_eq!(outer.list.read().unwrap(), [1.0, 2.5]);
        assert_eq!(serde_json::to_string(&outer).unwrap(), json);
    }

    #[test]
    fn what_is_no_json_is_refused_at_once_and_another_shape_when_it_is_read() {
        assert!(serde_json::from_str::<Stored<Vec<u32>>>("[1,").is_err());
        assert!(stored("{}").read().is_err());
        assert!(Stored::joined([&stored("{}")]).is_err());
    }

    #[test]
    fn lists_join_in_order() {
        let joined = Stored::joined([&stored("[1, 2]"), &stored("[ ]"), &stored(" [3] ")]).unwrap();
        assert_eq!(joined.read().unwrap(), [1, 2, 3]);
        assert_eq!(Stored::joined([&stored("[]")]).unwrap().json(), "[]");
        assert_eq!(Stored::of(&vec![4_u32]).unwrap().json(), "[4]");
    }
}
