//! One of our private keys at work: it signs tokens with RS256.

use std::fmt;
use std::future::Future;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use oauth_as::jwt::{Jwk, JwsAlg, JwsSignature, JwsSigner, SignerError};
use plumbline_tenancy::DatabaseError;
use rsa::RsaPrivateKey;
use rsa::pkcs8::{DecodePrivateKey as _, EncodePrivateKey as _};
use rsa::rand_core::OsRng;
use rsa::signature::{RandomizedSigner as _, SignatureEncoding as _};
use rsa::traits::PublicKeyParts as _;
use serde::Serialize;
use sha2::Sha256;

use crate::error::IdentityError;

/// Bits of a new key's modulus.
const BITS: usize = 2048;

/// A private key that signs with RS256.
///
/// It is used in place of the authorization server's own `RsaSigner`, which signs without blinding: there the time of a
/// signature depends on the key, and can tell it in the end (RUSTSEC-2023-0071). Here each signature draws a blinding
/// factor.
pub struct SigningKey {
    kid: String,
    key: rsa::pkcs1v15::SigningKey<Sha256>,
    n: String,
    e: String,
}

impl SigningKey {
    /// Makes a key and gives it with its PKCS#8 form. It takes a second at worst, so it is work for
    /// [`Platform::work`](crate::Platform::work).
    pub(super) fn make(kid: String) -> Result<(Self, Vec<u8>), IdentityError> {
        let failed =
            |error: &dyn fmt::Display| IdentityError::External(format!("a signing key cannot be made: {error}"));
        let key = RsaPrivateKey::new(&mut OsRng, BITS).map_err(|error| failed(&error))?;
        let document = key.to_pkcs8_der().map_err(|error| failed(&error))?;
        Ok((Self::over(kid, key), document.as_bytes().to_vec()))
    }

    /// The key of a PKCS#8 document.
    pub(super) fn read(kid: &str, document: &[u8]) -> Result<Self, IdentityError> {
        let key = RsaPrivateKey::from_pkcs8_der(document)
            .map_err(|_| DatabaseError::Damaged(format!("signing key `{kid}` is no RSA key in PKCS#8")))?;
        Ok(Self::over(kid.to_owned(), key))
    }

    fn over(kid: String, key: RsaPrivateKey) -> Self {
        let n = URL_SAFE_NO_PAD.encode(key.n().to_bytes_be());
        let e = URL_SAFE_NO_PAD.encode(key.e().to_bytes_be());
        // Not by `From`: that key would leave out the name of the hash, and sign what nobody verifies.
        Self { kid, key: rsa::pkcs1v15::SigningKey::new(key), n, e }
    }

    /// Its name in key sets and in tokens' headers.
    pub fn kid(&self) -> &str {
        &self.kid
    }

    /// Its modulus and its exponent, in base64url.
    pub(super) fn components(&self) -> (&str, &str) {
        (&self.n, &self.e)
    }

    /// The private key, for tests that misuse it.
    #[cfg(test)]
    pub(super) fn private(&self) -> &RsaPrivateKey {
        self.key.as_ref()
    }

    /// An access token (RFC 9068) with these claims.
    pub(crate) fn token(&self, claims: &impl Serialize) -> Result<String, IdentityError> {
        let failed = |error: &dyn fmt::Display| IdentityError::External(format!("a token cannot be signed: {error}"));
        let header = serde_json::json!({ "alg": "RS256", "typ": "at+jwt", "kid": self.kid }).to_string();
        let claims = serde_json::to_vec(claims).map_err(|error| failed(&error))?;
        let mut token = format!("{}.{}", URL_SAFE_NO_PAD.encode(header), URL_SAFE_NO_PAD.encode(claims));
        let signature = self.signature(token.as_bytes()).map_err(|error| failed(&error))?;
        token.push('.');
        URL_SAFE_NO_PAD.encode_string(signature, &mut token);
        Ok(token)
    }

    pub(super) fn signature(&self, input: &[u8]) -> Result<Box<[u8]>, rsa::signature::Error> {
        // With a source of randomness the key operation is blinded; without one it is not.
        self.key.try_sign_with_rng(&mut OsRng, input).map(|signature| signature.to_bytes())
    }
}

impl JwsSigner for SigningKey {
    fn alg(&self) -> JwsAlg {
        JwsAlg::Rs256
    }

    fn sign(&self, input: &[u8]) -> impl Future<Output = Result<JwsSignature, SignerError>> + Send {
        // A signature takes one or two milliseconds, so it is made on the spot.
        let signature = self.signature(input).map(JwsSignature::Rs256);
        std::future::ready(signature.map_err(|_| SignerError::new("the RSA signature failed")))
    }

    fn public_jwk(&self) -> Jwk {
        Jwk::Rsa { n: self.n.clone(), e: self.e.clone(), kid: Some(self.kid.clone()) }
    }
}

impl fmt::Debug for SigningKey {
    // Nothing of the private half gets into a log.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("SigningKey").field("kid", &self.kid).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oauth_as::signer_conformance::SignerConformance;

    #[tokio::test]
    async fn a_key_comes_back_from_its_document_and_signs_as_the_authorization_server_expects() {
        let (made, document) = SigningKey::make("key_one".into()).unwrap();
        let read = SigningKey::read("key_one", &document).unwrap();
        assert_eq!(read.public_jwk(), made.public_jwk());
        assert!(!format!("{read:?}").contains(&read.n));
        assert!(SigningKey::read("key_one", b"garbage").unwrap_err().to_string().contains("key_one"));
        // The authorization server's own harness: public half, width, verification, no panic.
        let harness = SignerConformance::new(read, oauth_as::backends::rsa::RsaVerifier);
        assert_eq!(harness.run().await, []);
    }
}
