//! From a bearer token to who calls, or a refusal.

use plumbline_tenancy::Database;

use crate::credential::Credential;
use crate::error::IdentityError;
use crate::{Identity, Platform, keys};

/// Why a credential opens nothing: words for the caller, which tell nothing a stranger should not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// Nothing of that shape is issued here, or it was revoked.
    Unknown,
    /// A token whose time is over.
    Expired,
    /// A token whose time has not come.
    NotYet,
    /// A token for somebody else, of somebody else, or tampered with.
    Untrusted,
}

impl Refusal {
    /// What the caller is told.
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
    /// Who calls with this bearer token.
    ///
    /// # Errors
    /// When the database or a provider's key set cannot be read.
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
