//! Key sets of identity providers: fetched when they are needed, kept, and asked for again with restraint.
//!
//! Anyone can send a token that names a provider and an unknown key, so what is asked of a provider is bounded; and a
//! provider can fail, so what was known of it stays in use, and its trouble stays its own.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use http::header::{ACCEPT, CACHE_CONTROL};
use plumbline_tenancy::Database;
use serde::Deserialize;
use serde_json::Value;
use time::{Duration, OffsetDateTime};

use super::jws::VerifyingKey;
use crate::error::IdentityError;
use crate::settings::Provider;
use crate::{Identity, Platform};

/// A key set is asked for again after this; sooner when the provider says so, but not sooner than
const FRESH: Duration = Duration::hours(1);
/// this.
const FRESH_AT_LEAST: Duration = Duration::minutes(1);
/// Keys of a provider that cannot be asked stay in use for so long.
const USABLE: Duration = Duration::hours(24);
/// Unknown keys make a provider be asked no more often than this.
const ASKED_FOR_UNKNOWN_EVERY: Duration = Duration::minutes(1);
/// A provider that failed is left alone for so long.
const LEFT_ALONE: Duration = Duration::seconds(10);
/// More keys than this no provider has.
const MAX_KEYS: usize = 100;
/// A longer answer is not read.
const MAX_BYTES: usize = 256 * 1024;

/// What is remembered of all providers, by issuer. Only issuers of the settings get in.
#[derive(Debug, Default)]
pub(super) struct KeySets(Mutex<HashMap<String, Arc<KeySet>>>);

impl KeySets {
    fn of(&self, issuer: &str) -> Arc<KeySet> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(all.entry(issuer.to_owned()).or_default())
    }
}

/// What is remembered of a provider.
#[derive(Debug, Default)]
struct KeySet {
    known: Mutex<Known>,
    /// Held by the one that asks the provider, so that the others wait for the same answer.
    asking: futures::lock::Mutex<()>,
}

#[derive(Debug, Default)]
struct Known {
    keys: Vec<VerifyingKey>,
    fetched: Option<Fetched>,
    asked_for_unknown_at: Option<OffsetDateTime>,
    /// When the provider failed, and why, unless it has answered since.
    failure: Option<(OffsetDateTime, String)>,
}

#[derive(Debug, Clone, Copy)]
struct Fetched {
    at: OffsetDateTime,
    fresh_until: OffsetDateTime,
}

/// What to do about a key that a token names.
enum Step {
    /// It is known.
    Use(VerifyingKey),
    /// The provider is to be asked; meanwhile an old key may do for those who would have to wait.
    Ask(Option<VerifyingKey>),
    /// The provider does not have it.
    Unknown,
    /// The provider cannot be asked, and what is known of it does not help.
    Failed(String),
}

/// Whether a moment is no longer ago than that. One in the future, which a step back of the clock leaves behind, is.
fn within(moment: OffsetDateTime, now: OffsetDateTime, duration: Duration) -> bool {
    now - moment < duration
}

impl Known {
    fn step(&self, kid: &str, now: OffsetDateTime) -> Step {
        let usable = self.fetched.is_some_and(|fetched| within(fetched.at, now, USABLE));
        let key = self.keys.iter().find(|key| usable && key.kid == kid).cloned();
        let fresh = self.fetched.is_some_and(|fetched| now < fetched.fresh_until);
        if let (true, Some(key)) = (fresh, &key) {
            return Step::Use(key.clone());
        }
        if let Some((_, why)) = self.failure.as_ref().filter(|(at, _)| within(*at, now, LEFT_ALONE)) {
            return key.map_or_else(|| Step::Failed(why.clone()), Step::Use);
        }
        if fresh && self.asked_for_unknown_at.is_some_and(|at| within(at, now, ASKED_FOR_UNKNOWN_EVERY)) {
            // With a failure since, nobody knows whether the provider has the key by now.
            return self.failure.as_ref().map_or(Step::Unknown, |(_, why)| Step::Failed(why.clone()));
        }
        Step::Ask(key)
    }
}

impl KeySet {
    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// A provider's key of that name; none when it has none.
    ///
    /// # Errors
    /// When the provider cannot be asked, and what is known of it does not tell.
    pub(super) async fn provider_key(
        &self,
        provider: &Provider,
        kid: &str,
    ) -> Result<Option<VerifyingKey>, IdentityError> {
        let set = self.tokens.remote.of(&provider.issuer);
        let failed = |why: String| IdentityError::External(format!("identity provider `{}`: {why}", provider.issuer));
        let step = set.known().step(kid, self.clock.now());
        let _asking = match step {
            Step::Use(key) => return Ok(Some(key)),
            Step::Unknown => return Ok(None),
            Step::Failed(why) => return Err(failed(why)),
            Step::Ask(None) => set.asking.lock().await,
            Step::Ask(Some(old)) => match set.asking.try_lock() {
                Some(asking) => asking,
                // Another call is asking; nobody with a key that is known needs to wait for that.
                None => return Ok(Some(old)),
            },
        };
        // The provider may have answered another call while this one waited.
        let now = self.clock.now();
        {
            let mut known = set.known();
            match known.step(kid, now) {
                Step::Use(key) => return Ok(Some(key)),
                Step::Unknown => return Ok(None),
                Step::Failed(why) => return Err(failed(why)),
                Step::Ask(_) if known.fetched.is_some_and(|fetched| now < fetched.fresh_until) => {
                    // Noted before the answer: a caller that hangs up early does not get another question for free.
                    known.asked_for_unknown_at = Some(now);
                }
                Step::Ask(_) => {}
            }
        }
        let answer = self.fetch_keys(provider).await;
        let mut known = set.known();
        match answer {
            Ok((keys, fresh_for)) => {
                known.keys = keys;
                known.fetched = Some(Fetched { at: now, fresh_until: now + fresh_for });
                known.failure = None;
                Ok(known.keys.iter().find(|key| key.kid == kid).cloned())
            }
            Err(why) => {
                tracing::warn!(issuer = provider.issuer, why, "the keys of an identity provider cannot be had");
                known.failure = Some((now, why));
                match known.step(kid, now) {
                    Step::Use(old) => Ok(Some(old)),
                    Step::Failed(why) => Err(failed(why)),
                    Step::Unknown | Step::Ask(_) => Ok(None),
                }
            }
        }
    }

    /// Asks a provider for its keys, and for how long they may be kept.
    async fn fetch_keys(&self, provider: &Provider) -> Result<(Vec<VerifyingKey>, Duration), String> {
        #[derive(Deserialize)]
        struct Configuration {
            issuer: String,
            jwks_uri: String,
        }
        #[derive(Deserialize)]
        struct Set {
            keys: Vec<Value>,
        }
        let url = match &provider.jwks_url {
            Some(url) => url.clone(),
            None => {
                let issuer = provider.issuer.trim_end_matches('/');
                let url = format!("{issuer}/.well-known/openid-configuration");
                let (configuration, _): (Configuration, _) = self.ask_json(&url).await?;
                // OpenID Connect Discovery 4.3: otherwise one issuer could speak for another.
                if configuration.issuer != provider.issuer {
                    return Err(format!("its configuration at {url} is of issuer `{}`", configuration.issuer));
                }
                if issuer.starts_with("https://") && !configuration.jwks_uri.starts_with("https://") {
                    return Err(format!("its keys are at `{}`, which is not https", configuration.jwks_uri));
                }
                configuration.jwks_uri
            }
        };
        let (set, fresh_for): (Set, _) = self.ask_json(&url).await?;
        if set.keys.len() > MAX_KEYS {
            return Err(format!("{url} has {} keys; at most {MAX_KEYS} are read", set.keys.len()));
        }
        Ok((set.keys.iter().filter_map(VerifyingKey::theirs).collect(), fresh_for))
    }

    async fn ask_json<T: serde::de::DeserializeOwned>(&self, url: &str) -> Result<(T, Duration), String> {
        let request = http::Request::get(url).header(ACCEPT, "application/json").body(Vec::new());
        let request = request.map_err(|error| format!("`{url}` is no address: {error}"))?;
        let answer = self.platform.ask_provider(request).await.map_err(|error| error.to_string())?;
        if answer.status() != http::StatusCode::OK {
            return Err(format!("{url} answered {}", answer.status()));
        }
        if answer.body().len() > MAX_BYTES {
            return Err(format!("{url} answered more than {MAX_BYTES} bytes"));
        }
        let cache = answer.headers().get(CACHE_CONTROL).and_then(|value| value.to_str().ok());
        let value = serde_json::from_slice(answer.body()).map_err(|error| format!("{url} answered: {error}"))?;
        Ok((value, fresh_for(cache.unwrap_or_default())))
    }
}

/// For how long an answer with this `Cache-Control` is kept.
fn fresh_for(cache_control: &str) -> Duration {
    let max_age = cache_control.split(',').find_map(|directive| directive.trim().strip_prefix("max-age="));
    let seconds = max_age.and_then(|seconds| seconds.parse().ok());
    seconds.map_or(FRESH, |seconds| Duration::seconds(seconds).clamp(FRESH_AT_LEAST, FRESH))
}

#[cfg(test)]
mod tests;
