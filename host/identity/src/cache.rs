//! A cache of credentials, so that the calls of a busy client do not each cost a signature check and a database query.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use moka::sync::Cache;
use plumbline_tenancy::Database;
use sha2::{Digest as _, Sha256};

use crate::tokens::VerifiedToken;
use crate::{Credential, Identity, IdentityError, Platform, Refusal, keys};

/// Lifetime of a cached credential. A revocation by another process takes effect within this time.
const CREDENTIAL_TTL: Duration = Duration::from_millis(800);
/// Age at which one caller looks the credential up again while the others keep using the cached one. A busy credential therefore
/// never makes all of its callers wait.
const REFRESH_AFTER: Duration = Duration::from_millis(400);
/// Maximum lifetime of a verified signature. The token itself may require an earlier check.
const SIGNATURE_TTL: Duration = Duration::from_secs(600);
/// Maximum number of cached credentials.
const ENTRIES: u64 = 10_000;

/// The hash of a token. The cache does not hold secrets.
type Key = [u8; 32];

/// A cache in front of [`Identity::authenticate`]. Cheap to clone.
pub struct Credentials<D: Database, P: Platform> {
    identity: Identity<D, P>,
    credentials: Cache<Key, Arc<CachedCredential>>,
    signatures: Cache<Key, VerifiedToken>,
    refresh_after: Duration,
}

/// A cached credential.
struct CachedCredential {
    credential: Arc<Credential>,
    /// Value of [`Identity::cache_generation`] before the lookup.
    generation: u64,
    since: Instant,
    /// Whether a caller is looking the credential up again.
    is_renewing: AtomicBool,
}

/// The right to look a credential up again, held by one caller until it is dropped.
struct Renewal(Arc<CachedCredential>);

impl Renewal {
    /// Returns `None` if another caller is already looking the credential up.
    fn begin(cached: Arc<CachedCredential>) -> Option<Self> {
        (!cached.is_renewing.swap(true, Ordering::AcqRel)).then_some(Self(cached))
    }
}

impl Drop for Renewal {
    fn drop(&mut self) {
        self.0.is_renewing.store(false, Ordering::Release);
    }
}

impl<D: Database, P: Platform> Clone for Credentials<D, P> {
    fn clone(&self) -> Self {
        Self {
            identity: self.identity.clone(),
            credentials: self.credentials.clone(),
            signatures: self.signatures.clone(),
            refresh_after: self.refresh_after,
        }
    }
}

impl<D: Database, P: Platform> Credentials<D, P> {
    /// Creates an empty cache.
    pub fn new(identity: Identity<D, P>) -> Self {
        Self {
            identity,
            credentials: Cache::builder().max_capacity(ENTRIES).time_to_live(CREDENTIAL_TTL).build(),
            signatures: Cache::builder().max_capacity(ENTRIES).time_to_live(SIGNATURE_TTL).build(),
            refresh_after: REFRESH_AFTER,
        }
    }

    /// Returns the credential of a bearer token, from the cache if possible. See [`Identity::authenticate`].
    ///
    /// # Errors
    /// Returns the errors of [`Identity::authenticate`].
    pub async fn find(&self, token: &str) -> Result<Result<Arc<Credential>, Refusal>, IdentityError> {
        let key: Key = Sha256::digest(token).into();
        let generation = self.identity.cache_generation();
        let mut renewal = None;
        if let Some(cached) = self.credentials.get(&key).filter(|cached| cached.generation == generation) {
            if cached.since.elapsed() < self.refresh_after {
                return Ok(Ok(Arc::clone(&cached.credential)));
            }
            renewal = Renewal::begin(Arc::clone(&cached));
            if renewal.is_none() {
                return Ok(Ok(Arc::clone(&cached.credential)));
            }
        }
        let since = Instant::now();
        let found = match (self.look_up(key, token).await, &renewal) {
            (Ok(found), _) => found,
            (Err(error), Some(Renewal(cached))) => {
                tracing::warn!(%error, "a credential could not be looked up again");
                return Ok(Ok(Arc::clone(&cached.credential)));
            }
            (Err(error), None) => return Err(error),
        };
        Ok(match found {
            Ok(credential) => {
                let credential = Arc::new(credential);
                let is_renewing = AtomicBool::new(false);
                let cached = CachedCredential { credential: Arc::clone(&credential), generation, since, is_renewing };
                self.credentials.insert(key, Arc::new(cached));
                Ok(credential)
            }
            Err(refusal) => {
                self.credentials.invalidate(&key);
                Err(refusal)
            }
        })
    }

    async fn look_up(&self, key: Key, token: &str) -> Result<Result<Credential, Refusal>, IdentityError> {
        if token.starts_with(keys::PREFIX) {
            return Ok(self.identity.key_holder(token).await?.ok_or(Refusal::Unknown));
        }
        match self.signature(key, token).await? {
            Ok(verified) => self.identity.holder(&verified).await,
            Err(refusal) => Ok(Err(refusal)),
        }
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
    use futures::FutureExt as _;
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
        // A change by another process is not seen until the cached credential expires.
        let elsewhere = Statement::new("UPDATE api_keys SET revoked_at = 'now'");
        f.identity.database.write(vec![elsewhere]).await.unwrap();
        assert!(credentials.find(&made.secret).await.unwrap().is_ok());
        f.identity.revoke_key(None, &made.key.id).await.unwrap();
        assert_eq!(credentials.find(&made.secret).await.unwrap().unwrap_err(), Refusal::Unknown);
    }

    #[tokio::test]
    async fn one_caller_looks_again_and_the_others_do_not_wait_for_it() {
        let f = fixture();
        let scopes = ["projects:read".to_owned()];
        let made = f.identity.create_key(&f.tenant, "k", Environment::Sandbox, &scopes, None).await.unwrap();
        let credentials = Credentials { refresh_after: Duration::ZERO, ..Credentials::new(f.identity.clone()) };
        credentials.find(&made.secret).await.unwrap().unwrap();
        let elsewhere = Statement::new("UPDATE api_keys SET revoked_at = 'now'");
        f.identity.database.write(vec![elsewhere]).await.unwrap();
        let mut looking = Box::pin(credentials.find(&made.secret));
        assert!(looking.as_mut().now_or_never().is_none(), "it waits for the database");
        let other = credentials.find(&made.secret).now_or_never();
        assert!(other.is_some_and(|found| found.unwrap().is_ok()));
        assert_eq!(looking.await.unwrap().unwrap_err(), Refusal::Unknown);
        assert_eq!(credentials.find(&made.secret).await.unwrap().unwrap_err(), Refusal::Unknown);
    }

    #[tokio::test]
    async fn who_gives_up_looking_leaves_it_to_the_next() {
        let f = fixture();
        let scopes = ["projects:read".to_owned()];
        let made = f.identity.create_key(&f.tenant, "k", Environment::Sandbox, &scopes, None).await.unwrap();
        let credentials = Credentials { refresh_after: Duration::ZERO, ..Credentials::new(f.identity.clone()) };
        credentials.find(&made.secret).await.unwrap().unwrap();
        for _ in 0..2 {
            assert!(credentials.find(&made.secret).now_or_never().is_none());
        }
    }
}
