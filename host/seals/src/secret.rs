//! The secret behind sealed texts and signed URLs.

use hmac::{Hmac, Mac as _};
use rand::Rng as _;
use sha2::Sha256;

use crate::{Sealer, Signer};

/// A secret of 32 random bytes. Cheap to clone.
#[derive(Clone)]
pub struct Secret(Hmac<Sha256>);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    /// Length in bytes.
    pub const BYTES: usize = 32;

    /// Returns random bytes for a new secret.
    pub fn random() -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        rand::rng().fill(&mut bytes);
        bytes
    }

    /// Creates a secret. Returns `None` unless there are exactly [`Secret::BYTES`] bytes.
    pub fn new(bytes: &[u8]) -> Option<Self> {
        let bytes: &[u8; Self::BYTES] = bytes.try_into().ok()?;
        Hmac::new_from_slice(bytes).ok().map(Self)
    }

    /// Returns a key for another purpose. It says nothing about the secret or about the keys of other purposes.
    pub fn derive(&self, purpose: &str) -> [u8; Self::BYTES] {
        self.0.clone().chain_update(purpose).finalize().into_bytes().into()
    }

    /// Returns the signer of URLs.
    pub fn signer(&self) -> Signer {
        Signer::new(self.0.clone())
    }

    /// Returns the sealer of texts. Its key is derived from the secret.
    pub fn sealer(&self) -> Sealer {
        Sealer::new(&self.0)
    }
}
