//! The routes of identity: pages for users, endpoints for clients, discovery documents.
//!
//! - `routes`: the path and methods of each page and endpoint.
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
mod routes;

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use bytes::Bytes;
use http::{Request, Response, StatusCode, Uri};
use plumbline_tenancy::Database;

use crate::error::IdentityError;
use crate::{Identity, Platform};
use exchange::{Exchange, INVITATIONS};

/// Returns whether a path belongs to identity and not to the API.
pub fn serves(path: &str) -> bool {
    const ROOTS: [&str; 8] =
        ["/sign-in", "/sign-out", "/account", "/invitations", "/oauth", "/identity", "/assets", "/.well-known"];
    let below = |root: &str| path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    ROOTS.into_iter().any(below) || path.ends_with(endpoints::RESOURCE_METADATA)
}

/// Returns a path that may be logged: without the secret of an invitation, which gives access to an account.
pub fn without_secret(path: &str) -> &str {
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

/// The pages and endpoints of an [`Identity`]. Cheap to clone.
pub struct Web<D: Database, P: Platform> {
    identity: Identity<D, P>,
    router: Router,
}

impl<D: Database, P: Platform> Clone for Web<D, P> {
    fn clone(&self) -> Self {
        Self { identity: self.identity.clone(), router: self.router.clone() }
    }
}

impl<D: Database, P: Platform> Web<D, P> {
    /// Creates the pages and endpoints.
    pub fn new(identity: Identity<D, P>) -> Self {
        Self { router: routes::router(identity.clone()), identity }
    }

    /// Answers a request to one of the paths that [`serves`] accepts. `peer` is the IP address of the client.
    ///
    /// # Errors
    /// Returns an error if the database or another server fails. Mistakes of users and clients are answered with a response.
    pub async fn answer(
        &self,
        request: Request<Bytes>,
        peer: Option<IpAddr>,
    ) -> Result<Response<Bytes>, IdentityError> {
        let exchange = Arc::new(Exchange::new(&self.identity, request, peer).await?);
        let response = routes::call(self.router.clone(), &exchange).await?;
        Ok(match response.extensions().get() {
            Some(routes::MethodNotAllowed::Page) => exchange::with_allow(&response, |words| {
                exchange.message(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed", words)
            }),
            Some(routes::MethodNotAllowed::Endpoint) => exchange::with_allow(&response, endpoints::refused),
            None => response,
        })
    }
}

#[cfg(test)]
mod tests;
