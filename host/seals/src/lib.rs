//! What goes out to callers and comes back unforged: sealed texts, which only we can read, and signed addresses, which only we
//! can make. Whoever has the secret is "we": the host, and the components that serve at the edge.
//!
//! - `secret`: what both are made from; `sealer`: sealed texts; `signer`: signed addresses; `key`: the names of blobs;
//! - `question`: what the edge asks the centre.

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
