//! The id of a user.

use std::fmt;
use std::ops::Deref;

use plumbline_sql::Value;
use serde::Serialize;

/// A user's id: `usr_` and 22 characters from `0-9A-Za-z`. In the database and in answers, it is its text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct UserId(String);

impl UserId {
    /// Prefix of every user id.
    pub const PREFIX: &'static str = "usr_";

    /// Returns a new random id.
    pub fn random() -> Self {
        Self(crate::id::random(Self::PREFIX))
    }

    /// Creates an id from a text that should be one, such as a column or the field of a form. The form of the text is
    /// not checked: an id that nobody has finds nobody.
    pub fn stored(text: String) -> Self {
        Self(text)
    }

    /// Returns the id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for UserId {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<UserId> for String {
    fn from(id: UserId) -> Self {
        id.0
    }
}

impl From<&UserId> for Value {
    fn from(id: &UserId) -> Self {
        Self::Text(id.0.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_id_is_its_text() {
        let id = UserId::random();
        assert!(crate::id::has_shape(&id, UserId::PREFIX), "{id}");
        assert_eq!(Value::from(&id), Value::Text(id.to_string()));
        assert_eq!(UserId::stored(String::from(id.clone())), id);
    }
}
