//! What happens to a call of the REST surface before and after the component that serves it: the host does it in its own
//! process, the gateway component at the edge does it in front of one endpoint group. There is one of each rule.
//!
//! - `call`: credential, rate, operation, scope, component, usage: the steps in their order.
//! - `routes`: which component serves which operation for a tenant.
//! - `caller`: what a component is told of who calls, and tells in return.
//! - `tiers`: how often a tier may call; `bucket`: how often someone called; `limits`: what a credential is told of that.
//! - `running`: idempotency keys whose request still runs.
//! - `envelope`: what every request loses and every answer has; `announcement`: the announced end of a version.
//! - `usage`: what the usage record says of a call.
//! - `health`: what a load balancer asks.
//! - `problem`: the answers that no component gives.

mod announcement;
mod bucket;
mod call;
mod caller;
mod envelope;
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
use http::{Request, Response};
use plumbline_identity::{Credential, IdentityError, Refusal};
use plumbline_tenancy::{Route, Scope, UsageEvent};

pub use announcement::{Announcement, Deprecation};
pub use bucket::{Buckets, Level};
pub use call::{BASE_PATH, options};
pub use envelope::{Envelope, REQUEST_ID};
pub use health::health;
pub use problem::{Problem, ProblemCode};
pub use routes::{Match, RouteTable, Target};
pub use running::RunningKeys;
pub use tiers::{Rate, Tier, Tiers};

/// An error of a body that is being received.
pub type BodyError = Box<dyn std::error::Error + Send + Sync>;

/// What a pipeline stands on: who calls, what is bound for them, and the components themselves.
pub trait World: Send + Sync {
    /// A component, as the world finds it again.
    type Component: Clone + Send + Sync;

    /// The body of an answer: bytes, or for answers that are not a problem, something that is passed on and shows none.
    type Body: From<Bytes> + AsRef<[u8]>;

    /// Finds who calls by a bearer token.
    ///
    /// # Errors
    /// When it cannot be found out at the moment.
    fn credential(
        &self,
        token: &str,
    ) -> impl Future<Output = Result<Result<Arc<Credential>, Refusal>, IdentityError>> + Send;

    /// Takes a call from the bucket of a name: what is kept of it is changed as [`Rate::take`] says, at once for all who take
    /// from it.
    ///
    /// # Errors
    /// When it cannot be done at the moment.
    fn take(&self, bucket: &str, rate: Rate) -> impl Future<Output = Result<Level, NoAnswer>> + Send;

    /// Waits until the refusal of a call that the bucket had nothing left for may be sent: what keeps clients from calling on
    /// without a pause.
    fn refuse(&self, bucket: &str) -> impl Future<Output = ()> + Send;

    /// Takes an idempotency key for a request that begins. False if another request has it.
    ///
    /// # Errors
    /// When it cannot be done at the moment.
    fn take_key(&self, key: &str) -> impl Future<Output = Result<bool, NoAnswer>> + Send;

    /// Gives an idempotency key back when its request has ended.
    fn give_key_back(&self, key: &str);

    /// The operations of the caller's tenant.
    fn routes(&self, credential: &Credential) -> Arc<RouteTable<Self::Component>>;

    /// Has a component answer a request, which is made ready for it.
    ///
    /// # Errors
    /// When it gives no answer.
    fn answer(
        &self,
        call: &Handed<'_, Self::Component>,
        request: Request<Bytes>,
    ) -> impl Future<Output = Result<Response<Self::Body>, NoAnswer>> + Send;

    /// Writes the call into the usage record.
    fn record(&self, scope: Scope, event: UsageEvent);
}

/// A call that is handed to a component.
#[derive(Debug)]
pub struct Handed<'a, C> {
    /// Who calls.
    pub credential: &'a Arc<Credential>,
    /// The operation and what is bound for it.
    pub target: &'a Target<C>,
    /// The path below [`BASE_PATH`].
    pub below: &'a str,
    /// The request's id.
    pub request_id: &'a str,
}

/// The answer to a call, with what a host counts of it.
#[derive(Debug)]
pub struct Answered<B> {
    /// What the caller gets.
    pub response: Response<B>,
    /// The operation; `None` where the path and method lead to none, or the call was refused before that was looked up.
    pub route: Option<Arc<Route>>,
    /// The code of the problem that was answered, by the pipeline or by the component.
    pub code: Option<ProblemCode>,
}

/// Why a component gave no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoAnswer {
    /// Code of the problem that the caller gets.
    pub code: ProblemCode,
    /// What the caller reads.
    pub detail: String,
}

impl NoAnswer {
    fn into_problem(self) -> Problem {
        Problem::new(self.code, self.detail)
    }
}

/// What an operator sets.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Public address without a path, no slash at the end.
    pub public_url: String,
    /// Where callers are sent who ask for access.
    pub support_email: String,
    /// Limits by tier.
    pub tiers: Tiers,
    /// Largest body of a call.
    pub max_body_bytes: usize,
}

/// Answers calls of the REST surface.
pub struct Pipeline<W> {
    world: W,
    settings: Settings,
    /// Public base address of the API, no slash at the end.
    base_url: String,
    /// The authority of addresses that components see.
    authority: Authority,
    introductions: caller::Introductions,
}

impl<W: World> Pipeline<W> {
    /// A pipeline whose buckets are full.
    pub fn new(world: W, settings: Settings) -> Self {
        let base_url = format!("{}{BASE_PATH}", settings.public_url);
        let authority = settings.public_url.split_once("://").and_then(|(_, authority)| authority.parse().ok());
        let authority = authority.unwrap_or_else(|| Authority::from_static("localhost"));
        Self { world, settings, base_url, authority, introductions: caller::Introductions::default() }
    }
}
