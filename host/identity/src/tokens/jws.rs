//! Parsing of signed tokens (RFC 7515, compact form) and keys, and verification of signatures.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::crypto::rust_crypto;
use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, KeyOperations, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey, Header};
use serde_json::Value;

use super::claims::Claims;

/// Maximum length of a token. Tokens of identity providers with many claims have a few thousand bytes.
const MAX_LENGTH: usize = 16 * 1024;
/// Minimum size of an RSA modulus in bytes (RFC 7518, section 3.3).
const MIN_RSA: usize = 256;

/// A parsed token. Its contents must not be trusted before [`Jws::is_signed_by`] returns `true`.
pub(super) struct Jws<'t> {
    pub(super) algorithm: Algorithm,
    pub(super) kid: String,
    pub(super) kind: Option<String>,
    pub(super) claims: Claims,
    signed: &'t str,
    signature: Vec<u8>,
}

impl<'t> Jws<'t> {
    /// Parses a token. Returns `None` if it is too long, does not have three parts, has an unsupported algorithm or critical
    /// extensions, or does not name a key.
    pub(super) fn parse(token: &'t str) -> Option<Self> {
        if token.len() > MAX_LENGTH {
            return None;
        }
        let (signed, signature) = token.rsplit_once('.')?;
        let (header, payload) = signed.split_once('.')?;
        let decode = |part: &str| URL_SAFE_NO_PAD.decode(part).ok();
        // Keys that the header contains or points to (jwk, jku, x5c, x5u) are ignored. `none` is not an algorithm of the
        // library, so a header with it does not parse.
        let header: Header = serde_json::from_slice(&decode(header)?).ok()?;
        // RFC 7515, section 4.1.11: an extension that is critical and not understood makes the token invalid. We support none.
        if header.crit.is_some() {
            return None;
        }
        Some(Self {
            algorithm: header.alg,
            kid: header.kid?,
            kind: header.typ,
            claims: serde_json::from_slice(&decode(payload)?).ok()?,
            signed,
            signature: decode(signature)?,
        })
    }

    /// Returns whether the `typ` of the header is `kind`. RFC 7515, section 4.1.9, permits omitting the `application/` of a media
    /// type, and case does not matter.
    pub(super) fn is_a(&self, kind: &str) -> bool {
        let said = self.kind.as_deref().unwrap_or_default().to_ascii_lowercase();
        said.strip_prefix("application/").unwrap_or(&said) == kind
    }

    /// Returns whether the signature is valid for this key. The header may only choose among the algorithms that the key is
    /// for.
    pub(super) fn is_signed_by(&self, key: &VerifyingKey) -> bool {
        key.algorithms.contains(&self.algorithm)
            // The provider is named explicitly. The library's own `decode` reads a process-wide setting, which panics if another
            // crate of the program enables a second provider.
            && (rust_crypto::DEFAULT_PROVIDER.verifier_factory)(&self.algorithm, &key.key)
                .is_ok_and(|verifier| verifier.verify(self.signed.as_bytes(), &self.signature).is_ok())
    }
}

/// A public key of a key set.
#[derive(Debug, Clone)]
pub(super) struct VerifyingKey {
    pub(super) kid: String,
    algorithms: Vec<Algorithm>,
    key: DecodingKey,
}

impl VerifyingKey {
    /// Creates one of our own keys, for RS256 only.
    pub(super) fn from_components(kid: &str, n: &str, e: &str) -> Option<Self> {
        let key = DecodingKey::from_rsa_components(n, e).ok()?;
        Some(Self { kid: kid.to_owned(), algorithms: vec![Algorithm::RS256], key })
    }

    /// Creates a key from another issuer's set (RFC 7517). Returns `None` if it has no name, is not for signatures, or has an
    /// unsupported type. Its algorithms follow from its own type, never from a token.
    pub(super) fn from_jwk(jwk: &Value) -> Option<Self> {
        let jwk: Jwk = serde_json::from_value(jwk.clone()).ok()?;
        let common = &jwk.common;
        let for_signatures = common.public_key_use.as_ref().is_none_or(|usage| *usage == PublicKeyUse::Signature)
            && common.key_operations.as_ref().is_none_or(|all| all.contains(&KeyOperations::Verify));
        if !for_signatures {
            return None;
        }
        let mut algorithms = match &jwk.algorithm {
            AlgorithmParameters::RSA(rsa) if modulus_bytes(&rsa.n) >= MIN_RSA => {
                vec![Algorithm::RS256, Algorithm::RS384, Algorithm::RS512, Algorithm::PS256]
            }
            AlgorithmParameters::EllipticCurve(ec) if ec.curve == EllipticCurve::P256 => vec![Algorithm::ES256],
            AlgorithmParameters::EllipticCurve(ec) if ec.curve == EllipticCurve::P384 => vec![Algorithm::ES384],
            AlgorithmParameters::OctetKeyPair(okp) if okp.curve == EllipticCurve::Ed25519 => vec![Algorithm::EdDSA],
            _ => return None,
        };
        if let Some(only) = common.key_algorithm {
            algorithms.retain(|algorithm| only == (*algorithm).into());
        }
        let key = DecodingKey::from_jwk(&jwk).ok()?;
        Some(Self { kid: common.key_id.clone()?, algorithms, key }).filter(|key| !key.algorithms.is_empty())
    }
}

/// Returns the number of bytes in a base64url modulus, without leading zeros.
fn modulus_bytes(n: &str) -> usize {
    URL_SAFE_NO_PAD.decode(n).map_or(0, |bytes| bytes.iter().skip_while(|byte| **byte == 0).count())
}
