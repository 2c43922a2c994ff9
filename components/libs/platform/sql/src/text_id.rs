//! What types of ids have in common.

/// Implements what all ids can do, for a struct that is a `String` in a tuple: in the database, in headers and in
/// messages, an id is its text.
///
/// ```
/// struct OrderId(String);
/// plumbline_sql::text_id!(OrderId);
///
/// let id = OrderId("ord_1".into());
/// assert_eq!((id.as_str(), id.to_string()), ("ord_1", String::from("ord_1")));
/// assert_eq!(plumbline_sql::Value::from(&id), plumbline_sql::Value::Text("ord_1".into()));
/// ```
#[macro_export]
macro_rules! text_id {
    ($name:ident) => {
        impl $name {
            /// Returns the id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl ::std::ops::Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl From<$name> for $crate::Value {
            fn from(id: $name) -> Self {
                Self::Text(id.0)
            }
        }

        impl From<&$name> for $crate::Value {
            fn from(id: &$name) -> Self {
                Self::Text(id.0.clone())
            }
        }
    };
}
