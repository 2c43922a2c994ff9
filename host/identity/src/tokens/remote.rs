//! Key sets of identity providers: fetched when needed, cached, and fetched again at a limited rate.
//!
//! Anyone can send a token that names a provider and an unknown key, so the rate of requests to a provider is limited. A
//! provider can fail, so its cached keys stay in use, and its failure does not affect other providers.

use http::header::{ACCEPT, CACHE_CONTROL};
use plumbline_tenancy::Database;
use serde::Deserialize;
use serde_json::Value;
use time::Duration;

use super::jws::VerifyingKey;
use super::key_sets::{Fetched, Step};
use crate::error::IdentityError;
use crate::settings::Provider;
use crate::{Identity, Platform};

/// Default and maximum time before a key set is fetched again.
const FRESH: Duration = Duration::hours(1);
/// Minimum time before a key set is fetched again, if the provider asks for a shorter time.
const FRESH_AT_LEAST: Duration = Duration::minutes(1);
/// Maximum number of keys in a set.
const MAX_KEYS: usize = 100;
/// Maximum size of a response in bytes.
const MAX_BYTES: usize = 256 * 1024;

impl<D: Database, P: Platform> Identity<D, P> {
    /// Returns the provider's key with this name, or `None` if the provider does not have it.
    ///
    /// # Errors
    /// Returns an error if the provider cannot be asked and its cached keys do not help.
    pub(super) async fn provider_key(
        &self,
        provider: &Provider,
        kid: &str,
    ) -> Result<Option<VerifyingKey>, IdentityError> {
        let set = self.tokens.remote.of(&provider.issuer);
        let failed = |why: String| IdentityError::External(format!("Identity provider `{}`: {why}.", provider.issuer));
        let step = set.known().step(kid, self.clock.now());
        let _asking = match step {
            Step::Use(key) => return Ok(Some(key)),
            Step::Unknown => return Ok(None),
            Step::Failed(why) => return Err(failed(why)),
            Step::Ask(None) => set.asking.lock().await,
            Step::Ask(Some(old)) => match set.asking.try_lock() {
                Some(asking) => asking,
                // Another call is asking. A call whose key is known does not wait for it.
                None => return Ok(Some(old)),
            },
        };
        // The provider may have responded to another call while this one waited.
        let now = self.clock.now();
        {
            let mut known = set.known();
            match known.step(kid, now) {
                Step::Use(key) => return Ok(Some(key)),
                Step::Unknown => return Ok(None),
                Step::Failed(why) => return Err(failed(why)),
                Step::Ask(_) if known.fetched.is_some_and(|fetched| now < fetched.fresh_until) => {
                    // Recorded before the response arrives, so that a client that disconnects early cannot cause another request.
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
                tracing::warn!(issuer = provider.issuer, why, "cannot fetch the keys of an identity provider");
                known.failure = Some((now, why));
                match known.step(kid, now) {
                    Step::Use(old) => Ok(Some(old)),
                    Step::Failed(why) => Err(failed(why)),
                    Step::Unknown | Step::Ask(_) => Ok(None),
                }
            }
        }
    }

    /// Fetches the keys of a provider. Also returns the time for which they may be cached.
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
                let (configuration, _): (Configuration, _) = self.fetch_json(&url).await?;
                // OpenID Connect Discovery 1.0, section 4.3: otherwise one issuer could impersonate another.
                if configuration.issuer != provider.issuer {
                    return Err(format!("its configuration at {url} has the issuer `{}`", configuration.issuer));
                }
                if issuer.starts_with("https://") && !configuration.jwks_uri.starts_with("https://") {
                    return Err(format!("the address of its keys, `{}`, does not use https", configuration.jwks_uri));
                }
                configuration.jwks_uri
            }
        };
        let (set, fresh_for): (Set, _) = self.fetch_json(&url).await?;
        if set.keys.len() > MAX_KEYS {
            return Err(format!("{url} has {} keys. The limit is {MAX_KEYS}", set.keys.len()));
        }
        Ok((set.keys.iter().filter_map(VerifyingKey::from_jwk).collect(), fresh_for))
    }

    async fn fetch_json<T: serde::de::DeserializeOwned>(&self, url: &str) -> Result<(T, Duration), String> {
        let request = http::Request::get(url).header(ACCEPT, "application/json").body(Vec::new());
        let request = request.map_err(|error| format!("`{url}` is not a valid address: {error}"))?;
        let answer = self.platform.send_to_provider(request).await.map_err(|error| error.to_string())?;
        if answer.status() != http::StatusCode::OK {
            return Err(format!("{url} returned {}", answer.status()));
        }
        if answer.body().len() > MAX_BYTES {
            return Err(format!("{url} returned more than {MAX_BYTES} bytes"));
        }
        let cache = answer.headers().get(CACHE_CONTROL).and_then(|value| value.to_str().ok());
        let value = serde_json::from_slice(answer.body())
            .map_err(|error| format!("the response of {url} is not valid: {error}"))?;
        Ok((value, fresh_for(cache.unwrap_or_default())))
    }
}

/// Returns the time for which a response with this `Cache-Control` is cached.
fn fresh_for(cache_control: &str) -> Duration {
    let max_age = cache_control.split(',').find_map(|directive| directive.trim().strip_prefix("max-age="));
    let seconds = max_age.and_then(|seconds| seconds.parse().ok());
    seconds.map_or(FRESH, |seconds| Duration::seconds(seconds).clamp(FRESH_AT_LEAST, FRESH))
}

#[cfg(test)]
mod tests;
