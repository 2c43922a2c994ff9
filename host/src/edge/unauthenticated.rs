//! The rate limit, per network, of calls that need no credential but cost something: sign-in, registration, tokens, and
//! calls that write or contact another server before sign-in.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use http::{Method, Uri};
use plumbline_identity::network;

use plumbline_pipeline::{Problem, ProblemCode};

/// Networks whose buckets are cached. A network that is idle for [`IDLE`] has a full bucket again anyway.
const NETWORKS: u64 = 100_000;
const IDLE: Duration = Duration::from_secs(120);

/// The buckets of all networks.
pub(super) struct UnauthenticatedRateLimiter {
    buckets: moka::sync::Cache<Option<IpAddr>, Arc<DefaultDirectRateLimiter>>,
    per_minute: NonZeroU32,
    clock: DefaultClock,
}

impl UnauthenticatedRateLimiter {
    pub(super) fn new(per_minute: NonZeroU32) -> Self {
        let buckets = moka::sync::Cache::builder().max_capacity(NETWORKS).time_to_idle(IDLE).build();
        Self { buckets, per_minute, clock: DefaultClock::default() }
    }

    /// Takes the cost of a call from the bucket of its network.
    ///
    /// # Errors
    /// `rate_limited` if the bucket has less than the cost.
    pub(super) fn check(&self, peer: Option<IpAddr>, method: &Method, uri: &Uri) -> Result<(), Problem> {
        let cost = match *method {
            Method::OPTIONS => 0,
            Method::GET | Method::HEAD => plumbline_identity::read_cost(uri),
            _ => 1,
        };
        // If the bucket is smaller than the cost, the call takes all of it.
        let Some(cost) = NonZeroU32::new(cost.min(self.per_minute.get())) else { return Ok(()) };
        let quota = Quota::per_minute(self.per_minute);
        let bucket = self.buckets.get_with(peer.map(network), || Arc::new(RateLimiter::direct(quota)));
        bucket.check_n(cost).unwrap_or(Ok(())).map_err(|until| {
            let wait = until.wait_time_from(self.clock.now());
            let seconds = (wait.as_secs() + u64::from(wait.subsec_nanos() > 0)).max(1);
            let detail = format!("Too many calls from your network. Wait {seconds} s.");
            Problem::new(ProblemCode::RateLimited, detail).retry_after(seconds)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_have_separate_rate_limits() {
        let limiter = UnauthenticatedRateLimiter::new(NonZeroU32::new(2).unwrap());
        let uri = Uri::from_static("/sign-in");
        let call = |address: &str| limiter.check(Some(address.parse().unwrap()), &Method::POST, &uri);
        assert!(call("2001:db8::1").is_ok() && call("2001:db8::2").is_ok());
        assert_eq!(call("2001:db8::3").unwrap_err().code(), "rate_limited");
        assert!(call("2001:db8:0:1::1").is_ok());
        // A dual-stack listener reports IPv4 addresses in this form. Each must be its own network.
        assert!(call("::ffff:192.0.2.1").is_ok() && call("192.0.2.1").is_ok());
        assert!(call("192.0.2.1").is_err() && call("::ffff:192.0.2.2").is_ok());
        assert!(limiter.check(Some("2001:db8::3".parse().unwrap()), &Method::GET, &uri).is_ok());
    }

    #[test]
    fn reads_take_their_cost_from_the_limit() {
        let limiter = UnauthenticatedRateLimiter::new(NonZeroU32::new(25).unwrap());
        let read = |method: Method, uri: &'static str| {
            limiter.check(Some("192.0.2.1".parse().unwrap()), &method, &Uri::from_static(uri)).is_ok()
        };
        let document = "/oauth/authorize?scope=x&client_id=https%3A%2F%2Fapp.example%2Fclient.json";
        assert!(read(Method::GET, document) && read(Method::HEAD, document));
        assert!(!read(Method::GET, document), "two of them cost 20 of 25");
        assert!((0..5).all(|_| read(Method::GET, "/oauth/authorize?client_id=oc_1")));
        assert!(!read(Method::GET, "/oauth/authorize?client_id=oc_1") && !read(Method::GET, "/sign-in/upstream"));
        assert!(read(Method::GET, "/sign-in") && read(Method::OPTIONS, document));
        let small = UnauthenticatedRateLimiter::new(NonZeroU32::MIN);
        assert!(small.check(None, &Method::GET, &Uri::from_static(document)).is_ok(), "never refused for good");
    }
}
