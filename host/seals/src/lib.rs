//! Sealed texts and signed URLs. The host and the edge components share one secret, so each can open texts that the other sealed
//! and verify URLs that the other signed.
//!
//! - `secret`: the shared secret; `sealer`: sealed texts; `signer`: signed blob URLs; `key`: blob keys;
//! - `question`: the signed request by which the edge asks the central host about a source URL.

mod key;
mod question;
mod sealer;
mod secret;
mod signer;

pub use key::{InvalidKey, check_key};
pub use question::SOURCES;
pub use sealer::{Sealer, TooLong};
pub use secret::Secret;
pub use signer::{BlobGrant, BlobOperation, SignatureError, SignedDownload, SignedUpload, Signer};
