//! Authentication and authorization: three kinds of credential, and the users, pages and tokens behind them.
//!
//! [`Identity`] is built on a [`Database`](plumbline_tenancy::Database) and a [`Platform`]. It has two entry points:
//! [`Identity::authenticate`] for calls of the API, and [`Web::answer`] for its own pages and OAuth endpoints. It
//! opens no sockets and starts no threads, so the same code runs on the host and in a gateway component.
//!
//! - `scopes`: the scopes of the contract, their display names, and the role that may grant each.
//! - `credential`: the credential of a caller; `authenticate`: from a bearer token to a credential or a refusal.
//! - `cache` (feature of that name): a short-lived cache of credentials.
//! - `keys`: API keys. `service`: credentials of unattended backends, and the built-in provider that issues their
//!   tokens.
//! - `premium`: scopes that an operator grants to a credential.
//! - `tokens`: signing keys and their rotation, verification of tokens, key sets of other issuers.
//! - `oauth`: the authorization server: clients, codes, tokens, metadata.
//! - `people`: users, passwords, sessions, invitations, sign-in with an upstream provider.
//! - `pages`: the pages that users see; `web`: the routes.
//! - `secrets`: random secrets and their hashes; `clock`, `platform`, `settings`: time, the services of the host, and
//!   configuration.
//!
//! ```
//! use plumbline_identity::{Nature, Scopes};
//!
//! let scopes = Scopes::built_in();
//! let granted = scopes.parse("documents:read documents:delete").expect("known scopes");
//! assert_eq!(granted, ["documents:read", "documents:delete"]);
//!
//! // What is deleted cannot be restored, so the consent page says so.
//! assert_eq!(scopes.entry("documents:delete").map(|scope| scope.nature), Some(Nature::Destructive));
//! ```

// The page samples, which an example shares with the unit tests, refer to this crate by name.
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
mod refusal;
mod scope_text;
mod scopes;
mod secrets;
mod service;
mod settings;
#[cfg(test)]
mod testing;
mod tokens;
mod web;

#[cfg(feature = "cache")]
pub use cache::Credentials;
pub use clock::Clock;
pub use credential::{Credential, Kind};
pub use error::IdentityError;
pub use keys::{ApiKey, NewKey};
pub use people::{
    Actor, Invitation, NewInvitation, NewSession, Session, SignInRefusal, UpstreamRefusal, User, network,
};
pub use platform::{FetchError, Platform, PlatformError};
// A platform returns the type of the credits page. The others are part of what callers of this crate handle.
pub use plumbline_tenancy::{CreditAccount, Nature, Role, ScopeEntry};
pub use premium::PremiumGrant;
pub use refusal::Refusal;
pub use scopes::{ScopeCatalog, Scopes};
pub use secrets::{new as new_secret, same as same_secret};
pub use service::{Link, NewServiceCredential, ServiceCredential};
pub use settings::{BuiltInProvider, Provider, Settings, Upstream};
pub use tokens::{KeyChange, Purpose, SigningKey, VerifiedToken};
pub use web::{Web, read_cost, serves, without_secret};

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use plumbline_tenancy::{Database, Row, Statement, TenantId};
use serde::de::DeserializeOwned;

/// Authentication, authorization and the pages and endpoints for them. Cheap to clone.
pub struct Identity<D: Database, P: Platform> {
    inner: Arc<Inner<D, P>>,
}

/// The parts of an [`Identity`], for its own modules.
pub struct Inner<D: Database, P: Platform> {
    pub(crate) database: D,
    pub(crate) platform: P,
    pub(crate) settings: Settings,
    pub(crate) clock: Clock,
    pub(crate) tokens: tokens::State,
    pub(crate) oauth: oauth::State<D, P>,
    cache_generation: AtomicU64,
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
    /// Creates an identity service. The database must have the tables.
    pub fn new(database: D, platform: P, settings: Settings, clock: Clock) -> Self {
        Self {
            inner: Arc::new(Inner {
                database,
                platform,
                settings,
                clock,
                tokens: tokens::State::default(),
                oauth: oauth::State::default(),
                cache_generation: AtomicU64::new(0),
                people: people::State::default(),
            }),
        }
    }

    /// Returns the rows of a statement, each read by the names of its columns.
    pub(crate) async fn fetch_all<T: DeserializeOwned>(&self, statement: Statement) -> Result<Vec<T>, IdentityError> {
        self.database.query(statement).await?.into_iter().map(|row| Ok(row.read()?)).collect()
    }

    /// Like [`Self::fetch_all`], for a statement that finds one row or none.
    pub(crate) async fn fetch_optional<T: DeserializeOwned>(
        &self,
        statement: Statement,
    ) -> Result<Option<T>, IdentityError> {
        let row = self.database.query(statement).await?.into_iter().next();
        Ok(row.map(Row::read).transpose()?)
    }

    /// Returns the scopes of all tenants.
    pub(crate) async fn scopes(&self) -> Arc<ScopeCatalog> {
        self.platform.scopes().await
    }

    /// Parses the scopes of a new credential of a tenant, as [`Scopes::parse`] does.
    ///
    /// # Errors
    /// Returns an error if a scope is unknown or not offered, or the list is empty.
    pub async fn parse_scopes(&self, tenant: &TenantId, text: &str) -> Result<Vec<String>, IdentityError> {
        self.scopes().await.of(tenant).parse(text)
    }

    /// Returns a counter that grows when credentials are revoked here, so that callers can invalidate their caches.
    pub fn cache_generation(&self) -> u64 {
        self.cache_generation.load(Ordering::Acquire)
    }

    /// Invalidates the callers' caches of credentials.
    pub(crate) fn invalidate_caches(&self) {
        self.cache_generation.fetch_add(1, Ordering::AcqRel);
    }
}
