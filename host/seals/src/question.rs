//! The signed request by which the edge asks the central host whether a document can be fetched from a URL. Only the
//! central host resolves names and knows which networks are public.

use http::Uri;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use plumbline_tenancy::Scope;

use crate::signer::{check_time, expiry, value};
use crate::{SignatureError, Signer};

/// Path prefix of these requests.
pub const SOURCES: &str = "/edge/sources/";

/// Lifetime of a signature, in seconds.
const SECONDS: u32 = 60;

impl Signer {
    /// Returns the path and query of the GET request that asks about `url`.
    pub fn sign_source(&self, scope: &Scope, url: &str) -> String {
        let url = utf8_percent_encode(url, NON_ALPHANUMERIC);
        self.signed(&format!("{SOURCES}{scope}?until={}&url={url}", expiry(SECONDS).0))
    }

    /// Verifies a request and returns the URL it asks about. `uri` is the URI as sent, without the public base path.
    ///
    /// # Errors
    /// Returns [`SignatureError::Invalid`] or [`SignatureError::Expired`].
    pub fn verify_source(&self, uri: &Uri) -> Result<String, SignatureError> {
        let text = self.verified(uri)?;
        let (_, query) =
            text.strip_prefix(SOURCES).and_then(|rest| rest.split_once('?')).ok_or(SignatureError::Invalid)?;
        let until = value(query, "until").and_then(|until| until.parse().ok()).ok_or(SignatureError::Invalid)?;
        check_time(until)?;
        value(query, "url").ok_or(SignatureError::Invalid)
    }
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, Method};
    use plumbline_tenancy::{Environment, TenantId};

    use super::*;
    use crate::Secret;

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
