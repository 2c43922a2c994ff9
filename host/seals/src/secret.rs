//! The secret that seals and signatures are made from.

use hmac::{Hmac, Mac as _};
use rand::Rng as _;
use sha2::Sha256;

use crate::{Sealer, Signer};

/// Thirty-two random bytes. Cheap to clone.
#[derive(Clone)]
pub struct Secret(Hmac<Sha256>);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    /// How many bytes it has.
    pub const BYTES: usize = 32;

    /// New bytes for a secret.
    pub fn random() -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        rand::rng().fill(&mut bytes);
        bytes
    }

    /// The secret of some bytes; none where they are not [`Secret::BYTES`].
    pub fn new(bytes: &[u8]) -> Option<Self> {
        let bytes: &[u8; Self::BYTES] = bytes.try_into().ok()?;
        Hmac::new_from_slice(bytes).ok().map(Self)
    }

    /// What signs addresses.
    pub fn signer(&self) -> Signer {
        Signer::new(self.0.clone())
    }

    /// What seals texts, with a key of its own derived from the secret.
    pub fn sealer(&self) -> Sealer {
        Sealer::new(&self.0)
    }
}
