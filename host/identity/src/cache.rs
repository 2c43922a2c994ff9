//! What is remembered of credentials, so that a busy caller costs neither a signature nor a look into the database a call.

use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache;
use plumbline_tenancy::Database;
use sha2::{Digest as _, Sha256};

use crate::tokens::VerifiedToken;
use crate::{Credential, Identity, IdentityError, Outside, Refusal, keys};

/// How long a credential is believed without a look. A revocation by another process is seen after at most this.
const STANDING_TIME: Duration = Duration::from_millis(800);
/// How long a signature that held is believed at most; the token says when it is to be looked at again.
const SIGNATURE_TIME: Duration = Duration::from_secs(600);
/// Credentials remembered at once.
const ENTRIES: u64 = 10_000;

/// A token's hash: the cache holds no secret.
type Key = [u8; 32];

/// Finds who calls, and remembers it for a moment. Cheap to clone.
pub struct Credentials<D: Database, O: Outside> {
    identity: Identity<D, O>,
    standing: Cache<Key, (u64, Arc<Credential>)>,
    signatures: Cache<Key, VerifiedToken>,
}

impl<D: Database, O: Outside> Clone for Credentials<D, O> {
    fn clone(&self) -> Self {
        Self { identity: self.identity.clone(), standing: self.standing.clone(), signatures: self.signatures.clone() }
    }
}

impl<D: Database, O: Outside> Credentials<D, O> {
    /// Remembers nothing yet.
    pub fn new(identity: Identity<D, O>) -> Self {
        Self {
            identity,
            standing: Cache::builder().max_capacity(ENTRIES).time_to_live(STANDING_TIME).build(),
            signatures: Cache::builder().max_capacity(ENTRIES).time_to_live(SIGNATURE_TIME).build(),
        }
    }

    /// As [`Identity::authenticate`].
    ///
    /// # Errors
    /// As there.
    pub async fn find(&self, token: &str) -> Result<Result<Arc<Credential>, Refusal>, IdentityError> {
        let key: Key = Sha256::digest(token).into();
        let changes = self.identity.changes();
        if let Some((of, credential)) = self.standing.get(&key)
            && of == changes
        {
            return Ok(Ok(credential));
        }
        let found = if token.starts_with(keys::PREFIX) {
            self.identity.key_holder(token).await?.ok_or(Refusal::Unknown)
        } else {
            match self.signature(key, token).await? {
                Ok(verified) => self.identity.holder(&verified).await?,
                Err(refusal) => Err(refusal),
            }
        };
        Ok(found.map(|credential| {
            let credential = Arc::new(credential);
            self.standing.insert(key, (changes, Arc::clone(&credential)));
            credential
        }))
    }

    async fn signature(&self, key: Key, token: &str) -> Result<Result<VerifiedToken, Refusal>, IdentityError> {
        if let Some(verified) = self.signatures.get(&key)
            && verified.keep_until() > self.identity.clock.now()
        {
            return Ok(Ok(verified));
        }
        let verified = self.identity.verify_token(token).await?;
        if let Ok(verified) = &verified {
            self.signatures.insert(key, verified.clone());
        }
        Ok(verified)
    }
}

#[cfg(test)]
mod tests {
    use plumbline_tenancy::{Database as _, Environment, Statement};

    use super::*;
    use crate::testing::fixture;

    #[tokio::test]
    async fn what_is_remembered_is_forgotten_when_something_changes_here() {
        let f = fixture();
        let scopes = ["projects:read".to_owned()];
        let made = f.identity.create_key(&f.tenant, "k", Environment::Sandbox, &scopes, None).await.unwrap();
        let credentials = Credentials::new(f.identity.clone());
        let found = credentials.find(&made.secret).await.unwrap().unwrap();
        assert_eq!(found.client_id, made.key.id);
        // What another process changes is not seen for a moment: that is what remembering means.
        let elsewhere = Statement::new("UPDATE api_keys SET revoked_at = 'now'");
        f.identity.database.write(vec![elsewhere]).await.unwrap();
        assert!(credentials.find(&made.secret).await.unwrap().is_ok());
        f.identity.revoke_key(None, &made.key.id).await.unwrap();
        assert_eq!(credentials.find(&made.secret).await.unwrap().unwrap_err(), Refusal::Unknown);
    }
}
