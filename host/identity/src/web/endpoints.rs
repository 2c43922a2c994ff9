//! OAuth endpoints and discovery documents: for clients on any origin, without cookies.

use bytes::Bytes;
use http::{HeaderValue, Method, Response, StatusCode, header};
use plumbline_tenancy::Database;
use serde_json::Value;

use super::exchange::Exchange;
use crate::error::IdentityError;
use crate::oauth::{metadata, response};
use crate::tokens::Purpose;
use crate::{Identity, Platform};

/// Path of a protected resource's metadata, by itself or after the path of the resource.
pub(super) const RESOURCE_METADATA: &str = "/.well-known/oauth-protected-resource";
/// Caching of discovery documents. A new signing key is published for longer than this before it signs.
const DISCOVERED: &str = "public, max-age=300";

impl<D: Database, P: Platform> Identity<D, P> {
    /// Returns the response, or `None` if the path is not one of these endpoints.
    pub(super) async fn route_endpoint(&self, exchange: &Exchange) -> Result<Option<Response<Bytes>>, IdentityError> {
        let (path, settings) = (exchange.path(), &self.settings);
        let posts = matches!(path, "/oauth/token" | "/oauth/register" | "/oauth/revoke" | "/identity/token");
        if posts {
            return Ok(Some(match *exchange.method() {
                Method::POST => open(self.post(exchange).await?),
                Method::OPTIONS => preflight("POST, OPTIONS"),
                _ => refused("POST, OPTIONS"),
            }));
        }
        let document = match path {
            "/.well-known/oauth-authorization-server" => {
                Some(metadata::authorization_server(settings, self.scopes().await.shared()))
            }
            "/.well-known/jwks.json" => Some(self.jwks(Purpose::Delegated).await?),
            "/identity/.well-known/openid-configuration" => Some(self.service_configuration()),
            "/identity/.well-known/jwks.json" => Some(self.jwks(Purpose::Service).await?),
            _ if path.contains(RESOURCE_METADATA) => {
                metadata::protected_resource(settings, self.scopes().await.shared(), path)
            }
            _ => None,
        };
        let Some(document) = document else { return Ok(None) };
        Ok(Some(match *exchange.method() {
            Method::GET | Method::HEAD => open(discovered(&document)),
            Method::OPTIONS => preflight("GET, HEAD, OPTIONS"),
            _ => refused("GET, HEAD, OPTIONS"),
        }))
    }

    async fn post(&self, exchange: &Exchange) -> Result<Response<Bytes>, IdentityError> {
        let (headers, body) = (&exchange.headers, &exchange.body);
        match exchange.path() {
            "/oauth/register" => self.register(body).await,
            "/oauth/revoke" => self.revoke(headers, body).await,
            "/identity/token" => Ok(self.service_token(headers, body).await),
            _ => self.token(headers, body).await,
        }
    }
}

fn discovered(document: &Value) -> Response<Bytes> {
    let mut response = response::json(StatusCode::OK, document);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(DISCOVERED));
    response.headers_mut().remove(header::PRAGMA);
    response
}

/// Allows scripts of any site to read the response, which does not depend on cookies.
fn open(mut response: Response<Bytes>) -> Response<Bytes> {
    response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    response
}

fn preflight(methods: &'static str) -> Response<Bytes> {
    let mut response = open(Response::new(Bytes::new()));
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers.insert(header::ALLOW, HeaderValue::from_static(methods));
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static(methods));
    let allowed = HeaderValue::from_static("authorization, content-type, mcp-protocol-version");
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, allowed);
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
    response
}

fn refused(methods: &'static str) -> Response<Bytes> {
    let words = format!("This URL supports {methods}.");
    let mut response = response::error(StatusCode::METHOD_NOT_ALLOWED, "invalid_request", &words);
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(methods));
    response
}
