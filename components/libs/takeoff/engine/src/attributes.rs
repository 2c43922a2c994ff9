//! The attributes of items and routes.

use crate::bindings::quantities::Attribute;

/// Returns an attribute with a text.
pub(crate) fn text(key: impl Into<String>, value: impl Into<String>) -> (String, Attribute) {
    (key.into(), Attribute::Text(value.into()))
}

/// Returns an attribute with a number.
pub(crate) fn number(key: &str, value: impl Into<f64>) -> (String, Attribute) {
    (key.to_owned(), Attribute::Number(value.into()))
}

/// Returns an attribute that is true or false.
pub(crate) fn flag(key: &str, value: bool) -> (String, Attribute) {
    (key.to_owned(), Attribute::Flag(value))
}

/// Adds an attribute and removes the one with its key.
pub(crate) fn replace(attributes: &mut Vec<(String, Attribute)>, new: (String, Attribute)) {
    attributes.retain(|(key, _)| *key != new.0);
    attributes.push(new);
}
