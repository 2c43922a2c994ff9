//! The platform of the identity module: requests to other servers, password hashing, tenants' credits and the sealing
//! key.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use bytes::Bytes;
use http::{Request, Response, header};
use plumbline_contract::ledger;
use plumbline_identity::{CreditAccount, FetchError, Platform, PlatformError, ScopeCatalog};
use plumbline_pipeline::set_header;
use plumbline_storage::{JobDetails, Scope, Storage, StorageError};
use tokio::sync::Semaphore;
use tracing::error;

use super::documents::ClientDocuments;
use super::scopes::DeclaredScopes;

/// Where the API's own tables describe the jobs that cost credits.
const JOBS: JobDetails = JobDetails { joins: ledger::JOINS, columns: ledger::COLUMNS };

/// Concurrent password hashes. Each takes 19 MiB and a processor for some tens of milliseconds.
const HASHES_AT_ONCE: usize = 4;
/// Time limit for a request to an identity provider.
const PROVIDER_TIME: Duration = Duration::from_secs(10);
/// Size limit for an identity provider's response, in bytes.
const PROVIDER_ANSWER: usize = 1024 * 1024;

/// This process as identity's platform. Cheap to clone.
#[derive(Clone)]
pub(crate) struct HostPlatform {
    storage: Storage,
    documents: Arc<ClientDocuments>,
    scopes: Arc<DeclaredScopes>,
    providers: reqwest::Client,
    hashes: Arc<Semaphore>,
}

impl HostPlatform {
    /// Creates the platform.
    ///
    /// # Errors
    /// Returns an error if the client for identity providers cannot start.
    pub(super) fn new(storage: Storage, documents_per_minute: NonZeroU32) -> Result<Self> {
        let providers = reqwest::Client::builder()
            // The library for providers requires this: a redirect could lead it to another server's response.
            .redirect(reqwest::redirect::Policy::none())
            .timeout(PROVIDER_TIME)
            .user_agent(concat!("plumbline/", env!("CARGO_PKG_VERSION")))
            .build()
            .context("the client for identity providers cannot start")?;
        let documents = Arc::new(ClientDocuments::new(storage.blobs.clone(), documents_per_minute));
        let scopes = Arc::new(DeclaredScopes::new(storage.control.clone()));
        Ok(Self { storage, documents, scopes, providers, hashes: Arc::new(Semaphore::new(HASHES_AT_ONCE)) })
    }
}

impl Platform for HostPlatform {
    async fn fetch_public(&self, url: &str, limit: usize) -> Result<Response<Bytes>, FetchError> {
        let (media_type, body) = self.documents.fetch(url, limit).await?;
        let mut response = Response::new(body);
        set_header(response.headers_mut(), header::CONTENT_TYPE, media_type);
        Ok(response)
    }

    async fn send_to_provider(&self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, PlatformError> {
        let failed = |error: reqwest::Error| PlatformError(format!("{error:#}"));
        let (parts, body) = request.into_parts();
        let mut asked = self.providers.request(parts.method, parts.uri.to_string()).headers(parts.headers).body(body);
        asked = asked.timeout(PROVIDER_TIME);
        let mut answer = asked.send().await.map_err(failed)?;
        let mut body = Vec::new();
        while let Some(piece) = answer.chunk().await.map_err(failed)? {
            if body.len() + piece.len() > PROVIDER_ANSWER {
                return Err(PlatformError(format!("the answer is larger than {PROVIDER_ANSWER} bytes")));
            }
            body.extend_from_slice(&piece);
        }
        let mut response = Response::new(body);
        *response.status_mut() = answer.status();
        *response.headers_mut() = answer.headers().clone();
        Ok(response)
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        // Never closed, so there is always a permit to wait for.
        let _permit = self.hashes.acquire().await;
        match tokio::task::spawn_blocking(work).await {
            Ok(done) => done,
            // The work panicked. Only the call that requested it panics too.
            Err(broken) => std::panic::resume_unwind(broken.into_panic()),
        }
    }

    async fn credit_account(&self, scope: &Scope, most: u32) -> Result<CreditAccount, PlatformError> {
        let failed = |error: StorageError| PlatformError(error.to_string());
        self.storage.tenant(scope).await.map_err(failed)?.credit_account(most, &JOBS).await.map_err(failed)
    }

    async fn scopes(&self) -> Arc<ScopeCatalog> {
        self.scopes.current().await
    }

    fn seal(&self, purpose: &str, bytes: &[u8]) -> Vec<u8> {
        self.storage.sealer.seal_bytes(purpose, bytes).unwrap_or_else(|error| {
            // Sealing fails only for gigabytes, which nothing here has. An empty record does not open.
            error!(%error, "a record could not be sealed");
            Vec::new()
        })
    }

    fn open(&self, purpose: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        self.storage.sealer.open_bytes(purpose, sealed)
    }
}
