//! Ids of callers, as types that do not mix. In the database, in headers and in answers, each is its text.

use std::fmt;
use std::ops::Deref;

use plumbline_sql::Value;
use serde::{Deserialize, Serialize};

/// Declares types of ids with the prefix of new ones.
macro_rules! types {
    ($($(#[$about:meta])* $name:ident of $prefix:literal;)*) => {$(
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// Returns a new random id.
            pub fn random() -> Self {
                Self(crate::id::random($prefix))
            }

            /// Creates an id from a text that should be one, such as a column or the field of a form. The form of the
            /// text is not checked: an id that nobody has finds nothing.
            pub fn stored(text: String) -> Self {
                Self(text)
            }

            /// Returns the id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl From<&$name> for Value {
            fn from(id: &$name) -> Self {
                Self::Text(id.0.clone())
            }
        }
    )*};
}

types! {
    /// A user's id: `usr_` and 22 characters from `0-9A-Za-z`.
    UserId of "usr_";
    /// The id of a client: `pc_` and 22 characters for an API key or a service credential, `oc_` and as many for a
    /// client of the authorization server. The URL by which such a client may name itself is not one.
    ClientId of "pc_";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_its_text() {
        let id = UserId::random();
        assert!(crate::id::has_shape(&id, "usr_"), "{id}");
        assert!(crate::id::has_shape(&ClientId::random(), "pc_"));
        assert_eq!(Value::from(&id), Value::Text(id.to_string()));
        assert_eq!(UserId::stored(String::from(id.clone())), id);
    }
}
