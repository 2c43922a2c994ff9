//! Forged tokens, and other things that are not bearer tokens (O2, O3; RFC 8725).

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64URL;
use hmac::{Hmac, Mac as _};
use plumbline_tests::{agent, send};
use rsa::pkcs1::EncodeRsaPublicKey as _;
use rsa::pkcs1v15::SigningKey;
use rsa::pkcs8::{EncodePublicKey as _, LineEnding};
use rsa::signature::{SignatureEncoding as _, Signer as _};
use rsa::traits::PublicKeyParts as _;
use rsa::{BigUint, RsaPrivateKey, RsaPublicKey};
use serde_json::{Value, json};
use sha2::{Sha256, Sha384, Sha512};

use crate::client::{Client, SCOPE, decode_token};
use crate::metadata::fetch;
use crate::support::{Fixture, encode_form};

/// Returns the first two parts of a token.
fn unsigned_token(header: &Value, claims: &Value) -> String {
    format!("{}.{}", BASE64URL.encode(header.to_string()), BASE64URL.encode(claims.to_string()))
}

/// Returns a token with an HMAC under `secret`.
fn hmac_token(alg: &str, header: &Value, claims: &Value, secret: &[u8]) -> Result<String> {
    let mut header = header.clone();
    header["alg"] = json!(alg);
    let text = unsigned_token(&header, claims);
    macro_rules! mac {
        ($hash:ty) => {
            Hmac::<$hash>::new_from_slice(secret)?.chain_update(&text).finalize().into_bytes().to_vec()
        };
    }
    let signature = match alg {
        "HS256" => mac!(Sha256),
        "HS384" => mac!(Sha384),
        _ => mac!(Sha512),
    };
    Ok(format!("{text}.{}", BASE64URL.encode(signature)))
}

/// Returns a token signed with a key that the server does not know.
fn signed_token(key: &RsaPrivateKey, header: &Value, claims: &Value) -> String {
    let text = unsigned_token(header, claims);
    let signature = SigningKey::<Sha256>::new(key.clone()).sign(text.as_bytes());
    format!("{text}.{}", BASE64URL.encode(signature.to_bytes()))
}

/// Returns a published key in every form in which it could be mistaken for a secret.
fn candidate_secrets(jwk: &Value) -> Result<Vec<Vec<u8>>> {
    let number = |name: &str| -> Result<BigUint> {
        Ok(BigUint::from_bytes_be(&BASE64URL.decode(jwk[name].as_str().context("not an RSA key")?)?))
    };
    let key = RsaPublicKey::new(number("n")?, number("e")?)?;
    let pem = key.to_public_key_pem(LineEnding::LF)?;
    Ok(vec![
        pem.trim_end().as_bytes().to_vec(),
        pem.into_bytes(),
        key.to_pkcs1_pem(LineEnding::LF)?.into_bytes(),
        key.to_public_key_der()?.into_vec(),
        key.to_pkcs1_der()?.into_vec(),
        jwk.to_string().into_bytes(),
        jwk["n"].as_str().unwrap_or_default().as_bytes().to_vec(),
        BASE64URL.decode(jwk["n"].as_str().unwrap_or_default())?,
        Vec::new(),
    ])
}

/// Returns the keys of the authorization server and of the built-in provider of service tokens.
fn published_keys(fixture: &Fixture) -> Result<Vec<Value>> {
    let of = |path: &str| -> Result<Vec<Value>> {
        let keys = fetch(&fixture.server, path)?.expect(200).json["keys"].as_array().cloned();
        keys.filter(|keys| !keys.is_empty()).with_context(|| format!("{path} has no keys"))
    };
    let (delegated, service) = (of("/.well-known/jwks.json")?, of("/identity/.well-known/jwks.json")?);
    for key in &service {
        let shared = delegated.iter().any(|other| other["kid"] == key["kid"] || other["n"] == key["n"]);
        assert!(!shared, "the two issuers sign with one key: {key}");
    }
    Ok([delegated, service].concat())
}

#[test]
fn o3_a_forged_token_is_refused() -> Result<()> {
    let fixture = Fixture::new()?;
    let (_, tokens) = fixture.authorize_client(SCOPE)?;
    // A service token makes the built-in provider sign, so that its key exists.
    crate::service::credential(&fixture, "projects:read")?.token(&fixture)?;
    fixture.api("GET", "/projects", &tokens.access)?.expect(200);
    let (header, claims) = decode_token(&tokens.access)?;
    let signature = tokens.access.rsplit('.').next().unwrap_or_default();
    let mut wider = claims.clone();
    wider["scope"] = json!("projects:read projects:write projects:delete");
    let mut forged: Vec<(String, String)> = Vec::new();
    let mut add = |why: &str, token: String| forged.push((why.to_owned(), token));

    for alg in ["none", "None", "NONE", "nOnE", ""] {
        let mut header = header.clone();
        header["alg"] = json!(alg);
        let text = unsigned_token(&header, &claims);
        add("alg none", format!("{text}."));
        add("alg none, no dot", text.clone());
        add("alg none, old signature", format!("{text}.{signature}"));
    }
    let stranger = RsaPrivateKey::new(&mut rsa::rand_core::OsRng, 2048)?;
    let own = json!({
        "kty": "RSA", "use": "sig", "alg": "RS256", "kid": "own", "n": BASE64URL.encode(stranger.n().to_bytes_be()),
        "e": BASE64URL.encode(stranger.e().to_bytes_be()),
    });
    let service = format!("{}/identity", fixture.server.url);
    for jwk in published_keys(&fixture)? {
        let mut header = header.clone();
        header["kid"] = jwk["kid"].clone();
        for secret in candidate_secrets(&jwk)? {
            for alg in ["HS256", "HS384", "HS512"] {
                add("a public key as secret", hmac_token(alg, &header, &claims, &secret)?);
            }
        }
        add("a stranger's key under our kid", signed_token(&stranger, &header, &claims));
        let mut as_service = claims.clone();
        (as_service["iss"], as_service["aud"]) = (json!(service), json!("api://plumbline"));
        add("a stranger's key for the provider", signed_token(&stranger, &header, &as_service));
    }
    for (name, value) in [
        ("kid", json!("own")),
        ("kid", json!("../../../../dev/null")),
        ("kid", json!("' OR '1'='1")),
        ("kid", json!(7)),
        ("kid", Value::Null),
        ("jwk", own.clone()),
        ("jku", json!("https://evil.example/jwks.json")),
        ("x5u", json!("https://evil.example/cert.pem")),
        ("crit", json!(["x-plumbline"])),
    ] {
        let mut header = header.clone();
        header[name] = value;
        add(&format!("a stranger's key with {name}"), signed_token(&stranger, &header, &claims));
    }
    let mut without_kid = header.clone();
    without_kid.as_object_mut().map(|object| object.remove("kid"));
    add("a stranger's key and no kid", signed_token(&stranger, &without_kid, &claims));
    add("claims exchanged", format!("{}.{signature}", unsigned_token(&header, &wider)));
    add("no signature", unsigned_token(&header, &claims));
    add("an empty signature", format!("{}.", unsigned_token(&header, &claims)));
    add("a cut signature", tokens.access[..tokens.access.len() - 4].to_owned());
    add("one part more", format!("{}.{signature}", tokens.access));
    add("a dot before", format!(".{}", tokens.access));
    add("three dots", "..".to_owned());
    add("base64 with padding", format!("{}=", tokens.access));

    for (why, token) in forged {
        let refused = fixture.api("GET", "/projects", &token)?.expect_problem(401, "unauthenticated");
        assert!(refused.header("www-authenticate").contains("error=\"invalid_token\""), "O1, O3 {why}");
    }
    Ok(())
}

#[test]
fn o2_a_token_is_accepted_only_in_its_header() -> Result<()> {
    let fixture = Fixture::new()?;
    let (_, tokens) = fixture.authorize_client(SCOPE)?;
    let url = format!("{}/partner/v1/projects", fixture.server.url);
    for name in ["access_token", "token", "authorization"] {
        let address = format!("{url}?{}", encode_form(&[(name, &tokens.access)]));
        let refused = send(&agent(), "GET", &address, &[], &[])?;
        assert!(matches!(refused.status, 400 | 401), "O2 {name}: {}", refused.status);
    }
    let body = encode_form(&[("access_token", &tokens.access)]);
    let form = [("content-type", "application/x-www-form-urlencoded")];
    send(&agent(), "POST", &url, body.as_bytes(), &form)?.expect_problem(401, "unauthenticated");
    for name in ["access_token", "plumbline_session", "__Host-plumbline_session"] {
        let cookie = format!("{name}={}", tokens.access);
        send(&agent(), "GET", &url, &[], &[("cookie", &cookie)])?.expect_problem(401, "unauthenticated");
    }
    Ok(())
}

#[test]
fn a_browser_session_is_not_an_api_credential() -> Result<()> {
    let fixture = Fixture::new()?;
    let visitor = fixture.sign_in(&fixture.person("admin")?)?;
    visitor.send("GET", "/partner/v1/projects", &[], &[])?.response.expect_problem(401, "unauthenticated");
    let secret = visitor.cookie("plumbline_session").context("no session cookie")?;
    fixture.api("GET", "/projects", &secret)?.expect_problem(401, "unauthenticated");
    Ok(())
}

#[test]
fn nothing_else_of_the_flow_is_a_bearer_token() -> Result<()> {
    let fixture = Fixture::new()?;
    let client = Client::new(&fixture.server)?;
    let visitor = fixture.sign_in(&fixture.person("admin")?)?;
    let request = client.authorization_request(SCOPE);
    let code = visitor.allow(&request)?;
    fixture.api("GET", "/projects", &code)?.expect_problem(401, "unauthenticated");
    let tokens = client.exchange(&request, &code)?;
    let service = crate::service::credential(&fixture, "projects:read")?;
    for token in [&tokens.refresh, &client.id, &request.verifier, &service.id, &service.secret] {
        fixture.api("GET", "/projects", token)?.expect_problem(401, "unauthenticated");
    }
    fixture.api("GET", "/projects", &tokens.access)?.expect(200);
    Ok(())
}
