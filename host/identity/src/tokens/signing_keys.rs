//! Our signing keys. A key is created when first needed, published before it signs, and stays published after its retirement
//! until all its tokens have expired.
//!
//! Verifiers cache a key set for [`KEY_SET_LIFE`], so a new key is published [`PUBLISHED_BEFORE`] it signs. A retired key stays
//! published for the lifetime of an access token plus that of a key set.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use plumbline_tenancy::{Database, DatabaseError, Statement, id};
use serde_json::{Value, json};

use super::jws::VerifyingKey;
use super::keyring::{Key, KeyChange, Purpose, Ring, public_jwk};
use super::signer::SigningKey;
use crate::error::IdentityError;
use crate::settings::ACCESS_TOKEN_LIFE;
use crate::{Identity, Platform};

/// Time for which verifiers may cache a key set.
pub(crate) const KEY_SET_LIFE: Duration = Duration::from_secs(5 * 60);
/// Time between the publication of a key and its first signature.
const PUBLISHED_BEFORE: Duration = Duration::from_secs(10 * 60);
/// Age at which a key is due for rotation.
const ROTATED_AFTER: Duration = Duration::from_secs(90 * 24 * 3600);
/// Maximum time between reads of the keys from the database.
const RELOADED_EVERY: Duration = Duration::from_secs(30);
/// Minimum time between reads caused by tokens that name unknown keys.
const RELOADED_AT_MOST_EVERY: Duration = Duration::from_secs(1);
/// Maximum number of published keys of one purpose.
const MAX_PUBLISHED: usize = 32;

impl<D: Database, P: Platform> Identity<D, P> {
    /// Returns the current signing key and creates one if there is none. If two hosts create one at the same moment, both keys
    /// are published and valid, and the hosts soon agree on one.
    ///
    /// # Errors
    /// Returns an error if the database fails or the key was sealed with another key than that of [`Platform::open`].
    pub async fn signing_key(&self, purpose: Purpose) -> Result<Arc<SigningKey>, IdentityError> {
        if let Some(key) = self.open_signer(&*self.ring(RELOADED_EVERY).await?, purpose)? {
            return Ok(key);
        }
        let _one = self.tokens.keyring.creating.lock().await;
        if let Some(key) = self.open_signer(&*self.ring(Duration::ZERO).await?, purpose)? {
            return Ok(key);
        }
        let (change, insert) = self.generate_key(purpose, self.clock.text()).await?;
        self.database.write(vec![insert]).await?;
        tracing::info!(kid = change.kid, purpose = purpose.as_str(), "created the first signing key");
        let key = self.open_signer(&*self.ring(Duration::ZERO).await?, purpose)?;
        key.ok_or_else(|| {
            IdentityError::External(format!(
                "The new {} signing key was removed before it was used. Try again.",
                purpose.as_str()
            ))
        })
    }

    /// Rotates the signing key. The new key is published immediately and signs after ten minutes. With `at_once`, it signs
    /// immediately, and verifiers with a cached key set may reject its tokens for some minutes. The old key is retired when the
    /// new one starts to sign. Its tokens stay valid until they expire.
    ///
    /// # Errors
    /// Returns an error if the database fails or too many keys are published.
    pub async fn rotate_signing_key(&self, purpose: Purpose, at_once: bool) -> Result<KeyChange, IdentityError> {
        let ring = self.ring(Duration::ZERO).await?;
        let published = ring.published(purpose, &self.published_if_retired_after()).count();
        if published >= MAX_PUBLISHED {
            return Err(IdentityError::Invalid(format!(
                "{published} signing keys are already published for `{}`. Wait about an hour until some have expired, or \
                 replace all keys.",
                purpose.as_str()
            )));
        }
        if let Some(change) = self.insert_successor(&ring, purpose, at_once).await? {
            return Ok(change);
        }
        // Another host has rotated the key since the keys were read, so its key is the new one.
        let ring = self.ring(Duration::ZERO).await?;
        let key = ring
            .newest(purpose)
            .ok_or_else(|| IdentityError::Exists("Another host is replacing the signing keys. Try again.".into()))?;
        Ok(KeyChange { kid: key.kid().to_owned(), signs_from: key.signs_from.clone() })
    }

    /// Removes every key of a purpose and creates a new one that signs immediately, for keys that may have been leaked. Tokens of
    /// the old keys are refused from now on, by other hosts within half a minute.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn replace_signing_keys(&self, purpose: Purpose) -> Result<KeyChange, IdentityError> {
        let (change, insert) = self.generate_key(purpose, self.clock.text()).await?;
        let remove = Statement::new("DELETE FROM signing_keys WHERE purpose = ?").bind(purpose.as_str());
        self.database.write(vec![remove, insert]).await?;
        self.tokens.keyring.remember(None);
        self.invalidate_caches();
        tracing::warn!(kid = change.kid, purpose = purpose.as_str(), "all signing keys were replaced");
        Ok(change)
    }

    /// Rotates keys older than 90 days and deletes keys without valid tokens. If several hosts do this at the same time, each key
    /// is rotated once. A purpose that never signed stays without a key.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn rotate_due_keys(&self) -> Result<Vec<KeyChange>, IdentityError> {
        let forget = Statement::new("DELETE FROM signing_keys WHERE retired_at <= ?");
        self.database.write(vec![forget.bind(self.published_if_retired_after())]).await?;
        let ring = self.ring(Duration::ZERO).await?;
        let mut changes = Vec::new();
        for purpose in Purpose::ALL {
            if ring.newest(purpose).is_some_and(|key| *key.created_at < *self.clock.text_ago(ROTATED_AFTER)) {
                changes.extend(self.insert_successor(&ring, purpose, false).await?);
            }
        }
        Ok(changes)
    }

    /// Returns the key set of a purpose: every key whose tokens may still be valid, and those that will sign.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn jwks(&self, purpose: Purpose) -> Result<Value, IdentityError> {
        let ring = self.ring(RELOADED_EVERY).await?;
        let after = self.published_if_retired_after();
        let keys: Vec<&Value> = ring.published(purpose, &after).map(|key| &key.jwk).collect();
        Ok(json!({ "keys": keys }))
    }

    /// Returns our published key with this name and purpose.
    pub(super) async fn own_key(&self, purpose: Purpose, kid: &str) -> Result<Option<VerifyingKey>, IdentityError> {
        let after = self.published_if_retired_after();
        // An unknown key may have been created a moment ago, so the database is read again, but at most once a second: anyone
        // can send tokens that name unknown keys.
        for younger_than in [RELOADED_EVERY, RELOADED_AT_MOST_EVERY] {
            let ring = self.ring(younger_than).await?;
            if let Some(key) = ring.published(purpose, &after).find(|key| key.kid() == kid) {
                return Ok(Some(key.verifying.clone()));
            }
        }
        Ok(None)
    }

    /// Returns the keys, at most `younger_than` old.
    async fn ring(&self, younger_than: Duration) -> Result<Arc<Ring>, IdentityError> {
        let keyring = &self.tokens.keyring;
        if let Some(ring) = keyring.remembered(self.clock.now(), younger_than) {
            return Ok(ring);
        }
        let _one = keyring.loading.lock().await;
        if let Some(ring) = keyring.remembered(self.clock.now(), younger_than) {
            return Ok(ring);
        }
        let loaded_at = self.clock.now();
        let select = Statement::new(
            "SELECT kid, purpose, private_key, public_jwk, created_at, signs_from, retired_at FROM signing_keys
             WHERE retired_at IS NULL OR retired_at > ? ORDER BY signs_from DESC, kid DESC",
        );
        let rows = self.database.query(select.bind(self.published_if_retired_after())).await?;
        let keys = rows.iter().map(Key::read).collect::<Result<_, _>>()?;
        let ring = Arc::new(Ring { keys, loaded_at });
        keyring.remember(Some(Arc::clone(&ring)));
        Ok(ring)
    }

    /// Returns the decrypted private key that signs now, or `None` if no key signs.
    fn open_signer(&self, ring: &Ring, purpose: Purpose) -> Result<Option<Arc<SigningKey>>, IdentityError> {
        let Some(key) = ring.signer(purpose, &self.clock.text()) else { return Ok(None) };
        let mut opened = self.tokens.keyring.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = opened.get(&purpose).filter(|open| open.kid() == key.kid()) {
            return Ok(Some(Arc::clone(open)));
        }
        let document = self.platform.open(&sealed_as(key.kid()), &key.sealed).ok_or_else(|| {
            DatabaseError::Corrupt(format!(
                "cannot open signing key `{}`, because it was sealed with another key. Restore that key, or replace the {} \
                 signing keys",
                key.kid(),
                purpose.as_str()
            ))
        })?;
        let open = Arc::new(SigningKey::read(key.kid(), &document)?);
        opened.insert(purpose, Arc::clone(&open));
        Ok(Some(open))
    }

    /// Creates a key and the statement that stores it.
    async fn generate_key(
        &self,
        purpose: Purpose,
        signs_from: String,
    ) -> Result<(KeyChange, Statement), IdentityError> {
        let kid = id::random("key_");
        let (key, document) = self.platform.work(move || SigningKey::generate(kid)).await?;
        let (n, e) = key.components();
        let insert = Statement::new(
            "INSERT INTO signing_keys (kid, purpose, private_key, public_jwk, created_at, signs_from)
             VALUES (?, ?, ?, ?, ?, ?)",
        )
        .bind(key.kid())
        .bind(purpose.as_str())
        .bind(self.platform.seal(&sealed_as(key.kid()), &document))
        .bind(public_jwk(key.kid(), n, e).to_string())
        .bind(self.clock.text())
        .bind(&signs_from);
        Ok((KeyChange { kid: key.kid().to_owned(), signs_from }, insert))
    }

    /// Replaces the key of a purpose with a new one. Returns `None` if another host has done so meanwhile.
    async fn insert_successor(
        &self,
        ring: &Ring,
        purpose: Purpose,
        at_once: bool,
    ) -> Result<Option<KeyChange>, IdentityError> {
        let old = ring.newest(purpose);
        // The first key does not have to wait, because no verifier has a cached key set.
        let from = if old.is_some() && !at_once { self.clock.text_in(PUBLISHED_BEFORE) } else { self.clock.text() };
        let (change, insert) = self.generate_key(purpose, from).await?;
        let mut statements = Vec::new();
        if let Some(old) = old {
            // If two hosts replace the same key, the second changes no row here, and its whole transaction is rolled
            // back.
            statements.push(
                Statement::new("UPDATE signing_keys SET retired_at = ? WHERE kid = ? AND retired_at IS NULL")
                    .bind(&change.signs_from)
                    .bind(old.kid())
                    .expect_rows(1),
            );
        }
        statements.push(
            Statement::new("UPDATE signing_keys SET retired_at = ? WHERE purpose = ? AND retired_at IS NULL")
                .bind(&change.signs_from)
                .bind(purpose.as_str()),
        );
        statements.push(insert);
        if !self.database.write(statements).await? {
            return Ok(None);
        }
        self.tokens.keyring.remember(None);
        tracing::info!(
            kid = change.kid,
            purpose = purpose.as_str(),
            from = change.signs_from,
            "a signing key takes over"
        );
        Ok(Some(change))
    }

    /// Returns the time before which retired keys are no longer published: their tokens have expired, and verifiers have
    /// a newer key set.
    fn published_if_retired_after(&self) -> String {
        self.clock.text_ago(ACCESS_TOKEN_LIFE + KEY_SET_LIFE)
    }
}

/// Returns the purpose for sealing a private key. It binds the sealed key to its own row.
fn sealed_as(kid: &str) -> String {
    format!("signing key {kid}")
}

#[cfg(test)]
mod tests;
