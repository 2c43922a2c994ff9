//! The steps before and after the component that serves a call of the REST API. The host runs them in its own process.
//! The gateway component at the edge runs them for one endpoint group. Both use the same code.
//!
//! - `call`: the steps in order: credential, rate limit, operation, scope, component, usage.
//! - `routes`: the operations of a tenant and the components that serve them.
//! - `caller`: the internal headers between the pipeline and components; `header_cache`: those of credentials in use.
//! - `tiers`: the rate limits and quotas of each tier; `bucket`: the calls left to a credential; `limits`: the rate
//!   limit headers.
//! - `running`: idempotency keys whose request is still running.
//! - `envelope`: steps common to every request and response; `announcement`: the announced end of a version.
//! - `usage`: the usage record of a call.
//! - `health`: the response for load balancers.
//! - `problem`: the error responses of the pipeline itself.
//!
//! ```
//! use plumbline_pipeline::{Level, Rate};
//! use std::num::NonZeroU32;
//! use std::time::Duration;
//!
//! // Three calls a minute, two of them at once.
//! let rate = Rate { per_minute: NonZeroU32::new(3).unwrap(), burst: NonZeroU32::new(2).unwrap() };
//! let now = Duration::from_secs(1_790_000_000);
//! let (first, bucket) = rate.take(None, now);
//! let (second, bucket) = rate.take(bucket, now);
//! assert_eq!((first, second), (Level::Left(1), Level::Left(0)));
//! assert_eq!(rate.take(bucket, now).0, Level::Empty(Duration::from_secs(20)));
//! ```

mod announcement;
mod bucket;
mod call;
mod caller;
mod envelope;
mod header;
mod header_cache;
mod health;
mod limits;
mod problem;
mod routes;
mod running;
mod tiers;
mod usage;

use std::sync::Arc;

use bytes::Bytes;
use http::uri::Authority;
use http::{HeaderName, HeaderValue, Request, Response};
use plumbline_identity::{Credential, IdentityError, Refusal};
use plumbline_tenancy::{Route, Scope, Surface, UsageEvent};

use header_cache::CallerHeadersCache;

pub use announcement::{Announcement, Deprecation};
pub use bucket::{Buckets, Level};
pub use call::{BASE_PATH, MCP_PATH, NO_ENDPOINTS, options};
pub use envelope::{Envelope, REQUEST_ID};
pub use header::set_header;
pub use health::health;
pub use problem::{Problem, ProblemCode};
pub use routes::{Match, RouteTable, Target};
pub use running::RunningKeys;
pub use tiers::{Rate, Tier, Tiers};

/// An error of a body that is being received.
pub type BodyError = Box<dyn std::error::Error + Send + Sync>;

/// The body of a request, as it is received.
pub trait RequestBody: http_body::Body<Data = Bytes, Error: Into<BodyError>> + Send + 'static {}

impl<B: http_body::Body<Data = Bytes, Error: Into<BodyError>> + Send + 'static> RequestBody for B {}

/// The services that a pipeline needs: credentials, the routes of a tenant, and the components themselves.
pub trait Backend: Send + Sync {
    /// A handle to a component.
    type Component: Clone + Send + Sync;

    /// The body of a response: bytes, or a body that is passed on unread and shows no bytes. A problem is always bytes.
    type Body: From<Bytes> + AsRef<[u8]>;

    /// Finds the credential of a bearer token.
    ///
    /// # Errors
    /// Returns an error if the credential cannot be checked at the moment.
    fn credential(
        &self,
        token: &str,
    ) -> impl Future<Output = Result<Result<Arc<Credential>, Refusal>, IdentityError>> + Send;

    /// Takes a call from the named bucket. Its state changes as [`Rate::take`] describes, in one atomic step.
    ///
    /// # Errors
    /// Returns an error if the bucket cannot be reached at the moment.
    fn take(&self, bucket: &str, rate: Rate) -> impl Future<Output = Result<Level, ComponentError>> + Send;

    /// Waits until the refusal of a call on an empty bucket may be sent. The delay keeps clients from retrying without
    /// a pause.
    fn delay_refusal(&self, bucket: &str) -> impl Future<Output = ()> + Send;

    /// Acquires an idempotency key for a new request. Returns `false` if another request has it.
    ///
    /// # Errors
    /// Returns an error if the key cannot be acquired at the moment.
    fn acquire_key(&self, key: &str) -> impl Future<Output = Result<bool, ComponentError>> + Send;

    /// Releases an idempotency key once its request has ended.
    fn release_key(&self, key: &str);

    /// Returns the operations of the caller's tenant.
    fn routes(&self, credential: &Credential) -> Arc<RouteTable<Self::Component>>;

    /// Sends a prepared request, with the [headers of the call](ComponentCall::headers), to a component and returns its
    /// response.
    ///
    /// # Errors
    /// Returns an error if the component does not respond.
    fn answer(
        &self,
        call: &ComponentCall<'_, Self::Component>,
        request: Request<Bytes>,
    ) -> impl Future<Output = Result<Response<Self::Body>, ComponentError>> + Send;

    /// Draws the picture that a component's response asks for in the header `x-plumbline-picture`, from files of the caller's
    /// tenant.
    ///
    /// # Errors
    /// Returns an error if the page cannot be drawn.
    fn picture(
        &self,
        credential: &Credential,
        wanted: &str,
    ) -> impl Future<Output = Result<Bytes, ComponentError>> + Send;

    /// Writes the call into the usage record.
    fn record(&self, scope: Scope, event: UsageEvent);
}

/// A call on its way to a component.
#[derive(Debug)]
pub struct ComponentCall<'a, C> {
    /// Credential of the caller.
    pub credential: &'a Arc<Credential>,
    /// The operation and the component bound to it.
    pub target: &'a Target<C>,
    /// The path below [`BASE_PATH`].
    pub below: &'a str,
    /// Id of the request.
    pub request_id: &'a str,
    /// Slots that are bound for the tenant, separated by spaces.
    pub slots: &'a str,
    /// How the call arrived.
    pub origin: Origin<'a>,
    /// Internal headers that describe the credential.
    pub(crate) caller: &'a [(HeaderName, HeaderValue)],
}

/// How a call arrived, and what it may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin<'a> {
    /// The surface, as usage records have it.
    pub surface: Surface,
    /// The highest cost that the caller agreed to, in credits. A call that would cost more changes nothing. `None` if there is
    /// no limit but the balance.
    pub max_credits: Option<&'a str>,
}

impl Origin<'_> {
    /// A call of the REST API.
    pub const REST: Self = Self { surface: Surface::Rest, max_credits: None };
}

/// The response to a call, with the data that the host counts.
#[derive(Debug)]
pub struct CallOutcome<B> {
    /// Response to the caller.
    pub response: Response<B>,
    /// The operation, or `None` if no route matches or the call was refused before the lookup.
    pub route: Option<Arc<Route>>,
    /// Code of the problem in the response, from the pipeline or the component.
    pub code: Option<ProblemCode>,
}

/// The reason why a component did not respond.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComponentError {
    /// Code of the problem that the caller receives.
    pub code: ProblemCode,
    /// Text for the caller.
    pub detail: String,
}

impl ComponentError {
    fn into_problem(self) -> Problem {
        Problem::new(self.code, self.detail)
    }
}

/// The operator's settings.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Public URL without a path and without a trailing slash.
    pub public_url: String,
    /// Email address for callers who ask for access.
    pub support_email: String,
    /// Limits by tier.
    pub tiers: Tiers,
    /// Maximum size of a request body.
    pub max_body_bytes: usize,
}

/// Answers calls of the REST API.
pub struct Pipeline<T> {
    backend: T,
    settings: Settings,
    /// Public base URL of the API, without a trailing slash.
    base_url: String,
    /// Authority of the request URIs that components receive.
    authority: Authority,
    caller_headers: CallerHeadersCache,
}

impl<T: Backend> Pipeline<T> {
    /// Creates a pipeline whose buckets are full.
    pub fn new(backend: T, settings: Settings) -> Self {
        let base_url = format!("{}{BASE_PATH}", settings.public_url);
        let authority = settings.public_url.split_once("://").and_then(|(_, authority)| authority.parse().ok());
        let authority = authority.unwrap_or_else(|| Authority::from_static("localhost"));
        Self { backend, settings, base_url, authority, caller_headers: CallerHeadersCache::default() }
    }
}
