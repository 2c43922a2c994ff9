//! API keys of an organization: the page, and the same functions as JSON for scripts of a signed-in admin.

use bytes::Bytes;
use http::{HeaderName, HeaderValue, Method, Response, StatusCode, header};
use plumbline_tenancy::{ClientId, Database, Environment};
use serde::Deserialize;
use serde_json::{Value, json};

use super::account::{Notice, sender, signed_in};
use super::exchange::{Answer, Exchange, Halt};
use crate::error::IdentityError;
use crate::keys::{ApiKey, NewKey};
use crate::oauth::response;
use crate::people::{Actor, Role, Session};
use crate::{Identity, Nature, Platform, pages, secrets};

/// Header in which a script must return the CSRF token, so that another site's page cannot act for the user.
const CSRF: HeaderName = HeaderName::from_static("x-csrf-token");
const METHODS: &str = "GET, HEAD, POST, DELETE";

/// A request to create a key.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CreateKeyRequest {
    name: String,
    environment: String,
    scopes: Vec<String>,
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// Handles `GET /account/keys`.
    pub(super) async fn keys_page(&self, exchange: &Exchange) -> Answer {
        let session = signed_in(exchange)?;
        require_admin(session)?;
        self.show_keys(exchange, session, Notice::default(), None, None).await
    }

    /// Handles `POST /account/keys`.
    pub(super) async fn key_form(&self, exchange: &Exchange) -> Answer {
        let session = sender(exchange)?;
        let request = CreateKeyRequest {
            name: exchange.field("name"),
            environment: exchange.field("environment"),
            scopes: exchange.fields("scope"),
        };
        match self.make(session, &request).await {
            Ok(made) => {
                let done = Notice::done("API key created.");
                self.show_keys(exchange, session, done, Some(&made), None).await
            }
            Err(IdentityError::Invalid(words)) => {
                self.show_keys(exchange, session, Notice::failed(&words), None, Some(&request)).await
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Handles `POST /account/keys/revoke`.
    pub(super) async fn key_revoke_form(&self, exchange: &Exchange) -> Answer {
        let session = sender(exchange)?;
        require_admin(session)?;
        self.revoke_key(Some(&session.user.tenant), &ClientId::stored(exchange.field("id"))).await?;
        self.show_keys(exchange, session, Notice::done("API key revoked."), None, None).await
    }

    async fn make(&self, session: &Session, request: &CreateKeyRequest) -> Result<NewKey, IdentityError> {
        require_admin(session)?;
        let catalog = self.scopes().await;
        let known = catalog.of(&session.user.tenant);
        let premium = |name: &&String| known.entry(name).is_some_and(|entry| entry.nature == Nature::Premium);
        if let Some(premium) = request.scopes.iter().find(premium) {
            return Err(IdentityError::Invalid(format!(
                "`{premium}` is a premium scope. Premium scopes are enabled on request. Create the key without it, \
                 then send POST /access-requests."
            )));
        }
        let planned = |name: &&String| known.entry(name).is_some_and(|entry| entry.planned);
        if let Some(planned) = request.scopes.iter().find(planned) {
            let offered: Vec<&str> = known.offered_to_keys().map(|entry| entry.name.as_str()).collect();
            return Err(IdentityError::Invalid(format!(
                "`{planned}` is not available yet. Available scopes: {}",
                offered.join(", ")
            )));
        }
        let environment: Environment = request.environment.parse()?;
        let user = &session.user;
        self.create_key(&user.tenant, &request.name, environment, &request.scopes, Some(&user.id)).await
    }

    async fn show_keys(
        &self,
        exchange: &Exchange,
        session: &Session,
        notice: Notice<'_>,
        made: Option<&NewKey>,
        request: Option<&CreateKeyRequest>,
    ) -> Answer {
        let tenant = &session.user.tenant;
        let (keys, people) = (self.keys(tenant).await?, self.users(Actor::User(&session.user), tenant).await?);
        let creator = |key: &ApiKey| {
            let by = key.created_by.as_ref()?;
            people.iter().find(|user| user.id == *by).map(|user| user.name.as_str())
        };
        let form = request.map_or_else(pages::KeyForm::default, |request| pages::KeyForm {
            name: &request.name,
            environment: request.environment.parse().unwrap_or(Environment::Sandbox),
            scopes: request.scopes.iter().map(String::as_str).collect(),
        });
        let catalog = self.scopes().await;
        let page = pages::Keys {
            frame: notice.frame(session),
            scopes: catalog.of(tenant),
            keys: keys.iter().map(|key| pages::KeyEntry { key, created_by: creator(key) }).collect(),
            form,
            new_secret: made.map(|made| pages::NewSecret {
                id: &made.key.id,
                name: &made.key.name,
                secret: &made.secret,
            }),
        };
        if made.is_some() {
            return Ok(exchange.page_with_script(notice.status(), &page));
        }
        Ok(exchange.page(notice.status(), &page))
    }

    /// Handles `/oauth/api-keys` and `/oauth/api-keys/{id}`, all methods: nobody without a session learns them.
    pub(super) async fn api_keys(&self, exchange: &Exchange) -> Answer {
        let id = exchange.path().strip_prefix("/oauth/api-keys/");
        let Some(session) = exchange.session() else {
            let words = "Sign in at /sign-in and send the session cookie. API keys and tokens are not accepted here.";
            return Ok(response::error(StatusCode::UNAUTHORIZED, "login_required", words));
        };
        let answered = match (exchange.method(), id) {
            (&Method::GET | &Method::HEAD, None) => self.list_as_json(session).await,
            (&Method::POST, None) => {
                check_script(exchange, session)?;
                self.make_from_json(exchange, session).await
            }
            (&Method::DELETE, id) => {
                check_script(exchange, session)?;
                let given = exchange.parameter("id");
                self.revoke_as_json(session, id.unwrap_or(&given)).await
            }
            _ => {
                let words = format!("This URL supports {METHODS}.");
                let mut response = response::error(StatusCode::METHOD_NOT_ALLOWED, "invalid_request", &words);
                response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(METHODS));
                return Ok(response);
            }
        };
        let (status, code, words) = match answered {
            Err(Halt::Error(IdentityError::Invalid(words))) => (StatusCode::BAD_REQUEST, "invalid_request", words),
            Err(Halt::Error(IdentityError::Forbidden(words))) => (StatusCode::FORBIDDEN, "access_denied", words),
            Err(Halt::Error(IdentityError::NotFound(words))) => (StatusCode::NOT_FOUND, "not_found", words),
            answered => return answered,
        };
        Ok(response::error(status, code, &words))
    }

    async fn list_as_json(&self, session: &Session) -> Answer {
        require_admin(session)?;
        let keys = self.keys(&session.user.tenant).await?;
        let data: Vec<Value> = keys.iter().map(as_json).collect();
        let mut response = response::json(StatusCode::OK, &json!({ "data": data }));
        if let Ok(csrf) = HeaderValue::from_str(&session.csrf) {
            response.headers_mut().insert(CSRF, csrf);
        }
        Ok(response)
    }

    async fn make_from_json(&self, exchange: &Exchange, session: &Session) -> Answer {
        let request: CreateKeyRequest = serde_json::from_slice(&exchange.body).map_err(|error| {
            IdentityError::Invalid(format!(
                "Send an object with `name`, `environment` and `scopes` (an array): {error}."
            ))
        })?;
        let made = self.make(session, &request).await?;
        let mut body = as_json(&made.key);
        body["secret"] = json!(made.secret);
        let mut response = response::json(StatusCode::CREATED, &body);
        if let Ok(location) = HeaderValue::from_str(&format!("/oauth/api-keys/{}", made.key.id)) {
            response.headers_mut().insert(header::LOCATION, location);
        }
        Ok(response)
    }

    async fn revoke_as_json(&self, session: &Session, id: &str) -> Answer {
        require_admin(session)?;
        self.revoke_key(Some(&session.user.tenant), &ClientId::stored(id.to_owned())).await?;
        let mut response = Response::new(Bytes::new());
        *response.status_mut() = StatusCode::NO_CONTENT;
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        Ok(response)
    }
}

/// Returns an error if the user is not an admin.
fn require_admin(session: &Session) -> Result<(), IdentityError> {
    if session.user.role == Role::Admin {
        return Ok(());
    }
    Err(IdentityError::Forbidden(format!(
        "Only admins of {} can manage its API keys. Ask an admin of your organization.",
        session.organization
    )))
}

/// Checks that a request was not sent by another site's page.
fn check_script(exchange: &Exchange, session: &Session) -> Result<(), Halt> {
    let shown = exchange.headers.get(&CSRF).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if secrets::same(shown, &session.csrf) && !exchange.is_cross_site() {
        return Ok(());
    }
    let words =
        "Send the header X-CSRF-Token with the value that GET /oauth/api-keys returns in the header of that name.";
    Err(response::error(StatusCode::FORBIDDEN, "access_denied", words).into())
}

fn as_json(key: &ApiKey) -> Value {
    json!({
        "id": key.id, "name": key.name, "environment": key.environment, "scopes": key.scopes,
        "created_at": key.created_at, "created_by": key.created_by, "last_used_at": key.last_used_at,
        "revoked_at": key.revoked_at,
    })
}
