//! Form bodies of OAuth endpoints (RFC 6749, section 3.2). A parameter may occur once. An empty one counts as omitted.

use std::borrow::Cow;

use http::{HeaderMap, header};

/// The parameters of a form.
pub(crate) struct Form<'a>(Vec<(Cow<'a, str>, Cow<'a, str>)>);

impl<'a> Form<'a> {
    /// Parses the body of a request.
    ///
    /// # Errors
    /// Returns an error message for the client's developer if the media type is wrong or a parameter is repeated.
    pub(crate) fn read(headers: &HeaderMap, body: &'a [u8]) -> Result<Self, String> {
        let media_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let bare = media_type.split(';').next().unwrap_or_default().trim();
        if !bare.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
            return Err("Send a form with `Content-Type: application/x-www-form-urlencoded`.".into());
        }
        let pairs: Vec<_> = form_urlencoded::parse(body).collect();
        for (index, (name, _)) in pairs.iter().enumerate() {
            // RFC 8707 allows several `resource` parameters.
            if name != "resource" && pairs[..index].iter().any(|(earlier, _)| earlier == name) {
                return Err(format!("`{name}` was sent more than once."));
            }
        }
        Ok(Self(pairs))
    }

    /// Returns the value of a parameter, or `None` if it is missing or empty.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, value)| key == name && !value.is_empty()).map(|(_, value)| value.as_ref())
    }

    /// Returns the value of a required parameter.
    ///
    /// # Errors
    /// Returns an error message for the client's developer if the parameter is missing or empty.
    pub(crate) fn require(&self, name: &str) -> Result<&str, String> {
        self.get(name).ok_or_else(|| format!("`{name}` is required."))
    }

    /// Returns all values of a parameter.
    pub(crate) fn all(&self, name: &str) -> Vec<String> {
        self.0.iter().filter(|(key, _)| key == name).map(|(_, value)| value.as_ref().to_owned()).collect()
    }
}
