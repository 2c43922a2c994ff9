//! The platform that identity runs on, besides a database.

use std::future::{Future, ready};
use std::sync::Arc;

use bytes::Bytes;
use plumbline_tenancy::{CreditAccount, Scope};

use crate::ScopeCatalog;

/// The services that identity needs from its host: requests to other servers, CPU-intensive work, credits of tenants, and a key
/// that is not in the database.
pub trait Platform: Clone + Send + Sync + 'static {
    /// Fetches a URL named by an unauthenticated client, with GET: public networks only, no redirects, at most `limit` bytes.
    /// Responses and failures may come from a cache and be up to a minute old.
    ///
    /// # Errors
    /// Returns [`FetchError::Busy`] if too many URLs are being fetched, otherwise the reason as text for the client.
    fn fetch_public(
        &self,
        url: &str,
        limit: usize,
    ) -> impl Future<Output = Result<http::Response<Bytes>, FetchError>> + Send;

    /// Sends a request to a server named by the operator in the settings: an identity provider.
    ///
    /// # Errors
    /// Returns an error worded for the operator's log.
    fn send_to_provider(
        &self,
        request: http::Request<Vec<u8>>,
    ) -> impl Future<Output = Result<http::Response<Vec<u8>>, PlatformError>> + Send;

    /// Runs work that keeps a processor busy for tens of milliseconds, such as hashing a password or generating a signing key.
    /// It does not block other calls, and its concurrency is limited to what the machine has memory for.
    fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> impl Future<Output = T> + Send;

    /// Seals bytes with a key that is not in the database. `purpose` is authenticated data.
    fn seal(&self, purpose: &str, bytes: &[u8]) -> Vec<u8>;

    /// Returns the credits of a tenant in an environment, with at most `most` open holds and `most` ledger entries. They are read
    /// from the tenant's own database, which the API also uses.
    ///
    /// # Errors
    /// Returns an error worded for the operator's log.
    fn credit_account(
        &self,
        scope: &Scope,
        most: u32,
    ) -> impl Future<Output = Result<CreditAccount, PlatformError>> + Send;

    /// Returns the scopes of the installation. By default, those of the service contract.
    fn scopes(&self) -> impl Future<Output = Arc<ScopeCatalog>> + Send {
        ready(ScopeCatalog::built_in())
    }

    /// Opens bytes that [`Platform::seal`] sealed for the same purpose. Returns `None` for anything else.
    fn open(&self, purpose: &str, sealed: &[u8]) -> Option<Vec<u8>>;
}

/// The reason why a URL was not fetched.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// Too many URLs are being fetched, so this one was not requested.
    #[error("too many apps are being looked up right now. Try again in a minute")]
    Busy,
    /// The server cannot be reached, is not allowed, or did not respond with success.
    #[error("{0}")]
    Failed(String),
}

/// An error of the platform.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{0}")]
pub struct PlatformError(pub String);
