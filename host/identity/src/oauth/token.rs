//! The token endpoint (RFC 6749, section 3.2) and revocation (RFC 7009), for public clients.

use bytes::Bytes;
use http::{HeaderMap, Response, StatusCode, header};
use oauth_as::client::ClientId;
use oauth_as::error::ErrorResponse;
use oauth_as::scope::ScopeSet;
use oauth_as::server::TokenRequest;
use oauth_as::token::TokenTypeHint;
use plumbline_tenancy::Database;

use super::form::Form;
use super::response;
use crate::error::IdentityError;
use crate::{Identity, Platform};

fn invalid(words: &str) -> Response<Bytes> {
    response::error(StatusCode::BAD_REQUEST, "invalid_request", words)
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// Handles `POST /oauth/token`.
    pub(crate) async fn token(&self, headers: &HeaderMap, body: &[u8]) -> Result<Response<Bytes>, IdentityError> {
        let form = match Form::read(headers, body) {
            Ok(form) => form,
            Err(words) => return Ok(invalid(&words)),
        };
        let request = match token_request(headers, &form) {
            Ok(request) => request,
            Err(refused) => return Ok(*refused),
        };
        let resources = form.all("resource");
        match self.server().await?.token_with_resources(request, &resources).await {
            Ok(tokens) => {
                let body = serde_json::to_value(&tokens).map_err(|error| IdentityError::External(error.to_string()))?;
                Ok(response::json(StatusCode::OK, &body))
            }
            // A replayed code or refresh token has revoked the tokens it issued, so cached credentials are invalidated.
            Err(refused) => {
                self.invalidate_caches();
                Ok(refusal(&refused))
            }
        }
    }

    /// Handles `POST /oauth/revoke`. An unknown token counts as revoked, so that the response does not reveal which tokens exist.
    pub(crate) async fn revoke(&self, headers: &HeaderMap, body: &[u8]) -> Result<Response<Bytes>, IdentityError> {
        let form = match Form::read(headers, body) {
            Ok(form) => form,
            Err(words) => return Ok(invalid(&words)),
        };
        let (client_id, token) = match (form.require("client_id"), form.require("token")) {
            (Ok(client_id), Ok(token)) => (ClientId::new(client_id), token),
            (Err(words), _) | (_, Err(words)) => return Ok(invalid(&words)),
        };
        let hint: Option<TokenTypeHint> = form.get("token_type_hint").and_then(|hint| hint.parse().ok());
        let done = self.server().await?.revoke(&client_id, None, token, hint).await;
        self.invalidate_caches();
        Ok(match done {
            Ok(()) => response::json(StatusCode::OK, &serde_json::json!({})),
            Err(refused) => refusal(&refused),
        })
    }
}

fn token_request(headers: &HeaderMap, form: &Form<'_>) -> Result<TokenRequest, Box<Response<Bytes>>> {
    if headers.contains_key(header::AUTHORIZATION) || form.get("client_secret").is_some() {
        return Err(Box::new(response::error(
            StatusCode::BAD_REQUEST,
            "invalid_client",
            "clients are public: send `client_id` in the form, without a secret",
        )));
    }
    let require = |name: &str| form.require(name).map_err(|words| Box::new(invalid(&words)));
    let client_id = || require("client_id").map(ClientId::new);
    match require("grant_type")? {
        "authorization_code" => Ok(TokenRequest::AuthorizationCode {
            client_id: client_id()?,
            client_secret: None,
            code: require("code")?.to_owned(),
            redirect_uri: form.get("redirect_uri").map(str::to_owned),
            code_verifier: form.get("code_verifier").map(str::to_owned),
        }),
        "refresh_token" => Ok(TokenRequest::RefreshToken {
            client_id: client_id()?,
            client_secret: None,
            refresh_token: require("refresh_token")?.to_owned(),
            scope: match form.get("scope") {
                None => None,
                Some(text) => Some(ScopeSet::parse(text).map_err(|_| Box::new(invalid("`scope` is not valid")))?),
            },
        }),
        _ => Err(Box::new(response::error(
            StatusCode::BAD_REQUEST,
            "unsupported_grant_type",
            "use authorization_code or refresh_token",
        ))),
    }
}

fn refusal(refused: &ErrorResponse) -> Response<Bytes> {
    let status = StatusCode::from_u16(refused.http_status()).unwrap_or(StatusCode::BAD_REQUEST);
    let description = refused.error_description.as_deref().unwrap_or("the request was refused");
    response::error(status, refused.error.as_str(), description)
}
