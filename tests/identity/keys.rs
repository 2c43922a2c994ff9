//! API keys through their endpoint, `/oauth/api-keys`, and the responses to invalid keys.

use anyhow::{Context as _, Result};
use plumbline_tests::{Response, agent, send};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::support::{Fixture, Visitor, text};

const PATH: &str = "/oauth/api-keys";

/// The endpoint, called from a session.
struct Endpoint {
    visitor: Visitor,
    csrf: String,
}

impl Endpoint {
    fn new(visitor: Visitor) -> Result<Self> {
        let listed = visitor.send("GET", PATH, &[], &[])?.response.expect(200);
        let csrf = listed.header("x-csrf-token").to_owned();
        anyhow::ensure!(!csrf.is_empty(), "no X-CSRF-Token");
        Ok(Self { visitor, csrf })
    }

    fn list(&self) -> Result<Vec<Value>> {
        let listed = self.visitor.send("GET", PATH, &[], &[])?.response.expect(200);
        Ok(listed.json["data"].as_array().with_context(|| format!("no data in {}", listed.json))?.clone())
    }

    fn call(&self, method: &str, path: &str, body: &Value, csrf: Option<&str>) -> Result<Response> {
        let mut headers = vec![("content-type", "application/json"), ("origin", self.visitor.origin.as_str())];
        headers.extend(csrf.map(|csrf| ("x-csrf-token", csrf)));
        let body = if body.is_null() { Vec::new() } else { serde_json::to_vec(body)? };
        Ok(self.visitor.send(method, path, &body, &headers)?.response)
    }

    fn create(&self, body: &Value) -> Result<Response> {
        self.call("POST", PATH, body, Some(&self.csrf))
    }

    fn delete(&self, path: &str) -> Result<Response> {
        self.call("DELETE", path, &Value::Null, Some(&self.csrf))
    }
}

fn key_request() -> Value {
    json!({"name": "Nightly import", "environment": "sandbox", "scopes": ["projects:read"]})
}

#[test]
fn an_admin_creates_lists_and_revokes_keys() -> Result<()> {
    let fixture = Fixture::new()?;
    let endpoint = Endpoint::new(fixture.sign_in(&fixture.person("admin")?)?)?;
    assert_eq!(endpoint.list()?, [Value::Null; 0]);
    let made = endpoint.create(&key_request())?.expect(201);
    assert!(made.header("cache-control").contains("no-store"));
    let (id, secret) = (text(&made.json, "id")?, text(&made.json, "secret")?);
    assert!(id.starts_with("pc_") && secret.starts_with("plk_"), "{}", made.json);
    fixture.api("GET", "/projects", &secret)?.expect(200);
    fixture.api("POST", "/projects", &secret)?.expect_problem(403, "insufficient_scope");
    let me = fixture.api("GET", "/clients/me", &secret)?.expect(200).json;
    assert_eq!((&me["id"], &me["name"], &me["environment"]), (&json!(id), &json!("Nightly import"), &json!("sandbox")));

    let listed = endpoint.list()?;
    assert_eq!(listed.len(), 1);
    assert_eq!((&listed[0]["id"], &listed[0]["scopes"]), (&json!(id), &json!(["projects:read"])), "{listed:?}");
    let shown = serde_json::to_string(&listed)?;
    assert!(!shown.contains(&secret) && listed[0].get("secret").is_none(), "it is shown again: {shown}");
    assert!(listed[0]["last_used_at"].is_string(), "its use is recorded: {shown}");

    endpoint.delete(&format!("{PATH}/{id}"))?.expect(204);
    fixture.wait_until_refused(&secret, "a revoked key")?;
    let listed = endpoint.list()?;
    assert!(listed.iter().all(|key| key["revoked_at"].is_string()), "{listed:?}");

    let other = text(&endpoint.create(&key_request())?.expect(201).json, "id")?;
    endpoint.delete(&format!("{PATH}?id={other}"))?.expect(204);
    Ok(())
}

#[test]
fn a_key_cannot_be_created_from_invalid_input() -> Result<()> {
    let fixture = Fixture::new()?;
    let endpoint = Endpoint::new(fixture.sign_in(&fixture.person("admin")?)?)?;
    for (field, value) in [
        ("name", json!("")),
        ("name", json!("x".repeat(201))),
        ("name", json!(7)),
        ("environment", json!("staging")),
        ("scopes", json!([])),
        ("scopes", json!(["no-such:scope"])),
        // This scope is granted on request, by an operator.
        ("scopes", json!(["bim:generate"])),
        ("surprise", json!(true)),
    ] {
        let mut body = key_request();
        body[field] = value.clone();
        let refused = endpoint.create(&body)?;
        assert!((400..500).contains(&refused.status), "{field} {value}: {}", refused.status);
        assert!(String::from_utf8_lossy(&refused.bytes).contains(field), "E7: {field} is not named: {}", refused.json);
    }
    assert_eq!(endpoint.list()?, [Value::Null; 0]);
    Ok(())
}

#[test]
fn a11_a_session_alone_cannot_create_a_key() -> Result<()> {
    let fixture = Fixture::new()?;
    let endpoint = Endpoint::new(fixture.sign_in(&fixture.person("admin")?)?)?;
    let key = text(&endpoint.create(&key_request())?.expect(201).json, "id")?;
    let elsewhere = text(&fixture.server.admin(&["tenant", "create", "Another"])?, "id")?;
    let foreign = Endpoint::new(fixture.sign_in(&fixture.person_in(&elsewhere, "admin")?)?)?.csrf;
    for csrf in [None, Some(""), Some("wrong"), Some(foreign.as_str())] {
        endpoint.call("POST", PATH, &key_request(), csrf)?.expect(403);
        endpoint.call("DELETE", &format!("{PATH}/{key}"), &Value::Null, csrf)?.expect(403);
    }
    // A page of another site cannot either, even if it knows the CSRF token.
    let headers =
        [("content-type", "application/json"), ("origin", "https://evil.example"), ("x-csrf-token", &*endpoint.csrf)];
    let body = serde_json::to_vec(&key_request())?;
    endpoint.visitor.send("POST", PATH, &body, &headers)?.response.expect(403);
    assert_eq!(endpoint.list()?.len(), 1);
    Ok(())
}

#[test]
fn callers_who_are_not_signed_in_admins_are_refused() -> Result<()> {
    let fixture = Fixture::new()?;
    for role in ["viewer", "estimator"] {
        let visitor = fixture.sign_in(&fixture.person(role)?)?;
        visitor.send("GET", PATH, &[], &[])?.response.expect(403);
        let account = visitor.get("/account")?.expect(200);
        let csrf = account.form("/sign-out")?.value("csrf").context("no csrf")?.to_owned();
        let endpoint = Endpoint { visitor, csrf };
        endpoint.create(&key_request())?.expect(403);
    }
    Visitor::new(&fixture.server).send("GET", PATH, &[], &[])?.response.expect(401);
    // Keys cannot create keys.
    let bearer = format!("Bearer {}", fixture.key()?.secret);
    let url = format!("{}{PATH}", fixture.server.url);
    send(&agent(), "GET", &url, &[], &[("authorization", &bearer)])?.expect(401);
    Ok(())
}

#[test]
fn e6_another_organizations_key_looks_nonexistent() -> Result<()> {
    let fixture = Fixture::new()?;
    let endpoint = Endpoint::new(fixture.sign_in(&fixture.person("admin")?)?)?;
    let elsewhere = text(&fixture.server.admin(&["tenant", "create", "Another"])?, "id")?;
    let other = fixture.server.key(&elsewhere, "sandbox", "all")?;
    let refused = endpoint.delete(&format!("{PATH}/{}", other.key))?.expect(404);
    let never = endpoint.delete(&format!("{PATH}/pc_0123456789abcdefABCDEF"))?.expect(404);
    assert_eq!(refused.json["detail"], never.json["detail"], "E6");
    other.get("/projects")?.expect(200);
    assert_eq!(endpoint.list()?, [Value::Null; 0], "E6");
    Ok(())
}

/// Returns a key of the right form: prefix, 43 random characters, and six of SHA-256 in base 62, as secret scanners check it.
fn well_formed_key(random: &str) -> String {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let text = format!("plk_s{random}");
    let check = Sha256::digest(&text).into_iter().take(6).map(|byte| char::from(DIGITS[usize::from(byte % 62)]));
    let check: String = check.collect();
    text + &check
}

#[test]
fn every_invalid_key_gets_the_same_response() -> Result<()> {
    let fixture = Fixture::new()?;
    let key = fixture.key()?;
    let random = &key.secret["plk_s".len()..key.secret.len() - 6];
    assert_eq!(well_formed_key(random), key.secret, "the form of keys is what secret scanners were told");
    let unknown = well_formed_key(&"x".repeat(43));
    let mut mistyped = key.secret.clone();
    mistyped.replace_range(10..11, if mistyped[10..].starts_with('a') { "b" } else { "a" });
    fixture.server.admin(&["key", "revoke", &key.key])?;
    fixture.wait_until_refused(&key.secret, "a revoked key")?;
    let mut bodies = Vec::new();
    for token in [unknown.as_str(), &mistyped, &key.secret, "plk_s", "plk_", "x", &"x".repeat(4000)] {
        let refused = fixture.api("GET", "/projects", token)?.expect_problem(401, "unauthenticated");
        let mut body = refused.json.clone();
        body.as_object_mut().map(|object| object.remove("request_id"));
        bodies.push((body, refused.header("www-authenticate").to_owned()));
    }
    assert!(bodies.windows(2).all(|pair| pair[0] == pair[1]), "{bodies:#?}");
    Ok(())
}
