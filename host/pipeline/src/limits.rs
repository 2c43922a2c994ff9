//! How often a credential may call: a token bucket per credential and kind of call, and the headers that tell of it
//! (draft-ietf-httpapi-ratelimit-headers-11). Each host counts for itself.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use plumbline_identity::Credential;

use crate::problem::{Problem, ProblemCode};
use crate::tiers::{Rate, Tier, Tiers};

/// Seconds a rate is given for.
const WINDOW: u32 = 60;
/// Credentials whose buckets are kept. A credential that makes no call for [`IDLE`] has full buckets again anyway.
const CREDENTIALS: u64 = 100_000;
const IDLE: Duration = Duration::from_secs(600);

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const STATE: HeaderName = HeaderName::from_static("ratelimit");

type Limiter = RateLimiter<NotKeyed, InMemoryState, DefaultClock, StateInformationMiddleware>;

/// The buckets of all credentials.
pub(crate) struct Limits {
    buckets: moka::sync::Cache<(String, &'static str), Arc<Buckets>>,
    clock: DefaultClock,
}

/// The buckets of one credential.
struct Buckets {
    read: Bucket,
    write: Bucket,
}

struct Bucket {
    name: &'static str,
    rate: Rate,
    limiter: Limiter,
    policy: HeaderValue,
}

/// Where a call stands, for the headers of its answer.
pub(crate) struct Standing {
    policy: HeaderValue,
    name: &'static str,
    remaining: u32,
    /// Seconds.
    reset: u64,
}

impl Limits {
    pub(crate) fn new() -> Self {
        let buckets = moka::sync::Cache::builder().max_capacity(CREDENTIALS).time_to_idle(IDLE).build();
        Self { buckets, clock: DefaultClock::default() }
    }

    /// Takes a call from the bucket it belongs to: where that leaves the credential, and `rate_limited` when the bucket was
    /// empty.
    pub(crate) fn take(
        &self,
        tiers: &Tiers,
        credential: &Credential,
        method: &Method,
    ) -> (Standing, Result<(), Problem>) {
        let (name, tier) = tiers.of(credential);
        let key = (credential.rate_key(), name);
        let buckets = self.buckets.get_with(key, || Arc::new(Buckets::new(tier)));
        let safe = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
        if safe { buckets.read.take(&self.clock) } else { buckets.write.take(&self.clock) }
    }
}

impl Buckets {
    fn new(tier: &Tier) -> Self {
        Self { read: Bucket::new("read", tier.read), write: Bucket::new("write", tier.write) }
    }
}

impl Bucket {
    fn new(name: &'static str, rate: Rate) -> Self {
        let quota = Quota::per_minute(rate.per_minute).allow_burst(rate.burst);
        let policy = format!("\"{name}\";q={};w={WINDOW};plumbline-burst={}", rate.per_minute, rate.burst);
        Self {
            name,
            rate,
            limiter: RateLimiter::direct(quota).with_middleware(),
            // Digits and a fixed name: always a header value.
            policy: HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("")),
        }
    }

    fn take(&self, clock: &DefaultClock) -> (Standing, Result<(), Problem>) {
        let standing = |remaining, reset| Standing { policy: self.policy.clone(), name: self.name, remaining, reset };
        match self.limiter.check() {
            Ok(state) => {
                let remaining = state.remaining_burst_capacity();
                let missing = self.rate.burst.get().saturating_sub(remaining);
                (standing(remaining, seconds_to_fill(missing, self.rate.per_minute)), Ok(()))
            }
            Err(until) => {
                let wait = until.wait_time_from(clock.now());
                let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
                let seconds = seconds.max(1);
                let problem = Problem::new(
                    ProblemCode::RateLimited,
                    format!(
                        "This credential may make {} `{}` calls a minute, {} at once. Wait {seconds} s; GET /clients/me shows all limits.",
                        self.rate.per_minute, self.name, self.rate.burst
                    ),
                );
                (standing(0, seconds), Err(problem.retry_after(seconds)))
            }
        }
    }
}

impl Standing {
    /// Tells of it in an answer.
    pub(crate) fn tell(self, headers: &mut HeaderMap) {
        let state = format!("\"{}\";r={};t={}", self.name, self.remaining, self.reset);
        headers.insert(POLICY, self.policy);
        if let Ok(state) = HeaderValue::from_str(&state) {
            headers.insert(STATE, state);
        }
    }
}

/// Seconds until so many calls are back in the bucket, rounded up.
fn seconds_to_fill(missing: u32, per_minute: NonZeroU32) -> u64 {
    (u64::from(missing) * u64::from(WINDOW)).div_ceil(u64::from(per_minute.get()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(per_minute: u32, burst: u32) -> Rate {
        Rate { per_minute: NonZeroU32::new(per_minute).unwrap(), burst: NonZeroU32::new(burst).unwrap() }
    }

    #[test]
    fn a_bucket_empties_and_says_when_to_come_again() {
        let clock = DefaultClock::default();
        // One call every 20 s: none comes back while the test runs.
        let bucket = Bucket::new("write", rate(3, 2));
        let (first, taken) = bucket.take(&clock);
        assert!(taken.is_ok());
        assert_eq!((first.remaining, first.reset), (1, 20));
        assert_eq!(bucket.take(&clock).0.remaining, 0);
        let (empty, refused) = bucket.take(&clock);
        assert_eq!(refused.unwrap_err().code(), "rate_limited");
        assert_eq!(empty.remaining, 0);
        assert!((1..=20).contains(&empty.reset), "{}", empty.reset);
    }

    #[test]
    fn r1_headers_read_as_the_draft_says() {
        let (standing, _) = Bucket::new("read", rate(600, 100)).take(&DefaultClock::default());
        let mut headers = HeaderMap::new();
        standing.tell(&mut headers);
        assert_eq!(headers[POLICY], "\"read\";q=600;w=60;plumbline-burst=100");
        assert_eq!(headers[STATE], "\"read\";r=99;t=1");
    }
}
