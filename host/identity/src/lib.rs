//! Who calls: three kinds of credential, and the people, pages and tokens behind them.
//!
//! [`Identity`] is the whole of it, over a [`Database`](plumbline_tenancy::Database) and a [`Platform`]. It has two entry points:
//! [`Identity::authenticate`] for calls of the API, and [`Identity::answer`] for its own pages and OAuth endpoints. It
//! opens no socket and starts no thread, so the same module serves on the host and in a gateway component.
//!
//! - `scopes`: the scopes of the contract, their names for people, and the role that may grant each.
//! - `credential`: who calls; `authenticate`: from a bearer token to a credential or a refusal.
//! - `cache` (feature of that name): credentials remembered for a moment.
//! - `keys`: API keys. `service`: credentials of unattended backends, and the built-in provider that issues their tokens.
//! - `premium`: scopes that an operator opens for a credential.
//! - `tokens`: signing keys and their rotation, verification of tokens, key sets of other issuers.
//! - `oauth`: the authorization server: clients, codes, tokens, metadata.
//! - `people`: users, passwords, sessions, invitations, sign-in upstream.
//! - `pages`: the pages that people see; `web`: the routes.
//! - `secrets`: random secrets and their hashes; `clock`, `platform`, `settings`: what it runs on.

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
pub mod pages;
mod people;
mod platform;
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
pub use people::{
    By, Invitation, NewInvitation, NewSession, Role, Session, SignInRefusal, UpstreamRefusal, User, network,
};
pub use platform::{FetchError, Platform, PlatformError};
// A platform returns it for the page of credits.
pub use plumbline_tenancy::CreditAccount;
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
pub struct Identity<D: Database, P: Platform> {
    inner: Arc<Inner<D, P>>,
}

/// What an [`Identity`] is made of; for its own modules.
pub struct Inner<D: Database, P: Platform> {
    pub(crate) database: D,
    pub(crate) platform: P,
    pub(crate) settings: Settings,
    pub(crate) clock: Clock,
    pub(crate) tokens: tokens::State,
    pub(crate) oauth: oauth::State<D, P>,
    changes: AtomicU64,
    pub(crate) people: people::State,
}

impl<D: Database, P: Platform> Clone for Identity<D, P> {
    fn clone(&self) -> Self {
        Self { inner: Arc::clone(&self.inner) }
    }
}

impl<D: Database, P: Platform> std::ops::Deref for Identity<D, P> {
    type Target = Inner<D, P>;

    fn deref(&self) -> &Self::Target {
        &self.inner
    }
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// Identity over a database that has the tables, and a platform.
    pub fn new(database: D, platform: P, settings: Settings, clock: Clock) -> Self {
        Self {
            inner: Arc::new(Inner {
                database,
                platform,
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
