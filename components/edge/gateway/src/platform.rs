//! The platform that identity runs on: outgoing HTTP and the sealing key. The central host serves sign-in pages and
//! client metadata documents.

use std::sync::Arc;

use bytes::Bytes;
use http::{Request, Response};
use plumbline_edge::application;
use plumbline_identity::{FetchError, Platform, PlatformError, ScopeCatalog};
use plumbline_tenancy::{CreditAccount, Scope, ScopeEntry};
use send_wrapper::SendWrapper;
use spin_sdk::http::FullBody;
use spin_sdk::http::body::IncomingBodyExt as _;

/// The largest response accepted from an identity provider, in bytes.
const MAX_PROVIDER_RESPONSE: usize = 1024 * 1024;

/// The gateway's platform.
#[derive(Debug, Clone)]
pub(crate) struct EdgePlatform {
    /// Scopes that the endpoint group declares.
    declared: Arc<[ScopeEntry]>,
}

impl EdgePlatform {
    /// Creates the platform of a gateway whose endpoint group declares these scopes.
    pub(crate) fn new(declared: Vec<ScopeEntry>) -> Self {
        Self { declared: declared.into() }
    }
}

impl Platform for EdgePlatform {
    async fn fetch_public(&self, _: &str, _: usize) -> Result<Response<Bytes>, FetchError> {
        Err(FetchError::Failed("client metadata documents are fetched by the central server only".into()))
    }

    async fn send_to_provider(&self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, PlatformError> {
        SendWrapper::new(async move {
            let failed = |error: &dyn std::fmt::Display| PlatformError(error.to_string());
            let request = request.map(|body| FullBody::new(Bytes::from(body)));
            let (parts, body) = spin_sdk::http::send(request).await.map_err(|error| failed(&error))?.into_parts();
            let body = body.bytes().await.map_err(|error| failed(&error))?;
            if body.len() > MAX_PROVIDER_RESPONSE {
                return Err(PlatformError(format!("the answer is larger than {MAX_PROVIDER_RESPONSE} bytes")));
            }
            Ok(Response::from_parts(parts, body.to_vec()))
        })
        .await
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        work()
    }

    async fn credit_account(&self, _: &Scope, _: u32) -> Result<CreditAccount, PlatformError> {
        Err(PlatformError("the credits page is served by the central server only".into()))
    }

    async fn scopes(&self) -> Arc<ScopeCatalog> {
        // Only tokens of users need it, and most instances see none.
        Arc::new(ScopeCatalog::new(&self.declared, &[]))
    }

    fn seal(&self, purpose: &str, bytes: &[u8]) -> Vec<u8> {
        // Sealing fails only for gigabytes of data. An empty record never opens.
        application()
            .ok()
            .and_then(|application| application.secret.sealer().seal_bytes(purpose, bytes).ok())
            .unwrap_or_default()
    }

    fn open(&self, purpose: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        application().ok()?.secret.sealer().open_bytes(purpose, sealed)
    }
}
