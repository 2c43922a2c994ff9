//! Sealed texts, such as cursors, that callers receive and send back.
//!
//! The cipher is XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha). Its nonce is long enough to be drawn at random for every text.
//! The scope and the purpose are authenticated data, so a text sealed for one scope or purpose does not open for another.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{KeyInit as _, XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac as _};
use plumbline_tenancy::Scope;
use rand::Rng as _;
use sha2::Sha256;

/// Length of the nonce that precedes the sealed text, in bytes.
const NONCE_BYTES: usize = 24;
/// Label that separates the sealing key from the key for signed URLs. Both are derived from one secret.
const DERIVATION: &str = "plumbline sealing 1";

/// The error for a text that is too long to be sealed. The cipher's limit is in the gigabytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the text is too long to be sealed")]
pub struct TooLong;

/// Seals and opens texts. Cheap to clone.
#[derive(Clone)]
pub struct Sealer {
    cipher: XChaCha20Poly1305,
}

impl std::fmt::Debug for Sealer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sealer")
    }
}

impl Sealer {
    /// Creates a sealer whose key is derived from `secret`.
    pub(crate) fn new(secret: &Hmac<Sha256>) -> Self {
        let key = secret.clone().chain_update(DERIVATION).finalize().into_bytes();
        Self { cipher: XChaCha20Poly1305::new(&key) }
    }

    /// Seals a text as base64url. Only [`Sealer::open`] can read it, with the same scope and purpose.
    ///
    /// # Errors
    /// Returns [`TooLong`] if the text is too long to be sealed.
    pub fn seal(&self, scope: &Scope, purpose: &str, text: &str) -> Result<String, TooLong> {
        Ok(URL_SAFE_NO_PAD.encode(self.seal_bytes(&bound_to(scope, purpose), text.as_bytes())?))
    }

    /// Opens a sealed text. Returns `None` if it was not sealed with this secret for this scope and purpose.
    pub fn open(&self, scope: &Scope, purpose: &str, sealed: &str) -> Option<String> {
        let bytes = URL_SAFE_NO_PAD.decode(sealed).ok()?;
        String::from_utf8(self.open_bytes(&bound_to(scope, purpose), &bytes)?).ok()
    }

    /// Seals bytes of the host, which belong to no scope. Only [`Sealer::open_bytes`] can read them, with the same purpose.
    ///
    /// # Errors
    /// Returns [`TooLong`] if there are too many bytes to be sealed.
    pub fn seal_bytes(&self, purpose: &str, bytes: &[u8]) -> Result<Vec<u8>, TooLong> {
        let mut nonce = [0_u8; NONCE_BYTES];
        rand::rng().fill(&mut nonce);
        let sealed = self
            .cipher
            .encrypt(XNonce::from_slice(&nonce), Payload { msg: bytes, aad: purpose.as_bytes() })
            .map_err(|_| TooLong)?;
        Ok([&nonce[..], &sealed].concat())
    }

    /// Opens sealed bytes. Returns `None` if they were not sealed with this secret for this purpose.
    pub fn open_bytes(&self, purpose: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, sealed) = sealed.split_at_checked(NONCE_BYTES)?;
        self.cipher.decrypt(XNonce::from_slice(nonce), Payload { msg: sealed, aad: purpose.as_bytes() }).ok()
    }
}

/// Returns the authenticated data. A scope has no line break, so it cannot run into the purpose.
fn bound_to(scope: &Scope, purpose: &str) -> String {
    format!("{scope}\n{purpose}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_tenancy::{Environment, TenantId};

    #[test]
    fn opens_for_its_own_scope_and_purpose_only() {
        let sealer = crate::Secret::new(&[7; 32]).unwrap().sealer();
        let scope = Scope::new(TenantId::random(), Environment::Sandbox);
        let sealed = sealer.seal(&scope, "cursor", "prj_1").unwrap();
        assert_eq!(sealer.open(&scope, "cursor", &sealed).as_deref(), Some("prj_1"));
        assert_eq!(sealer.open(&scope, "cursors", &sealed), None);
        let production = Scope::new(scope.tenant.clone(), Environment::Production);
        assert_eq!(sealer.open(&production, "cursor", &sealed), None);
        assert_eq!(sealer.open(&Scope::new(TenantId::random(), Environment::Sandbox), "cursor", &sealed), None);
        let other = crate::Secret::new(&[8; 32]).unwrap().sealer();
        assert_eq!(other.open(&scope, "cursor", &sealed), None);
        for index in 0..sealed.len() {
            let mut changed = sealed.clone().into_bytes();
            changed[index] = if changed[index] == b'A' { b'B' } else { b'A' };
            assert_eq!(sealer.open(&scope, "cursor", &String::from_utf8(changed).unwrap()), None);
        }
        assert_eq!(sealer.open(&scope, "cursor", ""), None);
    }
}
