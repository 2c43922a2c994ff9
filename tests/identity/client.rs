//! An OAuth client that acts for a user: registration, authorization, code exchange, refresh (RFC 6749, 7591, 7636, 8707).

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64URL;
use plumbline_tests::{Response, Server, agent, send};
use rand::Rng as _;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use url::Url;

use crate::support::{Fixture, Page, Visitor, encode_form, text};

/// The scope of most tests: one to read and one to change.
pub(crate) const SCOPE: &str = "projects:read projects:write";
/// A callback address without a server. Redirects to it are inspected, not followed.
pub(crate) const CALLBACK: &str = "https://client.example/callback";

/// A client that the server knows.
pub(crate) struct Client {
    pub(crate) id: String,
    /// The server's address.
    url: String,
    agent: ureq::Agent,
}

/// An authorization request with its code verifier.
#[derive(Clone)]
pub(crate) struct AuthorizationRequest {
    pub(crate) parameters: Vec<(String, String)>,
    pub(crate) verifier: String,
}

/// The tokens that the token endpoint issued.
pub(crate) struct Tokens {
    pub(crate) access: String,
    pub(crate) refresh: String,
    pub(crate) scope: String,
}

/// The redirect that sent the browser to the client with the outcome.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The address without its query.
    pub(crate) address: String,
    pub(crate) parameters: BTreeMap<String, String>,
}

/// Registers a client by RFC 7591 and returns the response.
pub(crate) fn register(server: &Server, body: &Value) -> Result<Response> {
    let url = format!("{}/oauth/register", server.url);
    send(&agent(), "POST", &url, &serde_json::to_vec(body)?, &[("content-type", "application/json")])
}

/// Returns a valid registration request.
pub(crate) fn registration(redirect_uri: &str) -> Value {
    json!({
        "client_name": "Estimating Assistant", "redirect_uris": [redirect_uri], "token_endpoint_auth_method": "none",
        "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"],
    })
}

impl Client {
    /// Registers a client whose redirect address is [`CALLBACK`].
    pub(crate) fn new(server: &Server) -> Result<Self> {
        Self::with_redirect_uri(server, CALLBACK)
    }

    /// Registers a client with this redirect address.
    pub(crate) fn with_redirect_uri(server: &Server, redirect_uri: &str) -> Result<Self> {
        let registered = register(server, &registration(redirect_uri))?.expect(201);
        Ok(Self::with_id(server, registered.text("client_id")))
    }

    /// Creates a client with this id, without registering it.
    pub(crate) fn with_id(server: &Server, id: &str) -> Self {
        Self { id: id.to_owned(), url: server.url.clone(), agent: agent() }
    }

    /// Creates an authorization request with a new verifier and state.
    pub(crate) fn authorization_request(&self, scope: &str) -> AuthorizationRequest {
        let (verifier, state) = (random(), random());
        let challenge = BASE64URL.encode(Sha256::digest(&verifier));
        let parameters = [
            ("response_type", "code"),
            ("client_id", self.id.as_str()),
            ("redirect_uri", CALLBACK),
            ("scope", scope),
            ("state", state.as_str()),
            ("code_challenge", challenge.as_str()),
            ("code_challenge_method", "S256"),
        ];
        let parameters = parameters.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        AuthorizationRequest { parameters, verifier }
    }

    /// Exchanges a code correctly.
    pub(crate) fn exchange(&self, request: &AuthorizationRequest, code: &str) -> Result<Tokens> {
        Tokens::from_response(&self.token(&self.exchange_fields(request, code))?.expect(200))
    }

    /// Returns the fields of a correct exchange.
    pub(crate) fn exchange_fields(&self, request: &AuthorizationRequest, code: &str) -> Vec<(&'static str, String)> {
        vec![
            ("grant_type", "authorization_code".to_owned()),
            ("code", code.to_owned()),
            ("redirect_uri", request.get("redirect_uri").to_owned()),
            ("client_id", self.id.clone()),
            ("code_verifier", request.verifier.clone()),
        ]
    }

    /// Refreshes a token. Without `scope`, the scope stays the same.
    pub(crate) fn refresh(&self, token: &str, scope: Option<&str>) -> Result<Response> {
        let mut fields = vec![("grant_type", "refresh_token"), ("refresh_token", token), ("client_id", &self.id)];
        fields.extend(scope.map(|scope| ("scope", scope)));
        self.token(&fields)
    }

    /// Revokes a token (RFC 7009).
    pub(crate) fn revoke(&self, token: &str) -> Result<Response> {
        self.post_form("/oauth/revoke", &[("token", token), ("client_id", &self.id)])
    }

    /// Calls the token endpoint.
    pub(crate) fn token<V: AsRef<str>>(&self, fields: &[(&str, V)]) -> Result<Response> {
        self.post_form("/oauth/token", fields)
    }

    fn post_form<V: AsRef<str>>(&self, path: &str, fields: &[(&str, V)]) -> Result<Response> {
        let headers = [("content-type", "application/x-www-form-urlencoded"), ("accept", "application/json")];
        send(&self.agent, "POST", &format!("{}{path}", self.url), encode_form(fields).as_bytes(), &headers)
    }
}

impl AuthorizationRequest {
    /// Sets a parameter, replacing others of its name.
    pub(crate) fn set(self, name: &str, value: &str) -> Self {
        let mut request = self.without(name);
        request.parameters.push((name.to_owned(), value.to_owned()));
        request
    }

    /// Removes a parameter.
    pub(crate) fn without(mut self, name: &str) -> Self {
        self.parameters.retain(|(other, _)| other != name);
        self
    }

    /// Returns the value of a parameter.
    pub(crate) fn get(&self, name: &str) -> &str {
        self.parameters.iter().find(|(other, _)| other == name).map_or("", |(_, value)| value)
    }

    /// Returns the path that the browser is sent to.
    pub(crate) fn path(&self) -> String {
        format!("/oauth/authorize?{}", encode_form(&self.parameters))
    }
}

impl Tokens {
    /// Reads the tokens from a response of the token endpoint.
    pub(crate) fn from_response(answer: &Response) -> Result<Self> {
        let field = |name| text(&answer.json, name);
        Ok(Self { access: field("access_token")?, refresh: field("refresh_token")?, scope: field("scope")? })
    }
}

impl Outcome {
    /// Reads the outcome from a page that redirects the browser to the client.
    pub(crate) fn from_page(page: &Page) -> Result<Self> {
        ensure!(page.is_redirect(), "{} answered {}: {}", page.path, page.response.status, page.text());
        let mut url = Url::parse(&page.location()).with_context(|| format!("`{}` is no address", page.location()))?;
        let parameters = url.query_pairs().into_owned().collect();
        url.set_query(None);
        Ok(Self { address: url.into(), parameters })
    }

    /// Returns the value of a parameter, or an empty string if it is missing.
    pub(crate) fn get(&self, name: &str) -> &str {
        self.parameters.get(name).map_or("", String::as_str)
    }
}

impl Visitor {
    /// Answers a request's consent page with `allow` or `deny`.
    pub(crate) fn decide(&self, request: &AuthorizationRequest, decision: &str) -> Result<Outcome> {
        let page = self.open(&request.path())?.expect(200);
        Outcome::from_page(&self.submit(&page.form("/oauth/authorize")?.set("decision", decision))?)
    }

    /// Allows a request and returns the code.
    pub(crate) fn allow(&self, request: &AuthorizationRequest) -> Result<String> {
        let outcome = self.decide(request, "allow")?;
        ensure!(outcome.get("state") == request.get("state"), "{outcome:?} has another state");
        outcome.parameters.get("code").cloned().with_context(|| format!("no code in {outcome:?}"))
    }
}

impl Fixture {
    /// Returns a client that an admin has allowed, with its tokens.
    pub(crate) fn authorize_client(&self, scope: &str) -> Result<(Client, Tokens)> {
        let client = Client::new(&self.server)?;
        let visitor = self.sign_in(&self.person("admin")?)?;
        let request = client.authorization_request(scope);
        let code = visitor.allow(&request)?;
        let tokens = client.exchange(&request, &code)?;
        Ok((client, tokens))
    }
}

/// Returns 43 random characters that are valid in a verifier.
pub(crate) fn random() -> String {
    BASE64URL.encode(rand::rng().random::<[u8; 32]>())
}

/// Returns the header and the claims of a token, unverified.
pub(crate) fn decode_token(token: &str) -> Result<(Value, Value)> {
    let part = |at: usize| -> Result<Value> {
        let part = token.split('.').nth(at).context("a token has three parts")?;
        Ok(serde_json::from_slice(&BASE64URL.decode(part)?)?)
    };
    Ok((part(0)?, part(1)?))
}
