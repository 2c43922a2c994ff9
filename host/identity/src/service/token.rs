//! The built-in provider: the client credentials grant (RFC 6749, section 4.4), and the provider's discovery document.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::header::{AUTHORIZATION, HeaderValue, WWW_AUTHENTICATE};
use http::{HeaderMap, Response, StatusCode};
use plumbline_tenancy::{Database, Environment, Statement, id};
use serde_json::{Value, json};

use crate::error::IdentityError;
use crate::oauth::form::Form;
use crate::oauth::response;
use crate::settings::{ACCESS_TOKEN_LIFE, BuiltInProvider};
use crate::tokens::Purpose;
use crate::{Identity, Platform, secrets};

/// The reason why a token request is denied.
struct Denied {
    status: StatusCode,
    code: &'static str,
    words: String,
}

impl Denied {
    fn bad(code: &'static str, words: impl Into<String>) -> Self {
        Self { status: StatusCode::BAD_REQUEST, code, words: words.into() }
    }

    /// Creates the denial for an unknown client, a wrong secret and an expired secret. It is the same for all three.
    fn client() -> Self {
        let words = "The client is unknown, or its secret is incorrect or expired.".into();
        Self { status: StatusCode::UNAUTHORIZED, code: "invalid_client", words }
    }

    fn answer(&self) -> Response<Bytes> {
        let mut response = response::error(self.status, self.code, &self.words);
        if self.status == StatusCode::UNAUTHORIZED {
            // RFC 6749, section 5.2, requires it if the client sent this header. RFC 9110, section 15.5.2, requires it for every 401.
            let challenge = HeaderValue::from_static("Basic realm=\"token endpoint\", charset=\"UTF-8\"");
            response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
        }
        response
    }
}

/// Returns the client's id and secret, from either the header (`client_secret_basic`) or the form (`client_secret_post`).
fn client(headers: &HeaderMap, form: &Form<'_>) -> Result<(String, String), Denied> {
    let mut sent = headers.get_all(AUTHORIZATION).iter();
    match (sent.next(), form.get("client_secret")) {
        (None, Some(secret)) => {
            let id = form.require("client_id").map_err(|words| Denied::bad("invalid_request", words))?;
            Ok((id.to_owned(), secret.to_owned()))
        }
        (Some(_), Some(_)) => {
            let words = "Send the client secret in the form or in the Authorization header, not in both.";
            Err(Denied::bad("invalid_request", words))
        }
        (Some(header), None) if sent.next().is_none() => {
            let (id, secret) = basic(header).ok_or_else(Denied::client)?;
            if form.get("client_id").is_some_and(|named| named != id) {
                let words = "`client_id` in the form differs from the one in the Authorization header.";
                return Err(Denied::bad("invalid_request", words));
            }
            Ok((id, secret))
        }
        (Some(_), None) => Err(Denied::bad("invalid_request", "Send one Authorization header.")),
        (None, None) => Err(Denied {
            words: "Send the client id and secret in the form, or in an Authorization header with the scheme Basic."
                .into(),
            ..Denied::client()
        }),
    }
}

/// Parses Basic credentials (RFC 6749, section 2.3.1): id and secret, each form-encoded, separated by a colon, in base64.
fn basic(header: &HeaderValue) -> Option<(String, String)> {
    let (scheme, encoded) = header.to_str().ok()?.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("Basic") {
        return None;
    }
    let pair = String::from_utf8(STANDARD.decode(encoded.trim()).ok()?).ok()?;
    let (id, secret) = pair.split_once(':')?;
    // A text without `=` and `&` parses as a form with one name and no value.
    let decode = |text: &str| {
        let encoded = text.replace('=', "%3D").replace('&', "%26");
        form_urlencoded::parse(encoded.as_bytes()).next().map_or_else(String::new, |(name, _)| name.into_owned())
    };
    Some((decode(id), decode(secret)))
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// Serves the built-in provider's token endpoint, a POST of a form.
    pub(crate) async fn service_token(&self, headers: &HeaderMap, body: &[u8]) -> Response<Bytes> {
        match self.grant(headers, body).await {
            Ok(Ok(token)) => response::json(
                StatusCode::OK,
                &json!({ "access_token": token, "expires_in": ACCESS_TOKEN_LIFE.as_secs(), "token_type": "Bearer" }),
            ),
            Ok(Err(denied)) => denied.answer(),
            Err(error) => {
                tracing::error!(%error, "a service token cannot be issued");
                let words = "The token cannot be issued right now. Try again in a moment.";
                response::error(StatusCode::SERVICE_UNAVAILABLE, "temporarily_unavailable", words)
            }
        }
    }

    /// Returns the built-in provider's configuration, for its `.well-known/openid-configuration`.
    pub(crate) fn service_configuration(&self) -> Value {
        let issuer = self.settings.built_in_issuer();
        json!({
            "issuer": issuer,
            "token_endpoint": format!("{issuer}/token"),
            "jwks_uri": format!("{issuer}/.well-known/jwks.json"),
            "grant_types_supported": ["client_credentials"],
            "response_types_supported": [],
            "subject_types_supported": ["public"],
            "scopes_supported": [self.service_scope()],
            "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
            "id_token_signing_alg_values_supported": ["RS256"],
        })
    }

    /// Returns the only scope of a token request. The scopes of a credential are stored with it and cannot be requested.
    fn service_scope(&self) -> String {
        format!("{}/.default", self.settings.service_audience)
    }

    async fn grant(&self, headers: &HeaderMap, body: &[u8]) -> Result<Result<String, Denied>, IdentityError> {
        if self.settings.built_in == BuiltInProvider::Off {
            return Ok(Err(Denied::bad(
                "invalid_request",
                "The built-in identity provider is turned off on this server.",
            )));
        }
        let unread = |words| Denied::bad("invalid_request", words);
        let asked = Form::read(headers, body).map_err(unread).and_then(|form| {
            if form.require("grant_type").map_err(unread)? != "client_credentials" {
                let words = "`grant_type` must be `client_credentials`.";
                return Err(Denied::bad("unsupported_grant_type", words));
            }
            Ok((client(headers, &form)?, form.get("scope").map(str::to_owned)))
        });
        let ((client, secret), scope) = match asked {
            Ok(asked) => asked,
            Err(denied) => return Ok(Err(denied)),
        };
        let Some(environment) = self.service_client(&client, &secret).await? else { return Ok(Err(Denied::client())) };
        if !self.settings.built_in.serves(environment) {
            let words = format!("The built-in identity provider does not issue tokens for {environment}.");
            return Ok(Err(Denied::bad("unauthorized_client", words)));
        }
        let allowed = self.service_scope();
        if scope.is_some_and(|scope| scope != allowed) {
            return Ok(Err(Denied::bad("invalid_scope", format!("`scope` must be `{allowed}`."))));
        }
        let now = self.clock.now().unix_timestamp();
        let life = i64::try_from(ACCESS_TOKEN_LIFE.as_secs()).unwrap_or(i64::MAX);
        let claims = json!({
            "iss": self.settings.built_in_issuer(),
            "sub": client,
            "azp": client,
            "aud": self.settings.service_audience,
            "iat": now,
            "nbf": now,
            "exp": now.saturating_add(life),
            "jti": id::random("jti_"),
        });
        Ok(Ok(self.signing_key(Purpose::Service).await?.token(&claims)?))
    }

    /// Returns the environment of the valid credential with this id and secret. Every failure costs one lookup in an index of
    /// hashes, so the response time does not reveal the reason.
    async fn service_client(&self, client: &str, secret: &str) -> Result<Option<Environment>, IdentityError> {
        let select = Statement::new(
            "SELECT s.environment FROM service_credentials s JOIN tenants t ON t.id = s.tenant_id
             WHERE s.secret_hash = ? AND s.id = ? AND s.issuer IS NULL AND s.revoked_at IS NULL
             AND s.secret_expires_at > ? AND t.revoked_at IS NULL",
        );
        let rows = self.database.query(select.bind(secrets::hash(secret)).bind(client).bind(self.clock.text())).await?;
        let environment = rows.first().map(|row| row.text("environment")).transpose()?;
        Ok(environment.map(|environment| environment.parse()).transpose()?)
    }
}

#[cfg(test)]
mod tests;
