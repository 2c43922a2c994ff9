//! Sealed texts and signed URLs. The host and the edge components share one secret, so each can open texts that the
//! other sealed and verify URLs that the other signed.
//!
//! - `secret`: the shared secret; `sealer`: sealed texts; `signer`: signed blob URLs; `key`: blob keys;
//! - `question`: the signed request by which the edge asks the central host about a source URL.
//!
//! ```
//! use plumbline_seals::Secret;
//! use plumbline_tenancy::{Environment, Scope, TenantId};
//!
//! let sealer = Secret::new(&Secret::random()).expect("a secret").sealer();
//! let scope = Scope::new(TenantId::random(), Environment::Sandbox);
//! let sealed = sealer.seal(&scope, "cursor", "prj_1")?;
//! assert_eq!(sealer.open(&scope, "cursor", &sealed).as_deref(), Some("prj_1"));
//!
//! // A text opens only for the purpose and the scope that it was sealed for.
//! assert_eq!(sealer.open(&scope, "token", &sealed), None);
//! # Ok::<(), plumbline_seals::TooLong>(())
//! ```

mod key;
mod question;
mod sealer;
mod secret;
mod signer;

pub use key::{InvalidKey, check_key};
pub use question::{PICTURES, SOURCES};
pub use sealer::{Sealer, TooLong};
pub use secret::Secret;
pub use signer::{BlobGrant, BlobOperation, SignatureError, SignedDownload, SignedUpload, Signer};
