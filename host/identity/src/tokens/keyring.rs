//! Our signing keys: made at first need, published before they sign, retired, and published on until all they signed is
//! over.
//!
//! Verifiers keep a key set for [`KEY_SET_LIFE`], so a key that takes over is published [`PUBLISHED_BEFORE`] it signs,
//! and one that is retired stays published for as long as its last token lives and one more key set.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use plumbline_tenancy::{Database, DatabaseError, Row, Statement, id};
use serde_json::{Value, json};
use time::OffsetDateTime;

use super::jws::VerifyingKey;
use super::signer::SigningKey;
use crate::error::IdentityError;
use crate::settings::ACCESS_TOKEN_LIFE;
use crate::{Identity, Platform};

/// For how long verifiers may keep a key set.
pub(crate) const KEY_SET_LIFE: Duration = Duration::from_secs(5 * 60);
/// How long before its first signature a key is published.
const PUBLISHED_BEFORE: Duration = Duration::from_secs(10 * 60);
/// A key older than this is due for rotation.
const ROTATED_AFTER: Duration = Duration::from_secs(90 * 24 * 3600);
/// The keys are read from the database no less often than this,
const RELOADED_EVERY: Duration = Duration::from_secs(30);
/// and for tokens that name unknown keys no more often than this.
const RELOADED_AT_MOST_EVERY: Duration = Duration::from_secs(1);
/// More keys than this are not published at once.
const MAX_PUBLISHED: usize = 32;

/// What a key signs. A key of one purpose proves nothing for the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Access tokens of the authorization server.
    Delegated,
    /// Service tokens of the built-in provider.
    Service,
}

impl Purpose {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Delegated, Self::Service];

    /// As it is stored and typed.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Delegated => "delegated",
            Self::Service => "service",
        }
    }

    fn parse(text: &str) -> Result<Self, DatabaseError> {
        Self::ALL
            .into_iter()
            .find(|purpose| purpose.as_str() == text)
            .ok_or_else(|| DatabaseError::Damaged(format!("`{text}` is no purpose of a signing key")))
    }
}

/// A key that is going to sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyChange {
    /// Its name in key sets and in tokens' headers.
    pub kid: String,
    /// From when on it signs, ISO 8601.
    pub signs_from: String,
}

/// A row of `signing_keys`.
#[derive(Debug)]
struct Key {
    purpose: Purpose,
    verifying: VerifyingKey,
    jwk: Value,
    sealed: Vec<u8>,
    created_at: String,
    signs_from: String,
    retired_at: Option<String>,
}

impl Key {
    fn read(row: &Row) -> Result<Self, IdentityError> {
        let kid = row.text(0)?;
        let damaged = || DatabaseError::Damaged(format!("the public half of signing key `{kid}` is no RSA key"));
        let stored: Value = serde_json::from_str(&row.text(3)?).map_err(|_| damaged())?;
        let member = |name: &str| stored.get(name).and_then(Value::as_str).ok_or_else(damaged);
        let (n, e) = (member("n")?, member("e")?);
        Ok(Self {
            purpose: Purpose::parse(&row.text(1)?)?,
            verifying: VerifyingKey::ours(&kid, n, e).ok_or_else(damaged)?,
            jwk: public_jwk(&kid, n, e),
            sealed: row.bytes(2)?,
            created_at: row.text(4)?,
            signs_from: row.text(5)?,
            retired_at: row.optional(6)?,
        })
    }

    fn kid(&self) -> &str {
        &self.verifying.kid
    }
}

/// A key as key sets list it (RFC 7517): its public members, one by one.
fn public_jwk(kid: &str, n: &str, e: &str) -> Value {
    json!({ "kty": "RSA", "n": n, "e": e, "kid": kid, "use": "sig", "alg": "RS256" })
}

/// The published keys as they were at some moment, the one that signs last first.
#[derive(Debug)]
struct Ring {
    keys: Vec<Key>,
    loaded_at: OffsetDateTime,
}

impl Ring {
    /// The key of a purpose that signs at a moment.
    fn signer(&self, purpose: Purpose, now: &str) -> Option<&Key> {
        self.keys.iter().find(|key| {
            key.purpose == purpose && *key.signs_from <= *now && key.retired_at.as_deref().is_none_or(|at| at > now)
        })
    }

    /// The key of a purpose that signs, or is going to, until another takes over from it.
    fn newest(&self, purpose: Purpose) -> Option<&Key> {
        self.keys.iter().find(|key| key.purpose == purpose && key.retired_at.is_none())
    }

    /// The keys of a purpose that are still published when those retired before a moment no longer are.
    fn published<'a>(&'a self, purpose: Purpose, retired_after: &'a str) -> impl Iterator<Item = &'a Key> {
        let live = move |key: &&Key| key.retired_at.as_deref().is_none_or(|at| at > retired_after);
        self.keys.iter().filter(move |key| key.purpose == purpose).filter(live)
    }
}

/// What is remembered of the keys.
#[derive(Debug, Default)]
pub(super) struct Keyring {
    ring: Mutex<Option<Arc<Ring>>>,
    /// Held by the one that reads the keys anew, so that the others wait for its answer instead of asking too.
    loading: futures::lock::Mutex<()>,
    /// Held by the one that makes a first key.
    making: futures::lock::Mutex<()>,
    /// Private keys that were opened, one for each purpose.
    opened: Mutex<HashMap<Purpose, Arc<SigningKey>>>,
}

impl Keyring {
    fn remembered(&self, now: OffsetDateTime, younger_than: Duration) -> Option<Arc<Ring>> {
        let ring = self.ring.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
        // After a step back of the clock the age is below zero, and says nothing.
        let age = now - ring.loaded_at;
        (!age.is_negative() && age < younger_than).then_some(ring)
    }

    fn remember(&self, ring: Option<Arc<Ring>>) {
        *self.ring.lock().unwrap_or_else(PoisonError::into_inner) = ring;
    }
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// The key that signs now; it is made when there is none. When two hosts make one at the same moment both keys are
    /// published and valid, and the two soon agree on one.
    ///
    /// # Errors
    /// When the database fails, or the key was sealed under another key than [`Platform::open`] has.
    pub async fn signing_key(&self, purpose: Purpose) -> Result<Arc<SigningKey>, IdentityError> {
        if let Some(key) = self.open_signer(&*self.ring(RELOADED_EVERY).await?, purpose)? {
            return Ok(key);
        }
        let _one = self.tokens.keyring.making.lock().await;
        if let Some(key) = self.open_signer(&*self.ring(Duration::ZERO).await?, purpose)? {
            return Ok(key);
        }
        let (change, insert) = self.make_key(purpose, self.clock.text()).await?;
        self.database.write(vec![insert]).await?;
        tracing::info!(kid = change.kid, purpose = purpose.as_str(), "a first signing key was made");
        let key = self.open_signer(&*self.ring(Duration::ZERO).await?, purpose)?;
        key.ok_or_else(|| IdentityError::External(format!("no {} key signs: it was removed at once", purpose.as_str())))
    }

    /// Has a new key take over: it is published at once and signs from ten minutes later, or `at_once` too, over which
    /// verifiers that keep a key set may stumble for some minutes. The old one is retired then, and what it signed stays valid
    /// until it expires.
    ///
    /// # Errors
    /// When the database fails, or so many keys are published that the key set would grow too large.
    pub async fn rotate_signing_key(&self, purpose: Purpose, at_once: bool) -> Result<KeyChange, IdentityError> {
        let ring = self.ring(Duration::ZERO).await?;
        let published = ring.published(purpose, &self.published_if_retired_after()).count();
        if published >= MAX_PUBLISHED {
            return Err(IdentityError::Invalid(format!(
                "signing keys: {published} are published for purpose `{}` already; wait an hour or so, until some have \
                 expired, or replace them all at once",
                purpose.as_str()
            )));
        }
        if let Some(change) = self.take_over(&ring, purpose, at_once).await? {
            return Ok(change);
        }
        // Another host has rotated since we looked at the keys: its key is the one that takes over.
        let ring = self.ring(Duration::ZERO).await?;
        let key = ring.newest(purpose).ok_or_else(|| {
            IdentityError::Exists("signing keys: they are being replaced by another host; look again".into())
        })?;
        Ok(KeyChange { kid: key.kid().to_owned(), signs_from: key.signs_from.clone() })
    }

    /// Removes every key of a purpose at once and makes a new one that signs now: for keys that somebody else may have.
    /// What they signed is refused from now on, by other hosts within half a minute.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn replace_signing_keys(&self, purpose: Purpose) -> Result<KeyChange, IdentityError> {
        let (change, insert) = self.make_key(purpose, self.clock.text()).await?;
        let remove = Statement::new("DELETE FROM signing_keys WHERE purpose = ?").bind(purpose.as_str());
        self.database.write(vec![remove, insert]).await?;
        self.tokens.keyring.remember(None);
        self.changed();
        tracing::warn!(kid = change.kid, purpose = purpose.as_str(), "all signing keys were replaced");
        Ok(change)
    }

    /// Upkeep: has new keys take over from those older than 90 days, and forgets those that nothing valid is signed
    /// with. Hosts that do this at the same time rotate once. A purpose that never signed stays without a key.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn rotate_due_keys(&self) -> Result<Vec<KeyChange>, IdentityError> {
        let forget = Statement::new("DELETE FROM signing_keys WHERE retired_at <= ?");
        self.database.write(vec![forget.bind(self.published_if_retired_after())]).await?;
        let ring = self.ring(Duration::ZERO).await?;
        let mut changes = Vec::new();
        for purpose in Purpose::ALL {
            if ring.newest(purpose).is_some_and(|key| *key.created_at < *self.clock.text_ago(ROTATED_AFTER)) {
                changes.extend(self.take_over(&ring, purpose, false).await?);
            }
        }
        Ok(changes)
    }

    /// The key set of a purpose: every key whose tokens may still be valid, and those that are going to sign.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn jwks(&self, purpose: Purpose) -> Result<Value, IdentityError> {
        let ring = self.ring(RELOADED_EVERY).await?;
        let after = self.published_if_retired_after();
        let keys: Vec<&Value> = ring.published(purpose, &after).map(|key| &key.jwk).collect();
        Ok(json!({ "keys": keys }))
    }

    /// Our published key of that name and purpose.
    pub(super) async fn own_key(&self, purpose: Purpose, kid: &str) -> Result<Option<VerifyingKey>, IdentityError> {
        let after = self.published_if_retired_after();
        // A key that is not known may be a moment old, so the database is asked again, but once a second at most:
        // anyone can name unknown keys.
        for younger_than in [RELOADED_EVERY, RELOADED_AT_MOST_EVERY] {
            let ring = self.ring(younger_than).await?;
            if let Some(key) = ring.published(purpose, &after).find(|key| key.kid() == kid) {
                return Ok(Some(key.verifying.clone()));
            }
        }
        Ok(None)
    }

    /// The keys as they were less than so long ago.
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

    /// The private key that signs now, opened; none when no key signs.
    fn open_signer(&self, ring: &Ring, purpose: Purpose) -> Result<Option<Arc<SigningKey>>, IdentityError> {
        let Some(key) = ring.signer(purpose, &self.clock.text()) else { return Ok(None) };
        let mut opened = self.tokens.keyring.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = opened.get(&purpose).filter(|open| open.kid() == key.kid()) {
            return Ok(Some(Arc::clone(open)));
        }
        let document = self.platform.open(&sealed_as(key.kid()), &key.sealed).ok_or_else(|| {
            DatabaseError::Damaged(format!(
                "signing key `{}` cannot be opened: it was sealed under another key; put that one back, or replace the \
                 {} signing keys",
                key.kid(),
                purpose.as_str()
            ))
        })?;
        let open = Arc::new(SigningKey::read(key.kid(), &document)?);
        opened.insert(purpose, Arc::clone(&open));
        Ok(Some(open))
    }

    /// Makes a key, and the statement that keeps it.
    async fn make_key(&self, purpose: Purpose, signs_from: String) -> Result<(KeyChange, Statement), IdentityError> {
        let kid = id::random("key_");
        let (key, document) = self.platform.work(move || SigningKey::make(kid)).await?;
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

    /// Has a new key take over from those of a purpose; none when another host did so meanwhile.
    async fn take_over(
        &self,
        ring: &Ring,
        purpose: Purpose,
        at_once: bool,
    ) -> Result<Option<KeyChange>, IdentityError> {
        let old = ring.newest(purpose);
        // The first key of all has nobody to wait for.
        let from = if old.is_some() && !at_once { self.clock.text_in(PUBLISHED_BEFORE) } else { self.clock.text() };
        let (change, insert) = self.make_key(purpose, from).await?;
        let mut statements = Vec::new();
        if let Some(old) = old {
            // Of two hosts that take over from the same key, the second changes no row, and its whole transaction
            // falls.
            statements.push(
                Statement::new("UPDATE signing_keys SET retired_at = ? WHERE kid = ? AND retired_at IS NULL")
                    .bind(&change.signs_from)
                    .bind(old.kid())
                    .changing(1),
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

    /// Keys that were retired before this are not published any more: what they signed has expired, and verifiers have
    /// a newer key set.
    fn published_if_retired_after(&self) -> String {
        self.clock.text_ago(ACCESS_TOKEN_LIFE + KEY_SET_LIFE)
    }
}

/// What a private key is sealed for: one row's key cannot be put into another.
fn sealed_as(kid: &str) -> String {
    format!("signing key {kid}")
}

#[cfg(test)]
mod tests;
