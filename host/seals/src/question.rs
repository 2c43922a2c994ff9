//! The signed requests by which the edge asks the central host: whether a document can be fetched from a URL, and for a
//! picture of a page. Only the central host resolves names, knows which networks are public, and has the files.

use http::Uri;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use plumbline_tenancy::Scope;

use crate::signer::{check_time, expiry, value};
use crate::{SignatureError, Signer};

/// Path prefix of requests about URLs.
pub const SOURCES: &str = "/edge/sources/";

/// Path prefix of requests for pictures.
pub const PICTURES: &str = "/edge/pictures/";

/// Lifetime of a signature, in seconds.
const SECONDS: u32 = 60;

impl Signer {
    /// Returns the path and query of the GET request that asks about `url`.
    pub fn sign_source(&self, scope: &Scope, url: &str) -> String {
        self.question(SOURCES, scope, ("url", url))
    }

    /// Returns the path and query of the GET request for a picture of a page, which `wanted` describes.
    pub fn sign_picture(&self, scope: &Scope, wanted: &str) -> String {
        self.question(PICTURES, scope, ("wanted", wanted))
    }

    fn question(&self, prefix: &str, scope: &Scope, (name, value): (&str, &str)) -> String {
        let value = utf8_percent_encode(value, NON_ALPHANUMERIC);
        self.signed(&format!("{prefix}{scope}?until={}&{name}={value}", expiry(SECONDS).0))
    }

    /// Verifies a request and returns the URL it asks about. `uri` is the URI as sent, without the public base path.
    ///
    /// # Errors
    /// Returns [`SignatureError::Invalid`] or [`SignatureError::Expired`].
    pub fn verify_source(&self, uri: &Uri) -> Result<String, SignatureError> {
        self.verify_question(uri, SOURCES, "url").map(|(_, url)| url)
    }

    /// Verifies a request for a picture and returns the scope of its file, and the description of the picture. See
    /// [`Signer::verify_source`].
    ///
    /// # Errors
    /// Returns [`SignatureError::Invalid`] or [`SignatureError::Expired`].
    pub fn verify_picture(&self, uri: &Uri) -> Result<(Scope, String), SignatureError> {
        self.verify_question(uri, PICTURES, "wanted")
    }

    fn verify_question(&self, uri: &Uri, prefix: &str, name: &str) -> Result<(Scope, String), SignatureError> {
        let text = self.verified(uri)?;
        let (scope, query) =
            text.strip_prefix(prefix).and_then(|rest| rest.split_once('?')).ok_or(SignatureError::Invalid)?;
        let until = value(query, "until").and_then(|until| until.parse().ok()).ok_or(SignatureError::Invalid)?;
        check_time(until)?;
        let scope = scope.parse().map_err(|_| SignatureError::Invalid)?;
        Ok((scope, value(query, name).ok_or(SignatureError::Invalid)?))
    }
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, Method};
    use plumbline_tenancy::{Environment, TenantId};

    use super::*;
    use crate::Secret;

    #[test]
    fn a_picture_is_of_the_scope_that_asked() {
        let signer = Secret::new(&[7; 32]).unwrap().signer();
        let scope = Scope::new(TenantId::random(), Environment::Sandbox);
        let wanted = r#"{"key":"documents/doc_1","page_number":1}"#;
        let asked = signer.sign_picture(&scope, wanted);
        assert_eq!(signer.verify_picture(&asked.parse().unwrap()), Ok((scope.clone(), wanted.to_owned())));
        let other = Scope::new(TenantId::random(), Environment::Sandbox);
        let changed = asked.replace(&scope.to_string(), &other.to_string()).parse().unwrap();
        assert_eq!(signer.verify_picture(&changed), Err(SignatureError::Invalid));
        assert_eq!(signer.verify_source(&asked.parse().unwrap()), Err(SignatureError::Invalid));
    }

    #[test]
    fn a_question_verifies_for_its_own_url_only() {
        let signer = Secret::new(&[7; 32]).unwrap().signer();
        let scope = Scope::new(TenantId::random(), Environment::Sandbox);
        let url = "https://files.example.test/plan one.pdf?a=1&b=2";
        let asked = signer.sign_source(&scope, url);
        assert_eq!(signer.verify_source(&asked.parse().unwrap()).as_deref(), Ok(url));
        let changed = asked.replace("plan%20one", "plan%20two").parse().unwrap();
        assert_eq!(signer.verify_source(&changed), Err(SignatureError::Invalid));
        let other = Secret::new(&[8; 32]).unwrap().signer();
        assert_eq!(other.verify_source(&asked.parse().unwrap()), Err(SignatureError::Invalid));
        let blob = signer.sign_download(&scope, "documents/doc_1", "a.pdf", "application/pdf", 60).unwrap();
        assert_eq!(signer.verify_source(&blob.path_and_query.parse().unwrap()), Err(SignatureError::Invalid));
        let verified = signer.verify(&Method::GET, &asked.parse().unwrap(), &HeaderMap::new());
        assert_eq!(verified, Err(SignatureError::Invalid));
    }
}
