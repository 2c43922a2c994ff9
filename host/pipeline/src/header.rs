//! Headers of answers.

use http::{HeaderMap, HeaderName, HeaderValue};

/// Sets a header, unless the value cannot be sent in one.
pub fn set_header(headers: &mut HeaderMap, name: HeaderName, value: impl TryInto<HeaderValue>) {
    if let Ok(value) = value.try_into() {
        headers.insert(name, value);
    }
}
