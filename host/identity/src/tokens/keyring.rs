//! The keyring: our signing keys as they are stored, and those cached between calls.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use plumbline_tenancy::{DatabaseError, Row};
use serde_json::{Value, json};
use time::OffsetDateTime;

use super::jws::VerifyingKey;
use super::signer::SigningKey;
use crate::error::IdentityError;

/// The purpose of a signing key. Tokens signed by a key of one purpose are not valid for the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Access tokens of the authorization server.
    Delegated,
    /// Service tokens of the built-in provider.
    Service,
}

impl Purpose {
    /// Both purposes.
    pub const ALL: [Self; 2] = [Self::Delegated, Self::Service];

    /// Returns the name used in the database and on the command line.
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
            .ok_or_else(|| DatabaseError::Corrupt(format!("`{text}` is not a purpose of a signing key")))
    }
}

/// A key that will sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyChange {
    /// Name of the key in key sets and token headers.
    pub kid: String,
    /// Time from which the key signs, ISO 8601.
    pub signs_from: String,
}

/// A row of `signing_keys`.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) purpose: Purpose,
    pub(super) verifying: VerifyingKey,
    pub(super) jwk: Value,
    pub(super) sealed: Vec<u8>,
    pub(super) created_at: String,
    pub(super) signs_from: String,
    pub(super) retired_at: Option<String>,
}

impl Key {
    pub(super) fn read(row: &Row) -> Result<Self, IdentityError> {
        let kid = row.text("kid")?;
        let damaged = || DatabaseError::Corrupt(format!("the public half of signing key `{kid}` is not an RSA key"));
        let stored: Value = serde_json::from_str(&row.text("public_jwk")?).map_err(|_| damaged())?;
        let member = |name: &str| stored.get(name).and_then(Value::as_str).ok_or_else(damaged);
        let (n, e) = (member("n")?, member("e")?);
        Ok(Self {
            purpose: Purpose::parse(&row.text("purpose")?)?,
            verifying: VerifyingKey::from_components(&kid, n, e).ok_or_else(damaged)?,
            jwk: public_jwk(&kid, n, e),
            sealed: row.bytes("private_key")?.to_owned(),
            created_at: row.text("created_at")?,
            signs_from: row.text("signs_from")?,
            retired_at: row.opt_text("retired_at")?,
        })
    }

    pub(super) fn kid(&self) -> &str {
        &self.verifying.kid
    }
}

/// Returns a key as key sets list it (RFC 7517), with its public members only.
pub(super) fn public_jwk(kid: &str, n: &str, e: &str) -> Value {
    json!({ "kty": "RSA", "n": n, "e": e, "kid": kid, "use": "sig", "alg": "RS256" })
}

/// The published keys at some moment, ordered by the time from which they sign, latest first.
#[derive(Debug)]
pub(super) struct Ring {
    pub(super) keys: Vec<Key>,
    pub(super) loaded_at: OffsetDateTime,
}

impl Ring {
    /// Returns the key of a purpose that signs at time `now`.
    pub(super) fn signer(&self, purpose: Purpose, now: &str) -> Option<&Key> {
        self.keys.iter().find(|key| {
            key.purpose == purpose && *key.signs_from <= *now && key.retired_at.as_deref().is_none_or(|at| at > now)
        })
    }

    /// Returns the newest key of a purpose: the one that signs or will sign until it is replaced.
    pub(super) fn newest(&self, purpose: Purpose) -> Option<&Key> {
        self.keys.iter().find(|key| key.purpose == purpose && key.retired_at.is_none())
    }

    /// Returns the published keys of a purpose: those not retired, or retired after `retired_after`.
    pub(super) fn published<'a>(&'a self, purpose: Purpose, retired_after: &'a str) -> impl Iterator<Item = &'a Key> {
        let live = move |key: &&Key| key.retired_at.as_deref().is_none_or(|at| at > retired_after);
        self.keys.iter().filter(move |key| key.purpose == purpose).filter(live)
    }
}

/// The cached keys.
#[derive(Debug, Default)]
pub(super) struct Keyring {
    ring: Mutex<Option<Arc<Ring>>>,
    /// Held by the call that reads the keys from the database, so that other calls wait for its result.
    pub(super) loading: futures::lock::Mutex<()>,
    /// Held by the call that creates the first key.
    pub(super) creating: futures::lock::Mutex<()>,
    /// The decrypted private key of each purpose.
    pub(super) opened: Mutex<HashMap<Purpose, Arc<SigningKey>>>,
}

impl Keyring {
    pub(super) fn remembered(&self, now: OffsetDateTime, younger_than: Duration) -> Option<Arc<Ring>> {
        let ring = self.ring.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
        // After the clock was set back, the age can be negative and is meaningless.
        let age = now - ring.loaded_at;
        (!age.is_negative() && age < younger_than).then_some(ring)
    }

    pub(super) fn remember(&self, ring: Option<Arc<Ring>>) {
        *self.ring.lock().unwrap_or_else(PoisonError::into_inner) = ring;
    }
}
