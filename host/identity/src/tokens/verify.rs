//! Verification of a token's signature and claims. The result is valid until the token expires, so it can be cached. The module
//! `holder` checks whether the token has been revoked.

use plumbline_tenancy::{Database, Environment, UserId};
use time::{Duration, OffsetDateTime};

use super::claims::Leeway;
use super::jws::Jws;
use super::keyring::Purpose;
use crate::error::IdentityError;
use crate::settings::{BuiltInProvider, Provider};
use crate::{Identity, Platform, Refusal, secrets};

/// Maximum difference between our clock and that of another issuer.
const LEEWAY: Leeway = Leeway { early: Duration::minutes(1), late: Duration::minutes(1) };
/// Hosts agree about the time to within a round trip to the database. The next second begins earlier at one of them, and a
/// token of that second can be sent to another at once.
const OWN_LEEWAY: Leeway = Leeway { early: Duration::seconds(2), late: Duration::ZERO };
/// Maximum time for which a verified token of a provider is cached, because the provider can withdraw its key.
const PROVIDER_BELIEVED_FOR: Duration = Duration::minutes(5);

/// A token with a valid signature and valid claims. [`Identity::holder`] checks whether its holder still has
/// access.
#[derive(Debug, Clone)]
pub struct VerifiedToken {
    pub(super) subject: TokenSubject,
    pub(super) expires_at: OffsetDateTime,
    keep_until: OffsetDateTime,
}

impl VerifiedToken {
    /// Returns the time at which the token expires.
    pub fn expires_at(&self) -> OffsetDateTime {
        self.expires_at
    }

    /// Returns the time until which this can be cached. Afterwards the token must be verified again.
    pub fn keep_until(&self) -> OffsetDateTime {
        self.keep_until
    }
}

/// The party that a token was issued to, with the facts that the token proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TokenSubject {
    /// Our authorization server issued the token to a client for a user.
    Delegated(Delegated),
    /// The built-in provider issued the token to a service credential.
    BuiltIn { kid: String, id: String },
    /// A provider issued the token to one of its clients.
    External { issuer: String, client: String },
}

/// The contents of a token of our authorization server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Delegated {
    /// Hash of the token, as stored in the database.
    pub(super) hash: String,
    /// Name of the key that signed the token.
    pub(super) kid: String,
    /// User and environment: `usr_…/environment`.
    pub(super) subject: String,
    pub(super) user: UserId,
    pub(super) environment: Environment,
    pub(super) client: String,
    pub(super) scopes: Vec<String>,
    /// Whether the surface for agents is among its audiences.
    pub(super) opens_agents: bool,
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// Verifies a token's signature and its issuer, audience and times. This costs a public-key operation. The result is valid
    /// until [`VerifiedToken::keep_until`].
    ///
    /// # Errors
    /// Returns an error if the database or the key set of a provider cannot be read.
    pub async fn verify_token(&self, token: &str) -> Result<Result<VerifiedToken, Refusal>, IdentityError> {
        let Some(jws) = Jws::parse(token) else { return Ok(Err(Refusal::Unknown)) };
        // The issuer is not verified yet. It only selects the keys to verify the token with.
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
        let token_subject = TokenSubject::Delegated(Delegated {
            hash: secrets::hash(token),
            kid: jws.kid.clone(),
            subject: subject.to_owned(),
            user: UserId::stored(user.to_owned()),
            environment,
            client: client.clone(),
            scopes: jws.claims.scopes(),
            opens_agents: jws.claims.is_for(&[&settings.mcp_url]),
        });
        Ok(Ok(VerifiedToken { subject: token_subject, expires_at, keep_until: expires_at }))
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
        let token_subject = TokenSubject::BuiltIn { kid: jws.kid.clone(), id: client.to_owned() };
        Ok(Ok(VerifiedToken { subject: token_subject, expires_at, keep_until: expires_at }))
    }

    /// Makes the checks common to our own issuers' tokens: a key of their purpose, the type of RFC 9068, and one clock.
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
            Some(key) if jws.is_signed_by(&key) => Ok(jws.claims.valid_until(self.clock.now(), OWN_LEEWAY)),
            _ => Ok(Err(Refusal::Untrusted)),
        }
    }

    async fn verify_external(
        &self,
        jws: &Jws<'_>,
        provider: &Provider,
    ) -> Result<Result<VerifiedToken, Refusal>, IdentityError> {
        // Other kinds of token, for example logout tokens, state their type (RFC 8725, section 3.11). Access tokens often do not.
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
            subject: TokenSubject::External { issuer: provider.issuer.clone(), client: client.to_owned() },
            expires_at,
            keep_until: expires_at.min(now + PROVIDER_BELIEVED_FOR),
        }))
    }
}
