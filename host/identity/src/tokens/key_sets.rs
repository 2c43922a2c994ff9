//! The key sets of identity providers that are cached between calls.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use time::{Duration, OffsetDateTime};

use super::jws::VerifyingKey;

/// Time for which cached keys stay in use while their provider cannot be reached.
const STALE_TTL: Duration = Duration::hours(24);
/// Minimum time between requests caused by unknown keys.
const UNKNOWN_KEY_INTERVAL: Duration = Duration::minutes(1);
/// Time for which a provider is not asked again after a failure.
const RETRY_AFTER: Duration = Duration::seconds(10);
/// The cached key sets of all providers, by issuer. Only issuers in the settings are added.
#[derive(Debug, Default)]
pub(super) struct KeySets(Mutex<HashMap<String, Arc<KeySet>>>);

impl KeySets {
    pub(super) fn of(&self, issuer: &str) -> Arc<KeySet> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(all.entry(issuer.to_owned()).or_default())
    }
}

/// The cached key set of a provider.
#[derive(Debug, Default)]
pub(super) struct KeySet {
    known: Mutex<Known>,
    /// Held by the call that asks the provider, so that other calls wait for its result.
    pub(super) asking: futures::lock::Mutex<()>,
}

#[derive(Debug, Default)]
pub(super) struct Known {
    pub(super) keys: Vec<VerifyingKey>,
    pub(super) fetched: Option<Fetched>,
    pub(super) asked_for_unknown_at: Option<OffsetDateTime>,
    /// Time and reason of the provider's last failure, unless it has responded since.
    pub(super) failure: Option<(OffsetDateTime, String)>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Fetched {
    pub(super) at: OffsetDateTime,
    pub(super) fresh_until: OffsetDateTime,
}

/// The next step for a key that a token names.
pub(super) enum Step {
    /// The key is known.
    Use(VerifyingKey),
    /// The provider must be asked. Calls that would have to wait may use the old key meanwhile, if there is one.
    Ask(Option<VerifyingKey>),
    /// The provider does not have it.
    Unknown,
    /// The provider cannot be asked, and its cached keys do not help.
    Failed(String),
}

/// Returns whether `moment` is less than `duration` ago. A moment in the future, possible after the clock was set back, counts.
fn within(moment: OffsetDateTime, now: OffsetDateTime, duration: Duration) -> bool {
    now - moment < duration
}

impl Known {
    pub(super) fn step(&self, kid: &str, now: OffsetDateTime) -> Step {
        let usable = self.fetched.is_some_and(|fetched| within(fetched.at, now, STALE_TTL));
        let key = self.keys.iter().find(|key| usable && key.kid == kid).cloned();
        let fresh = self.fetched.is_some_and(|fetched| now < fetched.fresh_until);
        if let (true, Some(key)) = (fresh, &key) {
            return Step::Use(key.clone());
        }
        if let Some((_, why)) = self.failure.as_ref().filter(|(at, _)| within(*at, now, RETRY_AFTER)) {
            return key.map_or_else(|| Step::Failed(why.clone()), Step::Use);
        }
        if fresh && self.asked_for_unknown_at.is_some_and(|at| within(at, now, UNKNOWN_KEY_INTERVAL)) {
            // After a failure, it is unknown whether the provider has the key by now.
            return self.failure.as_ref().map_or(Step::Unknown, |(_, why)| Step::Failed(why.clone()));
        }
        Step::Ask(key)
    }
}

impl KeySet {
    pub(super) fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
