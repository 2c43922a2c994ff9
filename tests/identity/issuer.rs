//! Service tokens of a third-party issuer: authlib's authorization server, `python/issuer.py` (O3).

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result};
use plumbline_tests::{Python, PythonServer, Response, agent, run, send};
use serde_json::{Value, json};

use crate::client::decode_token;
use crate::support::{Fixture, encode_form, text};

/// The partner's client id and secret at the issuer.
const CLIENT: (&str, &str) = ("ames-backend", "ames-secret");
const AUDIENCE: &str = "api://plumbline";

/// A fixture that accepts tokens of a third-party issuer, and a credential that is linked to its client.
struct IssuerFixture {
    fixture: Fixture,
    issuer: PythonServer,
    python: Python,
    /// The credential's id at this server.
    id: String,
}

impl IssuerFixture {
    fn new() -> Result<Option<Self>> {
        let Some(python) = Python::find()? else { return Ok(None) };
        let issuer = python.serve("issuer.py")?;
        let providers = format!(r#"[{{issuer="{}",audience="{AUDIENCE}"}}]"#, issuer.url);
        let fixture = Fixture::with_environment(&[
            ("PLUMBLINE_IDENTITY__PROVIDERS", &providers),
            // The issuer is on this machine and has no TLS.
            ("PLUMBLINE_FETCH__ALLOW_LOOPBACK", "true"),
        ])?;
        let arguments = ["service", "link", "--tenant", &fixture.tenant, "--environment", "production"];
        let what = ["--scopes", "projects:read", "--name", "Ames backend"];
        let at = ["--issuer", &issuer.url, "--external-client", CLIENT.0];
        let id = text(&fixture.server.admin(&[&arguments[..], &what, &at].concat())?, "id")?;
        Ok(Some(Self { fixture, issuer, python, id }))
    }

    /// Calls the issuer. The body is sent as JSON.
    fn ask_issuer(&self, method: &str, path: &str, body: &Value) -> Result<Response> {
        let bytes = serde_json::to_vec(body)?;
        let bytes: &[u8] = if method == "GET" { &[] } else { &bytes };
        let url = format!("{}{path}", self.issuer.url);
        Ok(send(&agent(), method, &url, bytes, &[("content-type", "application/json")])?.expect(200))
    }

    /// Returns a token as the issuer grants it.
    fn token(&self) -> Result<String> {
        let fields = [
            ("grant_type", "client_credentials"),
            ("scope", "api://plumbline/.default"),
            ("client_id", CLIENT.0),
            ("client_secret", CLIENT.1),
        ];
        let headers = [("content-type", "application/x-www-form-urlencoded")];
        let url = format!("{}/token", self.issuer.url);
        let answer = send(&agent(), "POST", &url, encode_form(&fields).as_bytes(), &headers)?.expect(200);
        text(&answer.json, "access_token")
    }

    /// Returns a token with any claims, signed by the issuer.
    fn mint(&self, claims: &Value, header: &Value, stranger: bool) -> Result<String> {
        let body = json!({"claims": claims, "header": header, "stranger": stranger});
        text(&self.ask_issuer("POST", "/control/mint", &body)?.json, "token")
    }

    /// Returns how often the issuer's keys were read.
    fn keys_read(&self) -> Result<i64> {
        self.ask_issuer("GET", "/control/counts", &Value::Null)?.json["keys"].as_i64().context("no count")
    }
}

fn now() -> Result<i64> {
    Ok(i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs())?)
}

#[test]
fn a_configured_issuers_token_has_the_scopes_of_its_credential() -> Result<()> {
    let Some(setup) = IssuerFixture::new()? else { return Ok(()) };
    let token = setup.token()?;
    let me = setup.fixture.api("GET", "/clients/me", &token)?.expect(200).json;
    assert_eq!((&me["id"], &me["mode"]), (&json!(setup.id), &json!("service")), "{me}");
    assert_eq!((&me["environment"], &me["scopes"]), (&json!("production"), &json!(["projects:read"])), "{me}");
    // The secret belongs to the issuer, so its expiry is unknown here.
    assert_eq!(me["secret_expires_at"], Value::Null, "{me}");
    setup.fixture.api("POST", "/projects", &token)?.expect_problem(403, "insufficient_scope");
    for method in ["client_secret_basic", "client_secret_post"] {
        run(setup
            .python
            .script("service_client.py")
            .args([setup.fixture.server.url.as_str(), &setup.issuer.url, method])
            .env("CLIENT_ID", CLIENT.0)
            .env("CLIENT_SECRET", CLIENT.1))?;
    }
    setup.fixture.server.admin(&["service", "revoke", &setup.id])?;
    setup.fixture.wait_until_refused(&token, "a revoked link")
}

#[test]
fn o3_tokens_signed_by_the_issuer_are_still_validated() -> Result<()> {
    let Some(setup) = IssuerFixture::new()? else { return Ok(()) };
    let url = &setup.fixture.server.url;
    let (_, good) = decode_token(&setup.token()?)?;
    let now = now()?;
    setup.fixture.api("GET", "/projects", &setup.mint(&good, &json!({}), false)?)?.expect(200);
    let mut refused = Vec::new();
    for (why, name, value) in [
        ("another's audience", "aud", json!("api://other")),
        ("no audience in a list", "aud", json!([])),
        ("the delegated audience", "aud", json!(format!("{url}/mcp"))),
        ("expired", "exp", json!(now - 3600)),
        ("not yet valid", "nbf", json!(now + 3600)),
        ("an expiry that is none", "exp", json!("tomorrow")),
        // A partner's issuer must not speak for the authorization server or the built-in provider.
        ("our issuer", "iss", json!(url)),
        ("the built-in provider", "iss", json!(format!("{url}/identity"))),
        ("an unknown issuer", "iss", json!("https://evil.example")),
        ("the issuer with a slash", "iss", json!(format!("{}/", setup.issuer.url))),
        ("no issuer", "iss", Value::Null),
    ] {
        let mut claims = good.clone();
        claims[name] = value;
        refused.push((why, setup.mint(&claims, &json!({}), false)?));
    }
    for name in ["exp", "aud", "iss"] {
        let mut claims = good.clone();
        claims.as_object_mut().map(|claims| claims.remove(name));
        refused.push((name, setup.mint(&claims, &json!({}), false)?));
    }
    let mut unlinked = good.clone();
    for name in ["client_id", "azp", "appid", "sub"] {
        unlinked[name] = json!("somebody-else");
    }
    refused.push(("a client that is not linked", setup.mint(&unlinked, &json!({}), false)?));
    refused.push(("a stranger's key", setup.mint(&good, &json!({}), true)?));
    let current = decode_token(&setup.token()?)?.0["kid"].clone();
    refused.push(("a stranger's key under the issuer's kid", setup.mint(&good, &json!({"kid": current}), true)?));
    // The same as a delegated token: the right issuer name, the right audience, the wrong key.
    let mut delegated = good.clone();
    (delegated["iss"], delegated["aud"]) = (json!(url), json!(format!("{url}/mcp")));
    refused.push(("as a delegated token", setup.mint(&delegated, &json!({}), false)?));
    for (why, token) in refused {
        let answer = setup.fixture.api("GET", "/projects", &token)?;
        assert_eq!((answer.status, answer.text("code")), (401, "unauthenticated"), "O3 {why}");
        assert!(answer.header("www-authenticate").contains("error=\"invalid_token\""), "O1, O3 {why}");
    }
    Ok(())
}

#[test]
fn a_new_key_of_the_issuer_is_picked_up() -> Result<()> {
    let Some(setup) = IssuerFixture::new()? else { return Ok(()) };
    let before = setup.token()?;
    setup.fixture.api("GET", "/projects", &before)?.expect(200);
    setup.ask_issuer("POST", "/control/rotate", &json!({}))?;
    let after = setup.token()?;
    assert_ne!(decode_token(&before)?.0["kid"], decode_token(&after)?.0["kid"]);
    setup.fixture.api("GET", "/projects", &after)?.expect(200);
    setup.fixture.api("GET", "/projects", &before)?.expect(200);
    Ok(())
}

#[test]
fn unknown_kids_do_not_flood_the_issuer() -> Result<()> {
    let Some(setup) = IssuerFixture::new()? else { return Ok(()) };
    let good = setup.token()?;
    setup.fixture.api("GET", "/projects", &good)?.expect(200);
    let (_, claims) = decode_token(&good)?;
    let before = setup.keys_read()?;
    std::thread::scope(|scope| {
        for worker in 0..4 {
            let (setup, claims) = (&setup, &claims);
            scope.spawn(move || {
                for number in 0..25 {
                    let header = json!({"kid": format!("unknown-{worker}-{number}")});
                    let token = setup.mint(claims, &header, true).unwrap();
                    assert_eq!(setup.fixture.api("GET", "/projects", &token).unwrap().status, 401, "O3");
                }
            });
        }
    });
    let key_requests = setup.keys_read()? - before;
    assert!(key_requests <= 5, "100 tokens with unknown kids made {key_requests} requests");
    // The valid tokens still work.
    setup.fixture.api("GET", "/projects", &good)?.expect(200);
    Ok(())
}

#[test]
fn tokens_are_verified_while_the_issuer_is_down() -> Result<()> {
    let Some(setup) = IssuerFixture::new()? else { return Ok(()) };
    let (token, other) = (setup.token()?, setup.token()?);
    setup.fixture.api("GET", "/projects", &token)?.expect(200);
    let (_, claims) = decode_token(&token)?;
    let unknown = setup.mint(&claims, &json!({"kid": "unknown"}), true)?;
    let IssuerFixture { fixture, issuer, .. } = setup;
    drop(issuer);
    fixture.api("GET", "/projects", &token)?.expect(200);
    fixture.api("GET", "/projects", &other)?.expect(200);
    // A key that cannot be looked up gives 401, or 503 for now. Its token is never accepted.
    let refused = fixture.api("GET", "/projects", &unknown)?;
    assert!(matches!(refused.status, 401 | 503), "{}: {}", refused.status, refused.json);
    fixture.api("GET", "/projects", &token)?.expect(200);
    Ok(())
}
