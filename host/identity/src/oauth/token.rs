//! The token endpoint (RFC 6749, section 3.2) and revocation (RFC 7009), for public clients.

use std::borrow::Cow;

use bytes::Bytes;
use http::{HeaderMap, Response, StatusCode, header};
use oauth_as::client::ClientId;
use oauth_as::error::ErrorResponse;
use oauth_as::scope::ScopeSet;
use oauth_as::server::TokenRequest;
use oauth_as::token::TokenTypeHint;
use plumbline_tenancy::Database;

use super::answer;
use crate::error::IdentityError;
use crate::{Identity, Outside};

/// The parameters of a form, each at most once but `resource`.
pub(crate) struct Form<'a>(Vec<(Cow<'a, str>, Cow<'a, str>)>);

impl<'a> Form<'a> {
    /// Reads a body.
    ///
    /// # Errors
    /// The answer to give: another media type, a parameter that stands twice.
    pub(crate) fn read(headers: &HeaderMap, body: &'a [u8]) -> Result<Self, Box<Response<Bytes>>> {
        let media_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let bare = media_type.split(';').next().unwrap_or_default().trim();
        if !bare.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
            return Err(invalid("send a form: Content-Type: application/x-www-form-urlencoded"));
        }
        let pairs: Vec<_> = form_urlencoded::parse(body).collect();
        for (index, (name, _)) in pairs.iter().enumerate() {
            if name != "resource" && pairs[..index].iter().any(|(earlier, _)| earlier == name) {
                return Err(invalid(&format!("`{name}` stands in the form twice")));
            }
        }
        Ok(Self(pairs))
    }

    /// A parameter that is not empty.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, value)| key == name && !value.is_empty()).map(|(_, value)| value.as_ref())
    }

    /// A parameter that has to be there.
    ///
    /// # Errors
    /// The answer to give when it is not.
    pub(crate) fn require(&self, name: &str) -> Result<&str, Box<Response<Bytes>>> {
        self.get(name).ok_or_else(|| invalid(&format!("`{name}` is missing")))
    }

    fn all(&self, name: &str) -> Vec<String> {
        self.0.iter().filter(|(key, _)| key == name).map(|(_, value)| value.as_ref().to_owned()).collect()
    }
}

fn invalid(description: &str) -> Box<Response<Bytes>> {
    Box::new(answer::error(StatusCode::BAD_REQUEST, "invalid_request", description))
}

impl<D: Database, O: Outside> Identity<D, O> {
    /// `POST /oauth/token`
    pub(crate) async fn token(&self, headers: &HeaderMap, body: &[u8]) -> Result<Response<Bytes>, IdentityError> {
        let form = match Form::read(headers, body) {
            Ok(form) => form,
            Err(refused) => return Ok(*refused),
        };
        let request = match token_request(headers, &form) {
            Ok(request) => request,
            Err(refused) => return Ok(*refused),
        };
        let resources = form.all("resource");
        match self.server().await?.token_with_resources(request, &resources).await {
            Ok(tokens) => {
                let body = serde_json::to_value(&tokens).map_err(|error| IdentityError::Outside(error.to_string()))?;
                Ok(answer::json(StatusCode::OK, &body))
            }
            // A replayed code or refresh token has revoked what it gave: forget who was known.
            Err(refused) => {
                self.changed();
                Ok(refusal(&refused))
            }
        }
    }

    /// `POST /oauth/revoke`. What is not there counts as revoked, so that nobody learns what is.
    pub(crate) async fn revoke(&self, headers: &HeaderMap, body: &[u8]) -> Result<Response<Bytes>, IdentityError> {
        let form = match Form::read(headers, body) {
            Ok(form) => form,
            Err(refused) => return Ok(*refused),
        };
        let (client_id, token) = match (form.require("client_id"), form.require("token")) {
            (Ok(client_id), Ok(token)) => (ClientId::new(client_id), token),
            (Err(refused), _) | (_, Err(refused)) => return Ok(*refused),
        };
        let hint: Option<TokenTypeHint> = form.get("token_type_hint").and_then(|hint| hint.parse().ok());
        let done = self.server().await?.revoke(&client_id, None, token, hint).await;
        self.changed();
        Ok(match done {
            Ok(()) => answer::json(StatusCode::OK, &serde_json::json!({})),
            Err(refused) => refusal(&refused),
        })
    }
}

fn token_request(headers: &HeaderMap, form: &Form<'_>) -> Result<TokenRequest, Box<Response<Bytes>>> {
    if headers.contains_key(header::AUTHORIZATION) || form.get("client_secret").is_some() {
        return Err(Box::new(answer::error(
            StatusCode::BAD_REQUEST,
            "invalid_client",
            "clients here are public: send `client_id` in the form and no secret",
        )));
    }
    let client_id = || form.require("client_id").map(ClientId::new);
    match form.require("grant_type")? {
        "authorization_code" => Ok(TokenRequest::AuthorizationCode {
            client_id: client_id()?,
            client_secret: None,
            code: form.require("code")?.to_owned(),
            redirect_uri: form.get("redirect_uri").map(str::to_owned),
            code_verifier: form.get("code_verifier").map(str::to_owned),
        }),
        "refresh_token" => Ok(TokenRequest::RefreshToken {
            client_id: client_id()?,
            client_secret: None,
            refresh_token: form.require("refresh_token")?.to_owned(),
            scope: match form.get("scope") {
                None => None,
                Some(text) => Some(ScopeSet::parse(text).map_err(|_| invalid("`scope` cannot be read"))?),
            },
        }),
        _ => Err(Box::new(answer::error(
            StatusCode::BAD_REQUEST,
            "unsupported_grant_type",
            "use authorization_code or refresh_token",
        ))),
    }
}

fn refusal(refused: &ErrorResponse) -> Response<Bytes> {
    let status = StatusCode::from_u16(refused.http_status()).unwrap_or(StatusCode::BAD_REQUEST);
    let description = refused.error_description.as_deref().unwrap_or("the request was refused");
    answer::error(status, refused.error.as_str(), description)
}
