//! Rate limits: a token bucket per credential and kind of call, and the headers that report it
//! (draft-ietf-httpapi-ratelimit-headers-11). The implementation of [`Backend`](crate::Backend) stores the buckets.

use std::num::NonZeroU32;

use http::{HeaderMap, HeaderName, Method};
use plumbline_identity::Credential;

use crate::bucket::Level;
use crate::header::set_header;
use crate::problem::{Problem, ProblemCode};
use crate::tiers::{Rate, Tiers};

/// Window of a rate, in seconds.
const WINDOW: u32 = 60;

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const STATE: HeaderName = HeaderName::from_static("ratelimit");

/// A bucket of a credential, for safe methods or for all others.
pub(crate) struct Bucket {
    /// Key under which the bucket is stored.
    pub(crate) key: String,
    pub(crate) rate: Rate,
    name: &'static str,
}

/// The state of a rate limit, for the headers of a response.
pub(crate) struct RateLimitStatus {
    rate: Rate,
    name: &'static str,
    remaining: u32,
    /// Seconds until the bucket is full, or until a call is available if it is empty.
    reset: u64,
}

impl Bucket {
    /// Returns the bucket that a call takes from.
    pub(crate) fn of(tiers: &Tiers, credential: &Credential, method: &Method) -> Self {
        let (tier, rates) = tiers.of(credential);
        let safe = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
        let (name, rate) = if safe { ("read", rates.read) } else { ("write", rates.write) };
        Self { key: format!("{}/{tier}/{name}", credential.rate_key()), rate, name }
    }

    /// Returns the status after a call took from the bucket, and `rate_limited` if it was empty.
    pub(crate) fn status(&self, level: Level) -> (RateLimitStatus, Result<(), Problem>) {
        let Rate { per_minute, burst } = self.rate;
        let status = |remaining, reset| RateLimitStatus { rate: self.rate, name: self.name, remaining, reset };
        match level {
            Level::Left(remaining) => {
                let missing = burst.get().saturating_sub(remaining);
                (status(remaining, seconds_to_fill(missing, per_minute)), Ok(()))
            }
            Level::Empty(wait) => {
                let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
                let seconds = seconds.max(1);
                let problem = Problem::new(
                    ProblemCode::RateLimited,
                    format!(
                        "This credential is limited to {per_minute} `{}` calls per minute, with bursts of {burst}. Wait {seconds} s. GET /clients/me lists all limits.",
                        self.name
                    ),
                );
                (status(0, seconds), Err(problem.retry_after(seconds)))
            }
        }
    }
}

impl RateLimitStatus {
    /// Writes the status into the headers of a response.
    pub(crate) fn write_headers(self, headers: &mut HeaderMap) {
        let Self { rate: Rate { per_minute, burst }, name, remaining, reset } = self;
        let policy = format!("\"{name}\";q={per_minute};w={WINDOW};plumbline-burst={burst}");
        let state = format!("\"{name}\";r={remaining};t={reset}");
        for (name, value) in [(POLICY, policy), (STATE, state)] {
            set_header(headers, name, value);
        }
    }
}

/// Returns the seconds until `missing` calls are back in the bucket, rounded up.
fn seconds_to_fill(missing: u32, per_minute: NonZeroU32) -> u64 {
    (u64::from(missing) * u64::from(WINDOW)).div_ceil(u64::from(per_minute.get()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn bucket(name: &'static str, per_minute: u32, burst: u32) -> Bucket {
        let number = |n| NonZeroU32::new(n).unwrap();
        Bucket { key: String::new(), rate: Rate { per_minute: number(per_minute), burst: number(burst) }, name }
    }

    #[test]
    fn an_empty_bucket_says_when_to_come_again() {
        let bucket = bucket("write", 3, 2);
        let (first, taken) = bucket.status(Level::Left(1));
        assert!(taken.is_ok());
        assert_eq!((first.remaining, first.reset), (1, 20));
        let (empty, refused) = bucket.status(Level::Empty(Duration::from_millis(14_200)));
        assert_eq!(refused.unwrap_err().code(), "rate_limited");
        assert_eq!((empty.remaining, empty.reset), (0, 15));
    }

    #[test]
    fn r1_headers_read_as_the_draft_says() {
        let (status, _) = bucket("read", 600, 100).status(Level::Left(99));
        let mut headers = HeaderMap::new();
        status.write_headers(&mut headers);
        assert_eq!(headers[POLICY], "\"read\";q=600;w=60;plumbline-burst=100");
        assert_eq!(headers[STATE], "\"read\";r=99;t=1");
    }
}
