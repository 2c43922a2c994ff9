//! Tests of whole flows through [`Web::answer`], without a socket: the requests of a browser and a client.

mod attacks;
mod clients;
mod flow;
mod offers;

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use http::{Method, Request, Response, StatusCode, header};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::Web;
use crate::people::Role;
use crate::testing::{Fixture, fixture};

const PASSWORD: &str = "plumb bob over the north wall";
const EMAIL: &str = "ada@creek.example";
const REDIRECT: &str = "https://site.example/cb";
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

/// A browser: a cookie jar in front of the fixture.
struct Browser<'a> {
    f: &'a Fixture,
    cookies: BTreeMap<String, String>,
}

impl<'a> Browser<'a> {
    fn new(f: &'a Fixture) -> Self {
        Self { f, cookies: BTreeMap::new() }
    }

    async fn send(&mut self, method: Method, path: &str, body: &str, headers: &[(&str, &str)]) -> Response<Bytes> {
        let jar: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::COOKIE, jar.join("; "))
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Bytes::from(body.to_owned())).unwrap();
        let response =
            Web::new(self.f.identity.clone()).answer(request, Some("203.0.113.9".parse().unwrap())).await.unwrap();
        for cookie in response.headers().get_all(header::SET_COOKIE) {
            let cookie = cookie.to_str().unwrap();
            let (name, rest) = cookie.split_once('=').unwrap();
            let value = rest.split(';').next().unwrap();
            if cookie.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        response
    }

    async fn get(&mut self, path: &str) -> Response<Bytes> {
        self.send(Method::GET, path, "", &[]).await
    }

    async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Response<Bytes> {
        self.send(Method::POST, path, &form(fields), &[]).await
    }

    /// Loads a page and submits its form with these fields.
    async fn submit(&mut self, page: &str, action: &str, fields: &[(&str, &str)]) -> Response<Bytes> {
        let html = text(&self.get(page).await);
        let csrf = hidden(&html, "csrf");
        let mut all = vec![("csrf", csrf.as_str())];
        all.extend_from_slice(fields);
        self.post(action, &all).await
    }

    async fn sign_in(&mut self, email: &str, password: &str) -> Response<Bytes> {
        self.submit("/sign-in", "/sign-in", &[("email", email), ("password", password), ("next", "/account")]).await
    }

    /// Allows a request and returns the URL of the redirect.
    async fn allow(&mut self, query: &str) -> String {
        location(&self.decide(query, "allow").await)
    }

    /// Submits the consent form of a request, with all its hidden fields.
    async fn decide(&mut self, query: &str, decision: &str) -> Response<Bytes> {
        let html = text(&self.get(&format!("/oauth/authorize?{query}")).await);
        let csrf = hidden(&html, "csrf");
        let mut fields: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        assert!(fields.iter().all(|(name, _)| !hidden(&html, name).is_empty()), "the form brings the request back");
        let own = [("csrf", csrf.as_str()), ("decision", decision), ("environment", "sandbox")];
        fields.extend(own.map(|(name, value)| (name.to_owned(), value.to_owned())));
        self.send(Method::POST, "/oauth/authorize", &self::query(&fields), &[]).await
    }
}

fn form(fields: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}

fn text(response: &Response<Bytes>) -> String {
    String::from_utf8(response.body().to_vec()).unwrap()
}

fn body(response: &Response<Bytes>) -> Value {
    serde_json::from_slice(response.body()).unwrap()
}

fn location(response: &Response<Bytes>) -> String {
    let location =
        response.headers().get(header::LOCATION).unwrap_or_else(|| panic!("no redirect: {}", text(response)));
    location.to_str().unwrap().to_owned()
}

fn parameter(url: &str, name: &str) -> Option<String> {
    let url = url::Url::parse(url).unwrap();
    url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}

/// Returns the value of a hidden field.
fn hidden(html: &str, name: &str) -> String {
    let document = scraper::Html::parse_document(html);
    let selector = scraper::Selector::parse(&format!("input[name={name}]")).unwrap();
    let field = document.select(&selector).next().unwrap_or_else(|| panic!("no field {name} in {html}"));
    field.value().attr("value").unwrap_or_default().to_owned()
}

/// Creates a fixture with a user.
async fn with_user(role: Role) -> Fixture {
    let f = fixture();
    f.identity.create_user(&f.tenant, EMAIL, "Ada", role, Some(PASSWORD)).await.unwrap();
    // An organization must keep an admin, so there is always a second user.
    f.identity.create_user(&f.tenant, "boss@creek.example", "Boss", Role::Admin, Some(PASSWORD)).await.unwrap();
    f
}

/// Registers a client and returns its id.
async fn client(f: &Fixture) -> String {
    let metadata = json!({ "client_name": "Site Sync", "redirect_uris": [REDIRECT, "http://127.0.0.1:1234/cb"] });
    let answered = f.identity.register(metadata.to_string().as_bytes()).await.unwrap();
    assert_eq!(answered.status(), StatusCode::CREATED);
    body(&answered)["client_id"].as_str().unwrap().to_owned()
}

/// Returns the parameters of a valid request.
fn request(client_id: &str, scope: &str) -> Vec<(String, String)> {
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER));
    [
        ("response_type", "code"),
        ("client_id", client_id),
        ("redirect_uri", REDIRECT),
        ("code_challenge", &challenge),
        ("code_challenge_method", "S256"),
        ("scope", scope),
        ("state", "s t&te"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .to_vec()
}

fn query(parameters: &[(String, String)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(parameters).finish()
}

async fn token(f: &Fixture, fields: &[(&str, &str)]) -> Response<Bytes> {
    Browser::new(f).post("/oauth/token", fields).await
}

async fn exchange(f: &Fixture, client_id: &str, code: &str) -> Response<Bytes> {
    let fields = [
        ("grant_type", "authorization_code"),
        ("code", code),
        ("redirect_uri", REDIRECT),
        ("client_id", client_id),
        ("code_verifier", VERIFIER),
    ];
    token(f, &fields).await
}

/// Signs in, allows the request and exchanges the code. Returns the client id and the token response.
async fn granted(f: &Fixture, scope: &str) -> (String, Value) {
    let client_id = client(f).await;
    let mut browser = Browser::new(f);
    assert_eq!(browser.sign_in(EMAIL, PASSWORD).await.status(), StatusCode::SEE_OTHER);
    let back = browser.allow(&query(&request(&client_id, scope))).await;
    let answered = exchange(f, &client_id, &parameter(&back, "code").unwrap()).await;
    assert_eq!(answered.status(), StatusCode::OK, "{}", text(&answered));
    (client_id, body(&answered))
}

/// Returns whether a token is accepted.
async fn opens(f: &Fixture, token: &str) -> bool {
    f.identity.authenticate(token).await.unwrap().is_ok()
}
