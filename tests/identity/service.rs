//! Service credentials with tokens of the built-in provider.

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use plumbline_tests::{Python, Response, agent, run, send};
use serde_json::{Value, json};

use crate::client::decode_token;
use crate::metadata::fetch;
use crate::support::{Fixture, encode_form, text};

/// The scope that partners request. The granted scopes are those of the credential.
const SCOPE: &str = "api://plumbline/.default";

/// A service credential of the built-in provider.
pub(crate) struct Credential {
    pub(crate) id: String,
    pub(crate) secret: String,
    /// When the secret expires.
    expires_at: Value,
}

/// Creates a credential of the fixture in the sandbox.
pub(crate) fn credential(fixture: &Fixture, scopes: &str) -> Result<Credential> {
    credential_in(fixture, "sandbox", scopes)
}

fn credential_in(fixture: &Fixture, environment: &str, scopes: &str) -> Result<Credential> {
    let arguments = ["service", "create", "--tenant", &fixture.tenant, "--environment", environment];
    let made = fixture.server.admin(&[&arguments[..], &["--scopes", scopes, "--name", "Ames backend"]].concat())?;
    Ok(Credential {
        id: text(&made, "id")?,
        secret: text(&made, "secret")?,
        expires_at: made["secret_expires_at"].clone(),
    })
}

impl Credential {
    /// Requests a token by `client_secret_post`.
    pub(crate) fn token(&self, fixture: &Fixture) -> Result<String> {
        let fields = [("client_id", self.id.as_str()), ("client_secret", &self.secret)];
        text(&request_token(fixture, &fields, None)?.expect(200).json, "access_token")
    }
}

/// Calls the built-in provider's token endpoint.
fn request_token(fixture: &Fixture, fields: &[(&str, &str)], basic: Option<(&str, &str)>) -> Result<Response> {
    let body = encode_form(&[&[("grant_type", "client_credentials"), ("scope", SCOPE)], fields].concat());
    let basic = basic.map(|(id, secret)| format!("Basic {}", BASE64_STANDARD.encode(format!("{id}:{secret}"))));
    let mut headers = vec![("content-type", "application/x-www-form-urlencoded")];
    headers.extend(basic.as_deref().map(|value| ("authorization", value)));
    send(&agent(), "POST", &format!("{}/identity/token", fixture.server.url), body.as_bytes(), &headers)
}

#[test]
fn a_credential_gets_a_token_by_either_method_and_calls_the_api() -> Result<()> {
    let fixture = Fixture::new()?;
    let credential = credential(&fixture, "projects:read cad:convert")?;
    assert!(credential.id.starts_with("pc_") && credential.secret.starts_with("pls_"), "{}", credential.id);
    let in_body = [("client_id", credential.id.as_str()), ("client_secret", &credential.secret)];
    for answer in [
        request_token(&fixture, &in_body, None)?,
        request_token(&fixture, &[], Some((&credential.id, &credential.secret)))?,
    ] {
        let answer = answer.expect(200);
        assert!(answer.header("cache-control").contains("no-store"));
        assert_eq!((&answer.json["expires_in"], &answer.json["token_type"]), (&json!(3600), &json!("Bearer")));
        assert!(answer.json.get("refresh_token").is_none(), "RFC 6749 section 4.4.3: {}", answer.json);
        let token = text(&answer.json, "access_token")?;
        let (header, claims) = decode_token(&token)?;
        assert_eq!(header["alg"], "RS256", "{header}");
        assert_eq!(claims["iss"], json!(format!("{}/identity", fixture.server.url)), "{claims}");
        assert_eq!(claims["aud"], "api://plumbline", "{claims}");

        let me = fixture.api("GET", "/clients/me", &token)?.expect(200).json;
        assert_eq!((&me["id"], &me["mode"]), (&json!(credential.id), &json!("service")), "{me}");
        assert_eq!(me["environment"], "sandbox", "{me}");
        assert_eq!(me["scopes"], json!(["projects:read", "cad:convert"]), "{me}");
        assert!(me["secret_expires_at"].is_string() && me["secret_expires_at"] == credential.expires_at, "{me}");
        fixture.api("GET", "/projects", &token)?.expect(200);
        fixture.api("POST", "/projects", &token)?.expect_problem(403, "insufficient_scope");
        for method in ["/cad", "/cad-files"] {
            let path = format!("/documents/doc_0123456789abcdefABCDEF{method}");
            let method = if method == "/cad" { "GET" } else { "POST" };
            let refused = fixture.api(method, &path, &token)?;
            assert_eq!((refused.status, refused.text("code")), (403, "consent_required"), "{path}: {}", refused.json);
        }
    }
    Ok(())
}

#[test]
fn a_third_party_client_gets_tokens_of_the_built_in_provider() -> Result<()> {
    let Some(python) = Python::find()? else { return Ok(()) };
    let fixture = Fixture::new()?;
    let credential = credential(&fixture, "projects:read")?;
    for method in ["client_secret_basic", "client_secret_post"] {
        run(python
            .script("service_client.py")
            .args([fixture.server.url.as_str(), &format!("{}/identity", fixture.server.url), method])
            .env("CLIENT_ID", &credential.id)
            .env("CLIENT_SECRET", &credential.secret))?;
    }
    Ok(())
}

#[test]
fn the_built_in_provider_describes_itself() -> Result<()> {
    let fixture = Fixture::new()?;
    let issuer = format!("{}/identity", fixture.server.url);
    let document = fetch(&fixture.server, "/identity/.well-known/openid-configuration")?.expect(200).json;
    assert_eq!(document["issuer"], json!(issuer));
    assert_eq!(document["token_endpoint"], json!(format!("{issuer}/token")));
    assert_eq!(document["jwks_uri"], json!(format!("{issuer}/.well-known/jwks.json")));
    credential(&fixture, "projects:read")?.token(&fixture)?;
    let keys = fetch(&fixture.server, "/identity/.well-known/jwks.json")?.expect(200).json;
    let keys = keys["keys"].as_array().context("no keys")?;
    assert!(!keys.is_empty() && keys.iter().all(|key| key.get("d").is_none()), "{keys:?}");
    Ok(())
}

#[test]
fn a_wrong_secret_gets_no_token_and_is_told_nothing() -> Result<()> {
    let fixture = Fixture::new()?;
    let credential = credential(&fixture, "projects:read")?;
    let mut bodies = Vec::new();
    for (id, secret) in [
        (credential.id.as_str(), "pls_wrong"),
        (&credential.id, ""),
        ("pc_0123456789abcdefABCDEF", &credential.secret),
        (&credential.secret, &credential.id),
    ] {
        let refused = request_token(&fixture, &[], Some((id, secret)))?.expect(401);
        assert!(refused.header("www-authenticate").starts_with("Basic"), "RFC 6749 section 5.2");
        assert_eq!(refused.text("error"), "invalid_client");
        bodies.push(refused.json);
    }
    assert!(bodies.windows(2).all(|pair| pair[0] == pair[1]), "{bodies:?}");
    let none = request_token(&fixture, &[], None)?;
    assert!(matches!(none.status, 400 | 401), "{}", none.status);
    // RFC 6749 section 2.3: a client must not use more than one authentication method.
    let fields = [("client_id", credential.id.as_str()), ("client_secret", &credential.secret)];
    let twice = request_token(&fixture, &fields, Some((&credential.id, &credential.secret)))?;
    assert_eq!(twice.status, 400, "{}", twice.json);
    let fields = [fields[0], fields[1], ("grant_type", "authorization_code")];
    assert_eq!(request_token(&fixture, &fields, None)?.status, 400);
    Ok(())
}

#[test]
fn a_revoked_credential_is_refused_and_so_are_its_tokens() -> Result<()> {
    let fixture = Fixture::new()?;
    let (revoked, kept) = (credential(&fixture, "projects:read")?, credential(&fixture, "projects:read")?);
    let (token, other) = (revoked.token(&fixture)?, kept.token(&fixture)?);
    fixture.api("GET", "/projects", &token)?.expect(200);
    fixture.server.admin(&["service", "revoke", &revoked.id])?;
    fixture.wait_until_refused(&token, "a revoked service credential")?;
    assert_eq!(
        request_token(&fixture, &[], Some((&revoked.id, &revoked.secret)))?.expect(401).text("error"),
        "invalid_client"
    );
    fixture.api("GET", "/projects", &other)?.expect(200);
    Ok(())
}

#[test]
fn the_built_in_provider_serves_the_sandbox_only_unless_told_otherwise() -> Result<()> {
    let fixture = Fixture::new()?;
    let production = credential_in(&fixture, "production", "projects:read");
    // Refused when the credential is created or when it requests a token.
    if let Ok(production) = production {
        let refused = request_token(&fixture, &[], Some((&production.id, &production.secret)))?;
        assert!(matches!(refused.status, 400 | 401 | 403), "{}", refused.json);
    }
    let fixture = Fixture::with_environment(&[("PLUMBLINE_IDENTITY__BUILT_IN", "all")])?;
    let token = credential_in(&fixture, "production", "projects:read")?.token(&fixture)?;
    let me = fixture.api("GET", "/clients/me", &token)?.expect(200);
    assert_eq!(me.text("environment"), "production");
    Ok(())
}

#[test]
fn a_premium_scope_is_requested_and_granted_by_an_operator() -> Result<()> {
    let fixture = Fixture::new()?;
    let key = fixture.key()?;
    key.post("/bim-models", json!({}))?.expect_problem(403, "premium_access_required");
    key.post("/access-requests", json!({"capabilities": ["bim:generate"], "note": "for the school"}))?.expect(202);
    let access_requests = fixture.server.admin(&["access", "requests", "--tenant", &fixture.tenant])?;
    assert_eq!(
        (&access_requests[0]["client_id"], &access_requests[0]["capabilities"]),
        (&json!(key.key), &json!(["bim:generate"])),
        "{access_requests}"
    );
    let chosen =
        ["--tenant", &fixture.tenant, "--environment", "sandbox", "--client", &key.key, "--scopes", "bim:generate"];
    fixture.server.admin(&[&["access", "grant"], &chosen[..]].concat())?;
    let opened = || Ok::<_, anyhow::Error>(key.post("/bim-models", json!({}))?.status);
    crate::support::eventually("the scope is open", || Ok(opened()? == 501))?;
    assert!(
        key.get("/clients/me")?.expect(200).json["scopes"]
            .as_array()
            .is_some_and(|all| all.contains(&json!("bim:generate")))
    );
    fixture.server.admin(&[&["access", "withdraw"], &chosen[..]].concat())?;
    crate::support::eventually("the scope is closed", || Ok(opened()? == 403))
}

#[test]
fn a_lost_key_file_is_replaced_as_the_error_says() -> Result<()> {
    let mut fixture = Fixture::new()?;
    let credential = credential(&fixture, "projects:read")?;
    let old = credential.token(&fixture)?;
    fixture.server.stop()?;
    let file = fixture.server.data_dir().join("signing.key");
    std::fs::write(&file, b"short")?;
    let error = fixture.server.admin(&["tenant", "list"]).unwrap_err().to_string();
    assert!(error.contains("signing.key has the wrong length: restore it from a backup"), "{error}");
    assert!(error.contains("delete it and run `plumbline signing-key replace`"), "{error}");
    let lost = "Signed addresses, cursors, access tokens and the authorizations of all apps become invalid, and Spin \
                applications need the new key.";
    assert!(error.contains(lost), "{error}");

    std::fs::remove_file(&file)?;
    fixture.server.admin(&["signing-key", "replace"])?;
    fixture.server.restart()?;
    fixture.api("GET", "/projects", &credential.token(&fixture)?)?.expect(200);
    fixture.api("GET", "/projects", &old)?.expect_problem(401, "unauthenticated");
    Ok(())
}
