//! Who calls: three kinds of credential, and the people, pages and tokens behind them.
//!
//! [`Identity`] is the whole of it, over a [`Database`](plumbline_tenancy::Database) and an [`Outside`]. It has two doors:
//! [`Identity::authenticate`] for calls of the API, and [`Identity::answer`] for its own pages and OAuth endpoints. It
//! opens no socket and starts no thread, so the same module serves on the host and in a gateway component.
//!
//! - `scopes`: what a credential may be allowed, in plain words, and what a role may grant.
//! - `credential`: who calls; `authenticate`: from a bearer token to a credential or a refusal.
//! - `cache` (feature of that name): credentials remembered for a moment.
//! - `keys`: API keys. `service`: credentials of unattended backends, and the built-in provider that issues their tokens.
//! - `premium`: scopes that an operator opens for a credential.
//! - `tokens`: signing keys and their rotation, verification of tokens, key sets of other issuers.
//! - `oauth`: the authorization server: clients, codes, tokens, metadata.
//! - `people`: users, passwords, sessions, invitations, sign-in upstream.
//! - `pages`: what people see; `web`: which address does what.
//! - `secrets`: random secrets and their hashes; `clock`, `outside`, `settings`: what it stands on.

// The samples of the pages, which an example shares with the unit tests, name this crate.
#[cfg(test)]
extern crate self as plumbline_identity;

mod authenticate;
#[cfg(feature = "cache")]
mod cache;
mod clock;
mod credential;
mod error;
mod keys;
mod oauth;
mod outside;
pub mod pages;
mod people;
mod premium;
mod scopes;
mod secrets;
mod service;
mod settings;
#[cfg(test)]
mod testing;
mod tokens;
mod web;

pub use authenticate::Refusal;
#[cfg(feature = "cache")]
pub use cache::Credentials;
pub use clock::Clock;
pub use credential::{Credential, Kind};
pub use error::IdentityError;
pub use keys::{ApiKey, NewKey};
pub use outside::{FetchError, Outside, OutsideError};
pub use people::{
    By, Invitation, NewInvitation, NewSession, Role, Session, SignInRefusal, UpstreamRefusal, User, network,
};
pub use premium::PremiumGrant;
pub use scopes::{Nature, SCOPES, ScopeEntry, parse_scopes, scope_entry};
pub use secrets::{new as new_secret, same as same_secret};
pub use service::{Link, NewServiceCredential, ServiceCredential};
pub use settings::{BuiltInProvider, Provider, Settings, Upstream};
pub use tokens::{KeyChange, Purpose, SigningKey, VerifiedToken};
pub use web::{read_cost, serves, without_secret};

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use plumbline_tenancy::Database;

/// Who calls, and everything it takes to know. Cheap to clone.
pub struct Identity<D: Database, O: Outside> {
    inner: Arc<Inner<D, O>>,
}

/// What an [`Identity`] is made of; for its own modules.
pub struct Inner<D: Database, O: Outside> {
    pub(crate) database: D,
    pub(crate) outside: O,
    pub(crate) settings: Settings,
    pub(crate) clock: Clock,
    pub(crate) tokens: tokens::State,
    pub(crate) oauth: oauth::State<D, O>,
    changes: AtomicU64,
    pub(crate) people: people::State,
}

impl<D: Database, O: Outside> Clone for Identity<D, O> {
    fn clone(&self) -> Self {
        Self { inner: Arc::clone(&self.inner) }
    }
}

impl<D: Database, O: Outside> std::ops::Deref for Identity<D, O> {
    type Target = Inner<D, O>;

    fn deref(&self) -> &Self::Target {
        &self.inner
    }
}

impl<D: Database, O: Outside> Identity<D, O> {
    /// Identity over a database whose tables are there, and what lies outside.
    pub fn new(database: D, outside: O, settings: Settings, clock: Clock) -> Self {
        Self {
            inner: Arc::new(Inner {
                database,
                outside,
                settings,
                clock,
                tokens: tokens::State::default(),
                oauth: oauth::State::default(),
                changes: AtomicU64::new(0),
                people: people::State::default(),
            }),
        }
    }

    /// A number that grows when something here made credentials void, so that a caller forgets what it remembers of them.
    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::Acquire)
    }

    /// Has callers forget what they remember of credentials.
    pub(crate) fn changed(&self) {
        self.changes.fetch_add(1, Ordering::AcqRel);
    }
}
