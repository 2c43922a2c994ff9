//! The platform that identity runs on, beside a database.

use std::future::Future;

use bytes::Bytes;
use plumbline_tenancy::{CreditAccount, Scope};

/// The services that identity takes from where it runs: other servers, work that takes long, credits of tenants, and a key that
/// stays out of the database.
pub trait Platform: Clone + Send + Sync + 'static {
    /// Fetches an address that an unauthenticated client named, with GET: public networks only, no redirects, at most `limit` bytes.
    /// The answer may be a minute old, a failure as well.
    ///
    /// # Errors
    /// [`FetchError::Busy`] when too many addresses are being fetched, otherwise the reason, as text for the client.
    fn fetch_public(
        &self,
        url: &str,
        limit: usize,
    ) -> impl Future<Output = Result<http::Response<Bytes>, FetchError>> + Send;

    /// Sends a request to a server that the operator named in the settings: an identity provider.
    ///
    /// # Errors
    /// In words for the operator's log.
    fn ask_provider(
        &self,
        request: http::Request<Vec<u8>>,
    ) -> impl Future<Output = Result<http::Response<Vec<u8>>, PlatformError>> + Send;

    /// Runs work that keeps a processor busy for tens of milliseconds, a password's hash or a new signing key, without
    /// holding up other calls, and not more of it at once than the machine has memory for.
    fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> impl Future<Output = T> + Send;

    /// Seals bytes under a key that is not in the database; `purpose` is authenticated with them.
    fn seal(&self, purpose: &str, bytes: &[u8]) -> Vec<u8>;

    /// Reads the credits of a tenant in an environment, with at most `most` open holds and `most` entries of the ledger. They are in
    /// the tenant's own database, from which the API answers too.
    ///
    /// # Errors
    /// In words for the operator's log.
    fn credit_account(
        &self,
        scope: &Scope,
        most: u32,
    ) -> impl Future<Output = Result<CreditAccount, PlatformError>> + Send;

    /// Opens what [`Platform::seal`] sealed for the same purpose; none for anything else.
    fn open(&self, purpose: &str, sealed: &[u8]) -> Option<Vec<u8>>;
}

/// Why an address was not fetched.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// Too many are being fetched. This one was not asked for.
    #[error("too many apps are being looked up right now. Try again in a minute")]
    Busy,
    /// It cannot be reached, is not allowed, or did not answer with success.
    #[error("{0}")]
    Failed(String),
}

/// Why the platform could not do something.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{0}")]
pub struct PlatformError(pub String);
