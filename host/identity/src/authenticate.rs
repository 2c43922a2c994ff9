//! Authentication: from a bearer token to a credential or a refusal.

use plumbline_tenancy::Database;

use crate::credential::Credential;
use crate::error::IdentityError;
use crate::refusal::Refusal;
use crate::{Identity, Platform, keys};

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
