//! From a token to what it proves: its signature and what it says. That stays true until it expires, so it may be
//! remembered; whether it still opens something is `holder`'s to say.

use plumbline_tenancy::{Database, Environment};
use time::{Duration, OffsetDateTime};

use super::jws::Jws;
use super::keyring::Purpose;
use crate::error::IdentityError;
use crate::settings::{BuiltInProvider, Provider};
use crate::{Identity, Platform, Refusal, secrets};

/// How far the clock of another issuer may be from ours.
const LEEWAY: Duration = Duration::minutes(1);
/// A provider may withdraw a key; what was signed with it is believed for no longer than this without another look.
const PROVIDER_BELIEVED_FOR: Duration = Duration::minutes(5);

/// A token whose signature and claims hold. Whether its holder may still come in is another question:
/// [`Identity::holder`].
#[derive(Debug, Clone)]
pub struct VerifiedToken {
    pub(super) proves: Proves,
    pub(super) expires_at: OffsetDateTime,
    keep_until: OffsetDateTime,
}

impl VerifiedToken {
    /// When the token stops being valid.
    pub fn expires_at(&self) -> OffsetDateTime {
        self.expires_at
    }

    /// Until when this may be remembered; a token that comes after that is verified anew.
    pub fn keep_until(&self) -> OffsetDateTime {
        self.keep_until
    }
}

/// What a token proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Proves {
    /// That our authorization server gave it to a client for a user.
    Delegated(Delegated),
    /// That the built-in provider gave it to a service credential of ours.
    BuiltIn { kid: String, id: String },
    /// That a provider gave it to a client of its own.
    External { issuer: String, client: String },
}

/// What our authorization server says in a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Delegated {
    /// The token's, as it is kept.
    pub(super) hash: String,
    /// Of the key that signed it.
    pub(super) kid: String,
    /// `usr_…/environment`
    pub(super) subject: String,
    pub(super) user: String,
    pub(super) environment: Environment,
    pub(super) client: String,
    pub(super) scopes: Vec<String>,
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// Checks a token's signature and what it says: who issued it, for whom, when. It costs a public-key operation, and
    /// stays true until [`VerifiedToken::keep_until`].
    ///
    /// # Errors
    /// When the database or a provider's key set cannot be read.
    pub async fn verify_token(&self, token: &str) -> Result<Result<VerifiedToken, Refusal>, IdentityError> {
        let Some(jws) = Jws::parse(token) else { return Ok(Err(Refusal::Unknown)) };
        // The issuer is not proven yet; it says whose keys to prove it with.
        if jws.claims.iss == self.settings.auth_url {
            return self.verify_delegated(token, &jws).await;
        }
        if jws.claims.iss == self.settings.built_in_issuer() {
            return self.verify_built_in(&jws).await;
        }
        match self.settings.providers.iter().find(|provider| provider.issuer == jws.claims.iss) {
            Some(provider) => self.verify_external(&jws, provider).await,
            None => Ok(Err(Refusal::Untrusted)),
        }
    }

    async fn verify_delegated(
        &self,
        token: &str,
        jws: &Jws<'_>,
    ) -> Result<Result<VerifiedToken, Refusal>, IdentityError> {
        let settings = &self.settings;
        let audiences = [&*settings.mcp_url, &*settings.base_url, &*settings.auth_url];
        let expires_at = match self.verify_own(jws, Purpose::Delegated, &audiences).await? {
            Ok(expires_at) => expires_at,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let subject = jws.claims.sub.as_deref().unwrap_or_default();
        let parts = subject.split_once('/').and_then(|(user, rest)| Some((user, rest.parse().ok()?)));
        let (Some((user, environment)), Some(client)) = (parts, &jws.claims.client_id) else {
            return Ok(Err(Refusal::Untrusted));
        };
        let proves = Proves::Delegated(Delegated {
            hash: secrets::hash(token),
            kid: jws.kid.clone(),
            subject: subject.to_owned(),
            user: user.to_owned(),
            environment,
            client: client.clone(),
            scopes: jws.claims.scopes(),
        });
        Ok(Ok(VerifiedToken { proves, expires_at, keep_until: expires_at }))
    }

    async fn verify_built_in(&self, jws: &Jws<'_>) -> Result<Result<VerifiedToken, Refusal>, IdentityError> {
        if self.settings.built_in == BuiltInProvider::Off {
            return Ok(Err(Refusal::Untrusted));
        }
        let expires_at = match self.verify_own(jws, Purpose::Service, &[&self.settings.service_audience]).await? {
            Ok(expires_at) => expires_at,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let Some(client) = jws.claims.service_client() else { return Ok(Err(Refusal::Untrusted)) };
        let proves = Proves::BuiltIn { kid: jws.kid.clone(), id: client.to_owned() };
        Ok(Ok(VerifiedToken { proves, expires_at, keep_until: expires_at }))
    }

    /// What our own issuers' tokens have in common: a key of their purpose, RFC 9068's type, and one clock.
    async fn verify_own(
        &self,
        jws: &Jws<'_>,
        purpose: Purpose,
        audiences: &[&str],
    ) -> Result<Result<OffsetDateTime, Refusal>, IdentityError> {
        if !jws.is_a("at+jwt") || !jws.claims.is_for(audiences) || !jws.claims.is_dated() {
            return Ok(Err(Refusal::Untrusted));
        }
        match self.own_key(purpose, &jws.kid).await? {
            Some(key) if jws.is_signed_by(&key) => Ok(jws.claims.valid_until(self.clock.now(), Duration::ZERO)),
            _ => Ok(Err(Refusal::Untrusted)),
        }
    }

    async fn verify_external(
        &self,
        jws: &Jws<'_>,
        provider: &Provider,
    ) -> Result<Result<VerifiedToken, Refusal>, IdentityError> {
        // Other kinds of token, a logout token say, name their kind (RFC 8725 3.11); access tokens often do not.
        let is_access_token = jws.kind.is_none() || jws.is_a("jwt") || jws.is_a("at+jwt");
        if !is_access_token || !jws.claims.is_for(&[&provider.audience]) {
            return Ok(Err(Refusal::Untrusted));
        }
        let Some(client) = jws.claims.service_client() else { return Ok(Err(Refusal::Untrusted)) };
        match self.provider_key(provider, &jws.kid).await? {
            Some(key) if jws.is_signed_by(&key) => {}
            _ => return Ok(Err(Refusal::Untrusted)),
        }
        let now = self.clock.now();
        Ok(jws.claims.valid_until(now, LEEWAY).map(|expires_at| VerifiedToken {
            proves: Proves::External { issuer: provider.issuer.clone(), client: client.to_owned() },
            expires_at,
            keep_until: expires_at.min(now + PROVIDER_BELIEVED_FOR),
        }))
    }
}
