//! A form as OAuth endpoints take it (RFC 6749, section 3.2): each parameter at most once, an empty one counts as left out.

use std::borrow::Cow;

use http::{HeaderMap, header};

/// The parameters of a form.
pub(crate) struct Form<'a>(Vec<(Cow<'a, str>, Cow<'a, str>)>);

impl<'a> Form<'a> {
    /// Reads a body.
    ///
    /// # Errors
    /// Words for the client's developer: another media type, a parameter that stands twice.
    pub(crate) fn read(headers: &HeaderMap, body: &'a [u8]) -> Result<Self, String> {
        let media_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let bare = media_type.split(';').next().unwrap_or_default().trim();
        if !bare.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
            return Err("Send a form with `Content-Type: application/x-www-form-urlencoded`.".into());
        }
        let pairs: Vec<_> = form_urlencoded::parse(body).collect();
        for (index, (name, _)) in pairs.iter().enumerate() {
            // RFC 8707 lets a client name several resources.
            if name != "resource" && pairs[..index].iter().any(|(earlier, _)| earlier == name) {
                return Err(format!("`{name}` was sent more than once."));
            }
        }
        Ok(Self(pairs))
    }

    /// A parameter that is not empty.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, value)| key == name && !value.is_empty()).map(|(_, value)| value.as_ref())
    }

    /// A parameter that has to be there.
    ///
    /// # Errors
    /// Words for the client's developer when it is not.
    pub(crate) fn require(&self, name: &str) -> Result<&str, String> {
        self.get(name).ok_or_else(|| format!("`{name}` is required."))
    }

    /// All values of a parameter.
    pub(crate) fn all(&self, name: &str) -> Vec<String> {
        self.0.iter().filter(|(key, _)| key == name).map(|(_, value)| value.as_ref().to_owned()).collect()
    }
}
