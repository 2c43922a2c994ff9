//! OAuth endpoints and discovery documents: for clients on any origin, without cookies.

use bytes::Bytes;
use http::{HeaderValue, Method, Response, StatusCode, header};
use plumbline_tenancy::Database;
use serde_json::Value;

use super::exchange::{Answer, Exchange, supported};
use crate::oauth::{metadata, response};
use crate::tokens::Purpose;
use crate::{Identity, Platform};

/// Path of a protected resource's metadata, by itself or after the path of the resource.
pub(super) const RESOURCE_METADATA: &str = "/.well-known/oauth-protected-resource";
/// Caching of discovery documents. A new signing key is published for longer than this before it signs.
const DISCOVERED: &str = "public, max-age=300";

/// Methods of endpoints for clients.
pub(super) const POSTS: &str = "POST, OPTIONS";
/// Methods of discovery documents.
pub(super) const DOCUMENTS: &str = "GET, HEAD, OPTIONS";

impl<D: Database, P: Platform> Identity<D, P> {
    /// Handles `POST /oauth/token`.
    pub(super) async fn token_endpoint(&self, exchange: &Exchange) -> Answer {
        Ok(open(self.token(&exchange.headers, &exchange.body).await?))
    }

    /// Handles `POST /oauth/register`.
    pub(super) async fn register_endpoint(&self, exchange: &Exchange) -> Answer {
        Ok(open(self.register(&exchange.body).await?))
    }

    /// Handles `POST /oauth/revoke`.
    pub(super) async fn revoke_endpoint(&self, exchange: &Exchange) -> Answer {
        Ok(open(self.revoke(&exchange.headers, &exchange.body).await?))
    }

    /// Handles `POST /identity/token`.
    pub(super) async fn service_token_endpoint(&self, exchange: &Exchange) -> Answer {
        Ok(open(self.service_token(&exchange.headers, &exchange.body).await))
    }

    /// Handles `GET /.well-known/oauth-authorization-server`.
    pub(super) async fn authorization_server_document(&self, _: &Exchange) -> Answer {
        Ok(discovered(&metadata::authorization_server(&self.settings, self.scopes().await.shared())))
    }

    /// Handles `GET /.well-known/jwks.json`.
    pub(super) async fn delegated_keys_document(&self, _: &Exchange) -> Answer {
        Ok(discovered(&self.jwks(Purpose::Delegated).await?))
    }

    /// Handles `GET /identity/.well-known/openid-configuration`.
    pub(super) async fn service_configuration_document(&self, _: &Exchange) -> Answer {
        Ok(discovered(&self.service_configuration()))
    }

    /// Handles `GET /identity/.well-known/jwks.json`.
    pub(super) async fn service_keys_document(&self, _: &Exchange) -> Answer {
        Ok(discovered(&self.jwks(Purpose::Service).await?))
    }

    /// Handles every path without a route of its own. The path of a protected resource's metadata contains the resource's
    /// path, so its form depends on the settings.
    pub(super) async fn resource_document(&self, exchange: &Exchange) -> Answer {
        let path = exchange.path();
        let document = if path.contains(RESOURCE_METADATA) {
            metadata::protected_resource(&self.settings, self.scopes().await.shared(), path)
        } else {
            None
        };
        let Some(document) = document else {
            let words = "This page does not exist. Check the URL.";
            return Ok(exchange.message(StatusCode::NOT_FOUND, "Page not found", words));
        };
        Ok(match *exchange.method() {
            Method::GET | Method::HEAD => discovered(&document),
            Method::OPTIONS => preflight(DOCUMENTS),
            _ => {
                let mut response = refused(&supported(DOCUMENTS));
                response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(DOCUMENTS));
                response
            }
        })
    }
}

fn discovered(document: &Value) -> Response<Bytes> {
    let mut response = response::json(StatusCode::OK, document);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(DISCOVERED));
    response.headers_mut().remove(header::PRAGMA);
    open(response)
}

/// Allows scripts of any site to read the response, which does not depend on cookies.
fn open(mut response: Response<Bytes>) -> Response<Bytes> {
    response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    response
}

/// Answers a browser that asks which methods and headers a script may use.
pub(super) fn preflight(methods: &'static str) -> Response<Bytes> {
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

/// Returns the response to a method that an endpoint does not support, without the header `Allow`.
pub(super) fn refused(words: &str) -> Response<Bytes> {
    response::error(StatusCode::METHOD_NOT_ALLOWED, "invalid_request", words)
}
