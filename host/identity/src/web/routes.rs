//! The path and methods of each page and endpoint.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::routing::{any, get, post};
use axum::{Extension, Router};
use bytes::Bytes;
use http::{Response, StatusCode};
use plumbline_tenancy::Database;
use tower::ServiceExt as _;

use super::endpoints::{self, DOCUMENTS, POSTS};
use super::exchange::{self, Answer, Exchange, Halt};
use crate::error::IdentityError;
use crate::{Identity, Platform, pages};

/// Marks the response to a method that a path does not support. The router adds the header `Allow`.
#[derive(Debug, Clone, Copy)]
pub(super) enum MethodNotAllowed {
    /// A page for users.
    Page,
    /// An endpoint for clients.
    Endpoint,
}

/// An error on its way through the router.
#[derive(Clone)]
struct Failed(IdentityError);

/// Calls a method of [`Identity`] with the exchange.
macro_rules! to {
    ($handler:ident) => {
        |State(identity): State<Identity<D, P>>, Extension(exchange): Extension<Arc<Exchange>>| async move {
            into_response(&exchange, identity.$handler(&exchange).await)
        }
    };
}

/// Creates the router.
pub(super) fn router<D: Database, P: Platform>(identity: Identity<D, P>) -> Router {
    let style = || async { exchange::asset("text/css; charset=utf-8", pages::STYLE).map(Body::from) };
    let copy_script =
        || async { exchange::asset("text/javascript; charset=utf-8", pages::COPY_SCRIPT).map(Body::from) };
    let pages = Router::new()
        .route("/assets/identity.css", get(style))
        .route("/assets/copy.js", get(copy_script))
        .route("/sign-in", get(to!(sign_in_page)).post(to!(sign_in_form)))
        .route("/sign-in/upstream", get(to!(upstream_begin)))
        .route("/sign-in/upstream/callback", get(to!(upstream_end)))
        .route("/sign-out", post(to!(sign_out_form)))
        .route("/invitations/{secret}", get(to!(invitation_page)).post(to!(invitation_form)))
        .route("/oauth/authorize", get(to!(consent_page)).post(to!(consent_form)))
        .route("/account", get(to!(account_page)))
        .route("/account/credits", get(to!(credits_page)))
        .route("/account/password", post(to!(password_form)))
        .route("/account/apps/revoke", post(to!(app_form)))
        .route("/account/keys", get(to!(keys_page)).post(to!(key_form)))
        .route("/account/keys/revoke", post(to!(key_revoke_form)))
        .route("/account/people", get(to!(people_page)).post(to!(invite_form)))
        .route("/account/people/role", post(to!(role_form)))
        .route("/account/people/withdraw", post(to!(withdraw_form)))
        .route("/account/people/disable", post(to!(disable_form)))
        .method_not_allowed_fallback(|| async { not_allowed(MethodNotAllowed::Page) });

    let preflight = |methods: &'static str| move || async move { endpoints::preflight(methods).map(Body::from) };
    let (to_posts, to_documents) = (preflight(POSTS), preflight(DOCUMENTS));
    let endpoints = Router::new()
        .route("/oauth/token", post(to!(token_endpoint)).options(to_posts))
        .route("/oauth/register", post(to!(register_endpoint)).options(to_posts))
        .route("/oauth/revoke", post(to!(revoke_endpoint)).options(to_posts))
        .route("/identity/token", post(to!(service_token_endpoint)).options(to_posts))
        .route("/.well-known/oauth-authorization-server", get(to!(authorization_server_document)).options(to_documents))
        .route("/.well-known/jwks.json", get(to!(delegated_keys_document)).options(to_documents))
        .route(
            "/identity/.well-known/openid-configuration",
            get(to!(service_configuration_document)).options(to_documents),
        )
        .route("/identity/.well-known/jwks.json", get(to!(service_keys_document)).options(to_documents))
        .method_not_allowed_fallback(|| async { not_allowed(MethodNotAllowed::Endpoint) });

    pages
        .merge(endpoints)
        .route("/oauth/api-keys", any(to!(api_keys)))
        .route("/oauth/api-keys/{id}", any(to!(api_keys)))
        .fallback(to!(resource_document))
        .with_state(identity)
}

/// Calls the handler of an exchange's path and method.
///
/// # Errors
/// Returns the error of a database or of another server.
pub(super) async fn call(router: Router, exchange: &Arc<Exchange>) -> Result<Response<Bytes>, IdentityError> {
    let mut request = exchange.to_routed_request();
    request.extensions_mut().insert(Arc::clone(exchange));
    let Ok(mut response) = router.oneshot(request).await;
    if let Some(Failed(error)) = response.extensions_mut().remove() {
        return Err(error);
    }
    let (parts, body) = response.into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await.expect("the body is in memory");
    Ok(Response::from_parts(parts, body))
}

fn not_allowed(kind: MethodNotAllowed) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
    response.extensions_mut().insert(kind);
    response
}

/// Returns the response to a handler's answer. Refusals and missing resources are shown as pages.
fn into_response(exchange: &Exchange, answer: Answer) -> Response<Body> {
    let response = match answer {
        Ok(response) => response,
        Err(Halt::Response(response)) => *response,
        Err(Halt::Error(IdentityError::Forbidden(words))) => {
            exchange.message(StatusCode::FORBIDDEN, "Access denied", &words)
        }
        Err(Halt::Error(IdentityError::NotFound(words))) => {
            exchange.message(StatusCode::NOT_FOUND, "Page not found", &words)
        }
        Err(Halt::Error(error)) => {
            let mut response = Response::new(Body::empty());
            response.extensions_mut().insert(Failed(error));
            return response;
        }
    };
    response.map(Body::from)
}
