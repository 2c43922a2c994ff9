//! The routes of identity: pages for users, endpoints for clients, discovery documents.
//!
//! - `exchange`: parsing of requests and building of responses: cookies, forms, cross-site checks, headers.
//! - `entry`: signing in and out, invitations. `consent`: consent to an app. `account`, `credits`, `keys`, `people`: the pages
//!   for signed-in users.
//! - `endpoints`: OAuth endpoints and discovery documents, which ignore cookies.

mod account;
mod consent;
mod credits;
mod endpoints;
mod entry;
mod exchange;
mod keys;
mod people;

use std::net::IpAddr;

use bytes::Bytes;
use http::{Method, Request, Response, StatusCode, Uri, header};
use plumbline_tenancy::Database;

use crate::error::IdentityError;
use crate::{Identity, Platform, pages};
use exchange::{Answer, Exchange, Halt};

/// Returns whether a path belongs to identity and not to the API.
pub fn serves(path: &str) -> bool {
    const ROOTS: [&str; 8] =
        ["/sign-in", "/sign-out", "/account", "/invitations", "/oauth", "/identity", "/assets", "/.well-known"];
    let below = |root: &str| path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    ROOTS.into_iter().any(below) || path.ends_with(endpoints::RESOURCE_METADATA)
}

/// Returns a path that may be logged: without the secret of an invitation, which gives access to an account.
pub fn without_secret(path: &str) -> &str {
    const INVITATIONS: &str = "/invitations/";
    if path.starts_with(INVITATIONS) { INVITATIONS } else { path }
}

/// Returns the number of calls that a GET counts as in the rate limit of unauthenticated clients: none for static pages, one
/// for paths that write to the database, and more for those that may fetch from another server.
pub fn read_cost(uri: &Uri) -> u32 {
    const FETCH: u32 = 10;
    let mut query = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    match uri.path() {
        "/oauth/authorize" if query.any(|(name, value)| name == "client_id" && value.contains("://")) => FETCH,
        "/oauth/authorize" | "/sign-in/upstream" | "/sign-in/upstream/callback" => 1,
        _ => 0,
    }
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// Answers a request to one of the paths that [`serves`] accepts. `peer` is the IP address of the client.
    ///
    /// # Errors
    /// Returns an error if the database or another server fails. Mistakes of users and clients are answered with a response.
    pub async fn answer(
        &self,
        request: Request<Bytes>,
        peer: Option<IpAddr>,
    ) -> Result<Response<Bytes>, IdentityError> {
        let head = request.method() == Method::HEAD;
        let exchange = Exchange::new(self, request, peer).await?;
        let mut response = match self.route(&exchange).await {
            Ok(response) => response,
            // Refusals and missing resources are shown as pages.
            Err(Halt::Error(IdentityError::Forbidden(words))) => {
                exchange.message(StatusCode::FORBIDDEN, "Access denied", &words)
            }
            Err(Halt::Error(IdentityError::NotFound(words))) => {
                exchange.message(StatusCode::NOT_FOUND, "Not found", &words)
            }
            Err(Halt::Error(error)) => return Err(error),
            Err(Halt::Response(response)) => *response,
        };
        if head {
            *response.body_mut() = Bytes::new();
        }
        Ok(response)
    }

    async fn route(&self, exchange: &Exchange) -> Answer {
        let path = exchange.path();
        if let Some(response) = self.route_endpoint(exchange).await? {
            return Ok(response);
        }
        let (get, post) = (exchange.is_get(), exchange.is_post());
        match path {
            "/assets/identity.css" if get => Ok(exchange::asset("text/css; charset=utf-8", pages::STYLE)),
            "/assets/copy.js" if get => Ok(exchange::asset("text/javascript; charset=utf-8", pages::COPY_SCRIPT)),
            "/sign-in" if get => self.sign_in_page(exchange).await,
            "/sign-in" if post => self.sign_in_form(exchange).await,
            "/sign-in/upstream" if get => self.upstream_begin(exchange).await,
            "/sign-in/upstream/callback" if get => self.upstream_end(exchange).await,
            "/sign-out" if post => self.sign_out_form(exchange).await,
            "/oauth/authorize" if get => self.consent_page(exchange).await,
            "/oauth/authorize" if post => self.consent_form(exchange).await,
            "/account" if get => self.account_page(exchange).await,
            "/account/credits" if get => self.credits_page(exchange).await,
            "/account/password" if post => self.password_form(exchange).await,
            "/account/apps/revoke" if post => self.app_form(exchange).await,
            "/account/keys" if get => self.keys_page(exchange).await,
            "/account/keys" if post => self.key_form(exchange).await,
            "/account/keys/revoke" if post => self.key_revoke_form(exchange).await,
            "/account/people" if get => self.people_page(exchange).await,
            "/account/people" if post => self.invite_form(exchange).await,
            "/account/people/role" if post => self.role_form(exchange).await,
            "/account/people/withdraw" if post => self.withdraw_form(exchange).await,
            "/account/people/disable" if post => self.disable_form(exchange).await,
            "/oauth/api-keys" => self.api_keys(exchange, None).await,
            _ => match (path.strip_prefix("/oauth/api-keys/"), path.strip_prefix("/invitations/")) {
                (Some(id), _) => self.api_keys(exchange, Some(id)).await,
                (_, Some(secret)) if get => self.invitation_page(exchange, secret).await,
                (_, Some(secret)) if post => self.invitation_form(exchange, secret).await,
                _ => Ok(self.other_method(exchange)),
            },
        }
    }

    /// Returns the response for a path that does not exist or does not support the method.
    fn other_method(&self, exchange: &Exchange) -> Response<Bytes> {
        let allow = match exchange.path() {
            "/assets/identity.css"
            | "/assets/copy.js"
            | "/account"
            | "/account/credits"
            | "/sign-in/upstream"
            | "/sign-in/upstream/callback" => "GET, HEAD",
            "/sign-in" | "/oauth/authorize" | "/account/keys" | "/account/people" => "GET, HEAD, POST",
            "/sign-out"
            | "/account/password"
            | "/account/apps/revoke"
            | "/account/keys/revoke"
            | "/account/people/role"
            | "/account/people/disable"
            | "/account/people/withdraw" => "POST",
            path if path.starts_with("/invitations/") => "GET, HEAD, POST",
            _ => {
                return exchange.message(
                    StatusCode::NOT_FOUND,
                    "Not found",
                    "This page does not exist. Check the URL.",
                );
            }
        };
        let words = format!("This URL supports {allow}.");
        let mut response = exchange.message(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed", &words);
        response.headers_mut().insert(header::ALLOW, http::HeaderValue::from_static(allow));
        response
    }
}

#[cfg(test)]
mod tests;
