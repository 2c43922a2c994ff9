//! Dynamic registration of public clients (RFC 7591). Implemented here because the library would issue ids in its own format.

use bytes::Bytes;
use http::{Response, StatusCode};
use oauth_as::client::{Client, ClientAuth, ClientId};
use oauth_as::grant::GrantType;
use oauth_as::scope::ScopeSet;
use oauth_as::store::Storage as _;
use plumbline_tenancy::{Database, id};
use serde::Deserialize;
use serde_json::json;
use url::Url;

use super::response;
use crate::error::IdentityError;
use crate::{Identity, Platform, ScopeCatalog, ScopeEntry};

/// Prefix of the ids of registered clients.
pub(crate) const PREFIX: &str = "oc_";
/// Maximum number of redirect URLs of a client: enough for a few environments on a few platforms.
const MOST_REDIRECTS: usize = 16;
const LONGEST_REDIRECT: usize = 2048;
/// Maximum length of a client's name in characters. A longer name in a metadata document is truncated.
pub(super) const LONGEST_NAME: usize = 100;

/// The supported client metadata. RFC 7591 requires a server to ignore other fields.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Metadata {
    client_name: Option<String>,
    redirect_uris: Vec<String>,
    grant_types: Option<Vec<String>>,
    response_types: Option<Vec<String>>,
    token_endpoint_auth_method: Option<String>,
    scope: Option<String>,
}

/// The reason why a registration is refused: code and description (RFC 7591, section 3.2.2).
#[derive(Debug, PartialEq, Eq)]
struct Refused(&'static str, String);

fn metadata(words: impl Into<String>) -> Refused {
    Refused("invalid_client_metadata", words.into())
}

fn redirect(words: impl Into<String>) -> Refused {
    Refused("invalid_redirect_uri", words.into())
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// Handles `POST /oauth/register`.
    pub(crate) async fn register(&self, body: &[u8]) -> Result<Response<Bytes>, IdentityError> {
        let catalog = self.scopes().await;
        let client = match read(body, &catalog) {
            Ok(client) => client,
            Err(Refused(code, words)) => return Ok(response::error(StatusCode::BAD_REQUEST, code, &words)),
        };
        let redirect_uris = client.redirect_uris.clone();
        let client = with_free_ports(client);
        let registered = json!({
            "client_id": client.client_id.as_str(),
            "client_id_issued_at": self.clock.now().unix_timestamp(),
            "client_name": client.name,
            "redirect_uris": redirect_uris,
            "grant_types": client.grant_types.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "response_types": ["code"],
            "token_endpoint_auth_method": "none",
            "scope": catalog.all().only_offered(&client.allowed_scopes.to_string()),
        });
        self.store().put_client(client).await.map_err(|error| IdentityError::External(error.to_string()))?;
        Ok(response::json(StatusCode::CREATED, &registered))
    }
}

/// Parses and validates a registration.
fn read(body: &[u8], catalog: &ScopeCatalog) -> Result<Client, Refused> {
    let unread = |error: serde_json::Error| metadata(format!("the body is not valid client metadata: {error}"));
    // Parse an object first. Deserializing the struct directly would also accept an array.
    let object: serde_json::Map<_, _> = serde_json::from_slice(body).map_err(unread)?;
    let asked: Metadata = serde_json::from_value(object.into()).map_err(unread)?;
    if asked.token_endpoint_auth_method.as_deref().is_some_and(|method| method != "none") {
        return Err(metadata("token_endpoint_auth_method must be `none`: clients are public and use PKCE"));
    }
    if asked.response_types.is_some_and(|types| types != ["code"]) {
        return Err(metadata("response_types must be `code` alone"));
    }
    let grant_types = match asked.grant_types {
        None => vec![GrantType::AuthorizationCode, GrantType::RefreshToken],
        Some(asked) => asked.iter().map(|name| grant(name)).collect::<Result<Vec<_>, _>>()?,
    };
    if !grant_types.contains(&GrantType::AuthorizationCode) {
        return Err(metadata("grant_types must include `authorization_code`, optionally with `refresh_token`"));
    }
    if asked.redirect_uris.is_empty() || asked.redirect_uris.len() > MOST_REDIRECTS {
        return Err(redirect(format!("redirect_uris must list 1 to {MOST_REDIRECTS} addresses")));
    }
    asked.redirect_uris.iter().try_for_each(|uri| check_redirect(uri))?;
    let name = asked.client_name.as_deref().map(str::trim).filter(|name| !name.is_empty());
    if name.is_some_and(|name| name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control)) {
        return Err(metadata(format!("client_name must be at most {LONGEST_NAME} characters, without line breaks")));
    }
    let allowed_scopes = match asked.scope {
        // The scopes of one tenant are for clients that know their names.
        None => names(catalog.shared().standard()),
        // Premium scopes are never granted on the consent page. The response lists the registered scopes.
        Some(wish) => {
            let known = catalog.all();
            if let Some(unknown) = wish.split_ascii_whitespace().find(|name| known.entry(name).is_none()) {
                return Err(metadata(format!(
                    "scope: `{unknown}` is not a scope. `scopes_supported` in the server metadata lists the scopes"
                )));
            }
            let standard = names(known.standard());
            scope_set(wish.split_ascii_whitespace().filter(|name| standard.contains(name)))
        }
    };
    let default_scopes = names(catalog.shared().defaults().filter(|entry| allowed_scopes.contains(&entry.name)));
    Ok(Client {
        client_id: ClientId::new(id::random(PREFIX)),
        auth: ClientAuth::Public,
        grant_types,
        redirect_uris: asked.redirect_uris,
        allowed_scopes,
        default_scopes,
        name: name.map(str::to_owned),
        registration: None,
    })
}

/// Adds a port to loopback URLs that have none. The library accepts any port for a loopback URL registered with one
/// (RFC 8252, section 7.3), and an app that registers none expects the same.
fn with_free_ports(mut client: Client) -> Client {
    let free = |uri: &String| {
        let host = ["http://127.0.0.1", "http://[::1]"].into_iter().find(|host| uri.starts_with(host))?;
        let rest = &uri[host.len()..];
        (rest.is_empty() || rest.starts_with(['/', '?'])).then(|| format!("{host}:80{rest}"))
    };
    let free: Vec<String> = client.redirect_uris.iter().filter_map(free).collect();
    client.redirect_uris.extend(free);
    client
}

fn grant(name: &str) -> Result<GrantType, Refused> {
    match name {
        "authorization_code" => Ok(GrantType::AuthorizationCode),
        "refresh_token" => Ok(GrantType::RefreshToken),
        _ => Err(metadata(format!(
            "grant_types: `{name}` is not supported. Use `authorization_code` and `refresh_token`"
        ))),
    }
}

/// Checks a redirect URL. It must lead to a server over TLS, to this computer (RFC 8252, section 7.3), or to an app by a scheme
/// in reverse domain order (section 7.1), never to anything that a browser would run or display itself.
fn check_redirect(uri: &str) -> Result<(), Refused> {
    let refused =
        |why: &str| Err(redirect(format!("redirect_uris: `{}` {why}", uri.chars().take(100).collect::<String>())));
    if uri.len() > LONGEST_REDIRECT || uri.bytes().any(|byte| byte.is_ascii_control() || byte == b' ' || byte == b'\\')
    {
        return refused("is too long or contains characters that are not allowed in an address");
    }
    let Ok(url) = Url::parse(uri) else { return refused("is not an address") };
    // URL parsers interpret these differently, and so do browsers.
    if uri.contains(":///") || (url.scheme().starts_with("http") && !uri.contains("://")) {
        return refused("has no host");
    }
    if url.fragment().is_some() || !url.username().is_empty() || url.password().is_some() {
        return refused("must not have a fragment or user information");
    }
    if url.host_str().is_some_and(|host| host.contains('*')) {
        return refused("has a wildcard. List each address in full");
    }
    match url.scheme() {
        "https" => Ok(()),
        "http" if matches!(url.host_str(), Some("127.0.0.1" | "[::1]" | "localhost")) => Ok(()),
        "http" => refused("must use https. http is allowed only for 127.0.0.1, [::1] and localhost"),
        scheme if scheme.contains('.') => Ok(()),
        _ => refused(
            "has a scheme that is not supported. Use https, http on loopback, or a private scheme such as com.example.app",
        ),
    }
}

/// Creates a set from scopes that are known to be well formed.
/// Returns the names of scopes, as the library represents them.
pub(super) fn names<'a>(entries: impl Iterator<Item = &'a ScopeEntry>) -> ScopeSet {
    scope_set(entries.map(|entry| entry.name.as_str()))
}

fn scope_set<'a>(names: impl Iterator<Item = &'a str>) -> ScopeSet {
    ScopeSet::from_tokens(names).unwrap_or_else(|_| ScopeSet::empty())
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::testing::fixture;

    async fn register(body: Value) -> (StatusCode, Value) {
        let response = fixture().identity.register(body.to_string().as_bytes()).await.unwrap();
        assert_eq!(response.headers()["cache-control"], "no-store");
        (response.status(), serde_json::from_slice(response.body()).unwrap())
    }

    #[tokio::test]
    async fn a2_a_public_client_is_registered_without_a_secret() {
        let (status, body) = register(json!({
            "client_name": "Site Sync", "redirect_uris": ["https://site.example/cb", "http://127.0.0.1/cb", "com.example.app:/cb"],
            "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"],
            "token_endpoint_auth_method": "none", "logo_uri": "https://site.example/logo.png",
        }))
        .await;
        assert_eq!(status, StatusCode::CREATED);
        let id = body["client_id"].as_str().unwrap();
        assert!(id::has_shape(id, "oc_"), "{id}");
        assert!(body.get("client_secret").is_none());
        assert!(body["client_id_issued_at"].as_i64().unwrap() > 1_700_000_000);
    }

    #[tokio::test]
    async fn a2_redirects_that_lead_astray_are_refused() {
        for uri in [
            "http://site.example/cb",
            "https://site.example/cb#here",
            "https://user:secret@site.example/cb",
            "javascript:alert(1)",
            "data:text/html,hello",
            "file:///etc/passwd",
            "/cb",
            "",
            "https://site.example\\@other.example/cb",
            "https://site.example/a b",
            "myapp:/cb",
            "https://*.example/cb",
            "https:///cb",
            "https:site.example/cb",
        ] {
            let (status, body) = register(json!({ "redirect_uris": [uri] })).await;
            assert_eq!(
                (status, body["error"].as_str().unwrap()),
                (StatusCode::BAD_REQUEST, "invalid_redirect_uri"),
                "{uri}"
            );
        }
        assert_eq!(register(json!({})).await.1["error"], "invalid_redirect_uri");
    }

    #[tokio::test]
    async fn a2_what_is_not_offered_is_invalid_metadata() {
        let with = |name: &str, value: Value| {
            let mut body = json!({ "redirect_uris": ["https://site.example/cb"] });
            body[name] = value;
            body
        };
        for body in [
            with("token_endpoint_auth_method", json!("client_secret_basic")),
            with("response_types", json!(["token"])),
            with("grant_types", json!(["client_credentials"])),
            with("grant_types", json!(["refresh_token"])),
            with("client_name", json!("x".repeat(101))),
            with("scope", json!("projects:read nonsense")),
            with("redirect_uris", json!("https://site.example/cb")),
            json!([]),
        ] {
            let (status, answer) = register(body.clone()).await;
            assert_eq!(
                (status, &answer["error"]),
                (StatusCode::BAD_REQUEST, &json!("invalid_client_metadata")),
                "{body}"
            );
        }
    }

    #[tokio::test]
    async fn premium_scopes_are_not_registered() {
        let body = json!({ "redirect_uris": ["https://site.example/cb"], "scope": "projects:read bim:generate" });
        assert_eq!(register(body).await.1["scope"], "projects:read");
    }
}
