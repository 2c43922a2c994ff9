//! The host's metering of each call: the credential's rate, with the headers that state it, and the usage event.

use std::num::NonZeroU32;
use std::time::{Instant, SystemTime};

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;
use plumbline_identity::Credential;
use plumbline_pipeline::{Buckets, Level, REQUEST_ID, Rate, Tier, Tiers};
use plumbline_storage::{Storage, Surface, UsageEvent, UsageLog, UsageLogConfig, id};

use super::{EndCustomer, Operation};

/// Calls a minute, and the burst, that `plumbline_tests::Server` allows a sandbox. `ensure_same_response` compares the headers.
const CALLS: NonZeroU32 = NonZeroU32::new(10_000_000).expect("more than none");
/// The window of a rate, in seconds.
const WINDOW: u64 = 60;

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const STATE: HeaderName = HeaderName::from_static("ratelimit");

/// Rate buckets and the usage record. The log writes over its own connections, so its batches contend with the peer's
/// writers in SQLite's busy loop. In the server, both queue for the one writer.
pub(super) struct Metering {
    tiers: Tiers,
    buckets: Buckets,
    usage: UsageLog,
}

/// A call in progress.
pub(super) struct Call {
    start: Instant,
    occurred_at: SystemTime,
    bucket: &'static str,
    rate: Rate,
    level: Level,
}

impl Call {
    /// Returns whether the credential's bucket was empty.
    pub(super) fn is_refused(&self) -> bool {
        matches!(self.level, Level::Empty(_))
    }
}

impl Metering {
    /// Creates the metering with full buckets.
    pub(super) fn start(storage: Storage) -> Self {
        let rate = Rate { per_minute: CALLS, burst: CALLS };
        let tiers = Tiers { sandbox: Tier { read: rate, write: rate, ..Tier::default() }, ..Tiers::default() };
        let usage = UsageLog::start(storage, UsageLogConfig::default());
        Self { tiers, buckets: Buckets::default(), usage }
    }

    /// Takes a call from the credential's bucket.
    pub(super) fn begin(&self, operation: &Operation, credential: &Credential) -> Call {
        let (start, occurred_at) = (Instant::now(), SystemTime::now());
        let (tier, rates) = self.tiers.of(credential);
        let (bucket, rate) = if operation.is_read { ("read", rates.read) } else { ("write", rates.write) };
        let level = self.buckets.take(&format!("{}/{tier}/{bucket}", credential.rate_key()), rate);
        Call { start, occurred_at, bucket, rate, level }
    }

    /// Adds the rate's headers to the response and records the call.
    pub(super) fn end(
        &self,
        call: Call,
        operation: &Operation,
        credential: &Credential,
        mut response: Response,
    ) -> Response {
        let Call { start, occurred_at, bucket, rate: Rate { per_minute, burst }, level } = call;
        let (remaining, reset) = match level {
            Level::Left(left) => {
                let missing = u64::from(burst.get().saturating_sub(left));
                (left, (missing * WINDOW).div_ceil(u64::from(per_minute.get())))
            }
            Level::Empty(wait) => (0, wait.as_secs() + 1),
        };
        let request_id = id::random("req_");
        let values = [
            (POLICY, format!("\"{bucket}\";q={per_minute};w={WINDOW};plumbline-burst={burst}")),
            (STATE, format!("\"{bucket}\";r={remaining};t={reset}")),
            (REQUEST_ID, request_id.clone()),
        ];
        // Numbers, names and ids are valid header values.
        let values = values.into_iter().filter_map(|(name, value)| Some((name, HeaderValue::try_from(value).ok()?)));
        response.headers_mut().extend(values);
        if matches!(level, Level::Empty(_)) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(reset));
        }
        let end_customer = response.extensions_mut().remove::<EndCustomer>();
        let event = UsageEvent {
            occurred_at,
            request_id,
            client_id: Some(credential.client_id.to_string()),
            user_id: credential.user.clone().map(String::from),
            surface: Surface::Rest,
            agent: credential.agent().map(str::to_owned),
            operation: operation.name.to_owned(),
            status_code: Some(response.status().as_u16()),
            error_code: None,
            latency_ms: u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX),
            units: 0.0,
            end_customer_ref: end_customer.and_then(|EndCustomer(name)| name),
        };
        self.usage.record(credential.scope(), event);
        response
    }
}
