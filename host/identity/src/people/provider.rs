//! The OpenID Connect provider that users sign in with: its configuration and keys, and the verified identity of a returning
//! user.

use std::sync::{Arc, PoisonError};

use openidconnect::core::{
    CoreClient, CoreClientAuthMethod, CoreIdTokenClaims, CoreJsonWebKey, CoreJwsSigningAlgorithm, CoreResponseType,
    CoreUserInfoClaims,
};
use openidconnect::{
    AuthType, AuthenticationFlow, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret, CsrfToken,
    EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest, HttpResponse, IssuerUrl, Nonce,
    OAuth2TokenResponse as _, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, RequestTokenError, Scope,
    SignatureVerificationError, TokenResponse as _,
};
use plumbline_tenancy::Database;
use time::Duration;

use super::provider_cache::{Known, Metadata};
use crate::error::IdentityError;
use crate::settings::Upstream;
use crate::{Identity, Platform, PlatformError};

/// Time after which the configuration and the keys are fetched again.
const REFETCH_AFTER: Duration = Duration::hours(1);
/// Minimum time between fetches caused by an unknown key, so that forged tokens do not cause a fetch each.
const MIN_REFETCH_INTERVAL: Duration = Duration::minutes(1);

type Client =
    CoreClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointMaybeSet, EndpointMaybeSet>;

/// The URL to send the browser to, and the values to remember until it returns.
pub(super) struct AuthorizationRedirect {
    pub(super) url: String,
    pub(super) state: String,
    pub(super) nonce: String,
    pub(super) verifier: String,
}

/// The parameters of the callback, and the remembered values.
pub(super) struct Callback<'a> {
    pub(super) code: &'a str,
    pub(super) iss: Option<&'a str>,
    pub(super) nonce: String,
    pub(super) verifier: String,
}

/// The identity of a user at the provider.
pub(super) struct Person {
    pub(super) issuer: String,
    pub(super) subject: String,
    pub(super) email: Option<String>,
    /// Whether the provider has verified the address. Otherwise it must not be trusted.
    pub(super) email_verified: bool,
    pub(super) name: Option<String>,
}

/// The error for a response that is not valid. The reason is for the log.
pub(super) struct NotTrusted(pub(super) String);

impl<D: Database, P: Platform> Identity<D, P> {
    /// Returns the provider in the settings.
    pub(super) fn upstream(&self) -> Result<&Upstream, IdentityError> {
        self.settings.upstream.as_ref().ok_or_else(|| {
            IdentityError::NotFound(
                "Sign-in with an identity provider is not set up. Sign in with your email address and password.".into(),
            )
        })
    }

    /// Prepares a sign-in with the provider.
    pub(super) async fn authorization_redirect(&self) -> Result<AuthorizationRedirect, IdentityError> {
        let client = self.client(&*self.metadata(REFETCH_AFTER).await?)?;
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let flow = AuthenticationFlow::<CoreResponseType>::AuthorizationCode;
        let (url, state, nonce) = client
            .authorize_url(flow, CsrfToken::new_random, Nonce::new_random)
            .add_scope(Scope::new("email".into()))
            .add_scope(Scope::new("profile".into()))
            .set_pkce_challenge(challenge)
            .url();
        Ok(AuthorizationRedirect {
            url: url.into(),
            state: state.into_secret(),
            nonce: nonce.secret().clone(),
            verifier: verifier.into_secret(),
        })
    }

    /// Exchanges the code and returns the identity that the provider vouches for.
    pub(super) async fn verify_callback(
        &self,
        callback: Callback<'_>,
    ) -> Result<Result<Person, NotTrusted>, IdentityError> {
        let issuer = &self.upstream()?.issuer;
        let metadata = self.metadata(REFETCH_AFTER).await?;
        // RFC 9207: a response of another provider must not be taken for one of this provider.
        let names_itself = metadata.additional_metadata().authorization_response_iss_parameter_supported;
        if callback.iss.map_or(names_itself, |iss| iss != issuer) {
            return Ok(Err(NotTrusted(format!("the response has the issuer {:?}", callback.iss))));
        }
        let client = self.client(&metadata)?;
        let http = self.http();
        let exchange =
            client.exchange_code(AuthorizationCode::new(callback.code.to_owned())).map_err(provider_failed)?;
        let exchange = exchange.set_pkce_verifier(PkceCodeVerifier::new(callback.verifier));
        let answer = match exchange.request_async(&http).await {
            Ok(answer) => answer,
            Err(RequestTokenError::Request(error)) => return Err(provider_failed(error)),
            Err(error) => return Ok(Err(NotTrusted(format!("cannot exchange the code for a token: {error:?}")))),
        };
        let Some(id_token) = answer.id_token() else {
            return Ok(Err(NotTrusted("the response does not have an ID token".into())));
        };
        let nonce = Nonce::new(callback.nonce);
        let verified = match id_token.claims(&self.verifier(&client), &nonce) {
            Err(ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey)) => {
                let renewed = self.client(&*self.metadata(MIN_REFETCH_INTERVAL).await?)?;
                id_token.claims(&self.verifier(&renewed), &nonce).cloned()
            }
            verified => verified.cloned(),
        };
        let claims = match verified {
            Ok(claims) => claims,
            Err(error) => return Ok(Err(NotTrusted(format!("the ID token is not valid: {error}")))),
        };
        let mut person = Person::from_id_token(issuer, &claims);
        // Some providers keep the ID token small and return the other claims from the user info endpoint.
        if person.email.is_none() && client.user_info_url().is_some() {
            let token = answer.access_token().clone();
            let request = client.user_info(token, Some(claims.subject().clone())).map_err(provider_failed)?;
            let info: CoreUserInfoClaims = match request.request_async(&http).await {
                Ok(info) => info,
                Err(error) => return Ok(Err(NotTrusted(format!("cannot read the user info: {error:?}")))),
            };
            person.add(&info);
        }
        Ok(Ok(person))
    }

    /// Returns the provider's configuration and keys, at most `fresh` old.
    async fn metadata(&self, fresh: Duration) -> Result<Arc<Metadata>, IdentityError> {
        let now = self.clock.now();
        let known = self.people.known.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(known) = known.filter(|known| now - known.since < fresh) {
            return Ok(known.metadata);
        }
        let issuer = IssuerUrl::new(self.upstream()?.issuer.clone()).map_err(provider_failed)?;
        let http = self.http();
        let metadata = Arc::new(Metadata::discover_async(issuer, &http).await.map_err(provider_failed)?);
        let known = Known { metadata: Arc::clone(&metadata), since: now };
        *self.people.known.lock().unwrap_or_else(PoisonError::into_inner) = Some(known);
        Ok(metadata)
    }

    fn client(&self, metadata: &Metadata) -> Result<Client, IdentityError> {
        let upstream = self.upstream()?;
        let back = format!("{}/sign-in/upstream/callback", self.settings.auth_url);
        let client = CoreClient::from_provider_metadata(
            metadata.clone(),
            ClientId::new(upstream.client_id.clone()),
            Some(ClientSecret::new(upstream.client_secret.clone())),
        )
        .set_redirect_uri(RedirectUrl::new(back).map_err(provider_failed)?);
        let takes = |method| metadata.token_endpoint_auth_methods_supported().is_none_or(|all| all.contains(&method));
        // The header is the default if the provider does not list its methods (OpenID Connect Discovery 1.0, section 3).
        Ok(client.set_auth_type(if takes(CoreClientAuthMethod::ClientSecretBasic) {
            AuthType::BasicAuth
        } else {
            AuthType::RequestBody
        }))
    }

    /// Returns the verifier of ID tokens. It rejects signatures with a shared secret and unsigned tokens.
    fn verifier<'a>(&self, client: &'a Client) -> openidconnect::IdTokenVerifier<'a, CoreJsonWebKey> {
        let clock = self.clock.clone();
        client
            .id_token_verifier()
            .set_allowed_algs([CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256, CoreJwsSigningAlgorithm::EcdsaP256Sha256])
            .set_time_fn(move || clock.system().into())
    }

    fn http(
        &self,
    ) -> impl Fn(HttpRequest) -> futures::future::BoxFuture<'static, Result<HttpResponse, PlatformError>>
    + Send
    + Sync
    + use<D, P> {
        let platform = self.platform.clone();
        move |request| {
            let platform = platform.clone();
            Box::pin(async move { platform.send_to_provider(request).await })
        }
    }
}

impl Person {
    fn from_id_token(issuer: &str, claims: &CoreIdTokenClaims) -> Self {
        Self {
            issuer: issuer.to_owned(),
            subject: claims.subject().to_string(),
            email: claims.email().map(|email| email.to_string()),
            email_verified: claims.email_verified() == Some(true),
            name: claims.name().and_then(|name| name.get(None)).map(|name| name.to_string()),
        }
    }

    /// Adds the claims that the ID token lacks from the user info response, which has the same subject.
    fn add(&mut self, info: &CoreUserInfoClaims) {
        self.email = info.email().map(|email| email.to_string());
        self.email_verified = info.email_verified() == Some(true);
        if self.name.is_none() {
            self.name = info.name().and_then(|name| name.get(None)).map(|name| name.to_string());
        }
    }
}

fn provider_failed(error: impl std::error::Error) -> IdentityError {
    // The libraries' errors state the failed step at the top level and the cause in their sources.
    let mut words = error.to_string();
    let mut below = error.source();
    while let Some(error) = below {
        words = format!("{words}: {error}");
        below = error.source();
    }
    IdentityError::External(format!("The identity provider sent an unexpected response: {words}"))
}
