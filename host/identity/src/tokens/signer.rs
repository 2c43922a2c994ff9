//! Signing of tokens with RS256 by one of our private keys.

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
/// Used instead of the authorization server's own `RsaSigner`, which signs without blinding. The duration of its signatures
/// depends on the key and can eventually reveal it (RUSTSEC-2023-0071). Here each signature draws a blinding
/// factor.
pub struct SigningKey {
    kid: String,
    key: rsa::pkcs1v15::SigningKey<Sha256>,
    n: String,
    e: String,
}

impl SigningKey {
    /// Creates a key and returns it with its PKCS#8 document. It can take a second, so call it in
    /// [`Platform::work`](crate::Platform::work).
    pub(super) fn generate(kid: String) -> Result<(Self, Vec<u8>), IdentityError> {
        let failed =
            |error: &dyn fmt::Display| IdentityError::External(format!("Cannot create a signing key: {error}"));
        let key = RsaPrivateKey::new(&mut OsRng, BITS).map_err(|error| failed(&error))?;
        let document = key.to_pkcs8_der().map_err(|error| failed(&error))?;
        Ok((Self::over(kid, key), document.as_bytes().to_vec()))
    }

    /// Reads a key from a PKCS#8 document.
    pub(super) fn read(kid: &str, document: &[u8]) -> Result<Self, IdentityError> {
        let key = RsaPrivateKey::from_pkcs8_der(document)
            .map_err(|_| DatabaseError::Corrupt(format!("signing key `{kid}` is not an RSA key in PKCS#8")))?;
        Ok(Self::over(kid.to_owned(), key))
    }

    fn over(kid: String, key: RsaPrivateKey) -> Self {
        let n = URL_SAFE_NO_PAD.encode(key.n().to_bytes_be());
        let e = URL_SAFE_NO_PAD.encode(key.e().to_bytes_be());
        // Not with `From`: that key would omit the hash identifier, and its signatures would not verify.
        Self { kid, key: rsa::pkcs1v15::SigningKey::new(key), n, e }
    }

    /// Returns the name of the key in key sets and token headers.
    pub fn kid(&self) -> &str {
        &self.kid
    }

    /// Returns the modulus and the exponent in base64url.
    pub(super) fn components(&self) -> (&str, &str) {
        (&self.n, &self.e)
    }

    /// Returns the private key, for tests that misuse it.
    #[cfg(test)]
    pub(super) fn private(&self) -> &RsaPrivateKey {
        self.key.as_ref()
    }

    /// Returns a signed access token (RFC 9068) with these claims.
    pub(crate) fn token(&self, claims: &impl Serialize) -> Result<String, IdentityError> {
        let failed = |error: &dyn fmt::Display| IdentityError::External(format!("Cannot sign a token: {error}"));
        let header = serde_json::json!({ "alg": "RS256", "typ": "at+jwt", "kid": self.kid }).to_string();
        let claims = serde_json::to_vec(claims).map_err(|error| failed(&error))?;
        let mut token = format!("{}.{}", URL_SAFE_NO_PAD.encode(header), URL_SAFE_NO_PAD.encode(claims));
        let signature = self.signature(token.as_bytes()).map_err(|error| failed(&error))?;
        token.push('.');
        URL_SAFE_NO_PAD.encode_string(signature, &mut token);
        Ok(token)
    }

    pub(super) fn signature(&self, input: &[u8]) -> Result<Box<[u8]>, rsa::signature::Error> {
        // The key operation is blinded only if a source of randomness is given.
        self.key.try_sign_with_rng(&mut OsRng, input).map(|signature| signature.to_bytes())
    }
}

impl JwsSigner for SigningKey {
    fn alg(&self) -> JwsAlg {
        JwsAlg::Rs256
    }

    fn sign(&self, input: &[u8]) -> impl Future<Output = Result<JwsSignature, SignerError>> + Send {
        // A signature takes one or two milliseconds, so it is computed inline.
        let signature = self.signature(input).map(JwsSignature::Rs256);
        std::future::ready(signature.map_err(|_| SignerError::new("the RSA signature failed")))
    }

    fn public_jwk(&self) -> Jwk {
        Jwk::Rsa { n: self.n.clone(), e: self.e.clone(), kid: Some(self.kid.clone()) }
    }
}

impl fmt::Debug for SigningKey {
    // The private key must not get into a log.
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
        let (made, document) = SigningKey::generate("key_one".into()).unwrap();
        let read = SigningKey::read("key_one", &document).unwrap();
        assert_eq!(read.public_jwk(), made.public_jwk());
        assert!(!format!("{read:?}").contains(&read.n));
        assert!(SigningKey::read("key_one", b"garbage").unwrap_err().to_string().contains("key_one"));
        // The library's own conformance harness: public key, width, verification, no panics.
        let harness = SignerConformance::new(read, oauth_as::backends::rsa::RsaVerifier);
        assert_eq!(harness.run().await, []);
    }
}
