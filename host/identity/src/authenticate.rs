//! Authentication: from a bearer token to a credential or a refusal.

use plumbline_tenancy::Database;

use crate::credential::Credential;
use crate::error::IdentityError;
use crate::{Identity, Platform, keys};

/// The reason why a credential is refused. Its text does not reveal anything to unauthenticated clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The credential was never issued here, or it was revoked.
    Unknown,
    /// The token has expired.
    Expired,
    /// The token is not valid yet.
    NotYet,
    /// The token has another audience or issuer, or was tampered with.
    Untrusted,
}

impl Refusal {
    /// Returns the message for the caller.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Unknown => "The credential is unknown or revoked.",
            Self::Expired => "The token has expired. Get a new one from the token endpoint.",
            Self::NotYet => "The token is not valid yet. The issuer's clock may be ahead.",
            Self::Untrusted => "The token was not issued for this API, or its signature is not valid.",
        }
    }
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// Returns the credential of a bearer token.
    ///
    /// # Errors
    /// Returns an error if the database or the key set of a provider cannot be read.
    pub async fn authenticate(&self, token: &str) -> Result<Result<Credential, Refusal>, IdentityError> {
        if token.starts_with(keys::PREFIX) {
            return Ok(self.key_holder(token).await?.ok_or(Refusal::Unknown));
        }
        match self.verify_token(token).await? {
            Ok(verified) => self.holder(&verified).await,
            Err(refusal) => Ok(Err(refusal)),
        }
    }
}
