//! Ids of callers, as types that do not mix. In the database, in headers and in answers, each is its text.

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
        }

        plumbline_sql::text_id!($name);
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
    use plumbline_sql::Value;

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
