//! The pipeline's backend on Spin: credentials, rate limits and usage in the application's database, and the endpoint
//! group as the next handler.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use http::{Request, Response, header};
use plumbline_edge::Application;
use plumbline_identity::{Credential, Credentials, IdentityError, Refusal};
use plumbline_pipeline::{Backend, ComponentCall, ComponentError, Level, ProblemCode, Rate, RouteTable};
use plumbline_tenancy::{Database as _, DatabaseError, Scope, Statement, UsageEvent};
use send_wrapper::SendWrapper;

use crate::buckets::Buckets;
use crate::imports::unanswered;
use crate::platform::EdgePlatform;
use crate::tables::{self, Tables};
use crate::usage;
use crate::wire::{self, Body};
use crate::{central_host, direct};

/// Time limit of a call, after which its idempotency key is free again.
const MAX_CALL_DURATION: Duration = Duration::from_secs(60);
/// Releases an idempotency key.
const RELEASE_KEY: &str = "DELETE FROM running_keys WHERE running_key = ?";

/// Operations that need files. The central host stores them.
const FILE_OPERATIONS: [&str; 5] =
    ["documents.create", "documents.complete", "documents.download", "documents.picture", "takeoffs.item_picture"];

/// The pipeline's backend at the edge.
pub(crate) struct EdgeBackend {
    /// Credentials, cached briefly as on the host.
    pub(crate) credentials: Credentials<Tables, EdgePlatform>,
    pub(crate) buckets: Buckets,
    /// The tenant and environment that are served, and the address of the central host.
    pub(crate) application: &'static Application,
    pub(crate) table: Arc<RouteTable<()>>,
    /// Whether the endpoint group can be called as a plain function.
    pub(crate) has_calls: bool,
}

impl Backend for EdgeBackend {
    type Component = ();
    type Body = Body;

    async fn credential(&self, token: &str) -> Result<Result<Arc<Credential>, Refusal>, IdentityError> {
        let found = self.credentials.find(token).await?;
        // Credentials of other tenants or environments are unknown here.
        let is_own = |credential: &Arc<Credential>| credential.scope() == self.application.scope;
        Ok(found.and_then(|credential| if is_own(&credential) { Ok(credential) } else { Err(Refusal::Unknown) }))
    }

    async fn take(&self, bucket: &str, rate: Rate) -> Result<Level, ComponentError> {
        self.buckets.take(bucket, rate).map_err(|error| {
            eprintln!("cannot access the bucket of a rate limit: {error}");
            ComponentError {
                code: ProblemCode::Unavailable,
                detail: "The rate limit cannot be checked right now. Try again in a moment.".into(),
            }
        })
    }

    /// Does not delay refusals: a waiting instance occupies capacity, and the platform bills its time.
    async fn delay_refusal(&self, _: &str) {}

    async fn acquire_key(&self, key: &str) -> Result<bool, ComponentError> {
        acquire_key(key).await.map_err(|error| {
            eprintln!("cannot lock an idempotency key: {error}");
            unavailable("The Idempotency-Key cannot be checked right now. Try again in a moment.")
        })
    }

    fn release_key(&self, key: &str) {
        if let Err(error) = tables::change(Statement::new(RELEASE_KEY).bind(key)) {
            eprintln!(
                "cannot release an idempotency key, which stays locked for {} seconds: {error}",
                MAX_CALL_DURATION.as_secs()
            );
        }
    }

    fn routes(&self, _: &Credential) -> Arc<RouteTable<()>> {
        Arc::clone(&self.table)
    }

    async fn answer(
        &self,
        call: &ComponentCall<'_, ()>,
        mut request: Request<Bytes>,
    ) -> Result<Response<Body>, ComponentError> {
        // The URL already names the public host. The caller's `Host` could contradict it.
        request.headers_mut().remove(header::HOST);
        call.set_headers(request.headers_mut())?;
        let request_id = call.request_id;
        SendWrapper::new(async move {
            self.require_central_host(&call.target.route.operation)?;
            let unanswered = unanswered::count();
            let failed = |error: &dyn std::fmt::Display| {
                eprintln!("{request_id}: the endpoint gave no answer: {error}");
                ComponentError { code: ProblemCode::ComponentTrapped, detail: "The call failed. Try again.".into() }
            };
            let answer = if self.has_calls {
                direct::call(request)
            } else {
                let request = wire::request(request).map_err(|error| failed(&error))?;
                let answer = spin_sdk::http::next(request).await.map_err(|error| failed(&error))?;
                wire::with_length(answer).await.map_err(|error| failed(&error))?
            };
            // Adapters cannot report to an endpoint that the central host does not respond, so the endpoint sees a
            // missing file or a bad address. The unanswered request may belong to another call of the instance. A
            // retryable refusal is right for both.
            if unanswered::count() > unanswered && !answer.status().is_success() {
                return Err(unavailable(
                    "The central server, which this operation requires, cannot be reached. Try again later.",
                ));
            }
            Ok(answer)
        })
        .await
    }

    async fn picture(&self, credential: &Credential, wanted: &str) -> Result<Bytes, ComponentError> {
        let path = self.application.secret.signer().sign_picture(&credential.scope(), wanted);
        let url = format!("{}{path}", self.application.central_url.as_deref().unwrap_or_default());
        SendWrapper::new(central_host::ask(&url)).await
    }

    fn record(&self, _: Scope, event: UsageEvent) {
        usage::record(event);
    }
}

impl EdgeBackend {
    /// Rejects operations that need files if no central host is configured to store them.
    fn require_central_host(&self, operation: &str) -> Result<(), ComponentError> {
        if self.application.central_url.is_some() || !FILE_OPERATIONS.contains(&operation) {
            return Ok(());
        }
        Err(unavailable(
            "Files are stored on the central server, and this edge is not connected to one (variable centre_url).",
        ))
    }
}

fn unavailable(detail: &str) -> ComponentError {
    ComponentError { code: ProblemCode::Unavailable, detail: detail.to_owned() }
}

/// Takes an idempotency key in the database, which all instances of the application share. If an instance ends during
/// the call, its key is free again after [`MAX_CALL_DURATION`].
async fn acquire_key(key: &str) -> Result<bool, DatabaseError> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let seconds = |time: Duration| i64::try_from(time.as_secs()).unwrap_or(i64::MAX);
    Tables
        .write(vec![
            Statement::new("DELETE FROM running_keys WHERE since < ?")
                .bind(seconds(now.saturating_sub(MAX_CALL_DURATION))),
            Statement::new(
                "INSERT INTO running_keys (running_key, since) VALUES (?, ?) ON CONFLICT (running_key) DO NOTHING",
            )
            .bind(key)
            .bind(seconds(now))
            .expect_rows(1),
        ])
        .await
}
