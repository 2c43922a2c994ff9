//! Metadata of the server: RFC 8414, RFC 9728, its keys.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use plumbline_tests::{Response, Server, agent, send};
use serde_json::{Value, json};

use crate::client::{SCOPE, Tokens, decode_token};
use crate::support::Fixture;

/// The maximum time until a server uses a new key. It reads its keys from the database every half minute.
const KEY_RELOAD_TIMEOUT: Duration = Duration::from_secs(60);

/// Reads a public document.
pub(crate) fn fetch(server: &Server, path: &str) -> Result<Response> {
    send(&agent(), "GET", &format!("{}{path}", server.url), &[], &[])
}

/// Returns the ids of the published keys.
fn kids(server: &Server) -> Result<Vec<String>> {
    let keys = fetch(server, "/.well-known/jwks.json")?.expect(200);
    let keys = keys.json["keys"].as_array().context("no keys")?.clone();
    for key in &keys {
        assert_eq!((&key["kty"], &key["use"], &key["alg"]), (&json!("RSA"), &json!("sig"), &json!("RS256")), "{key}");
        for private in ["d", "p", "q", "dp", "dq", "qi", "k"] {
            assert!(key.get(private).is_none(), "A10: the key set shows `{private}`");
        }
    }
    Ok(keys.iter().map(|key| key["kid"].as_str().unwrap_or_default().to_owned()).collect())
}

#[test]
fn a1_the_metadata_says_where_everything_is_and_what_is_supported() -> Result<()> {
    let server = Server::start()?;
    let answer = fetch(&server, "/.well-known/oauth-authorization-server")?.expect(200);
    assert!(answer.header("content-type").starts_with("application/json"), "A1");
    let metadata = answer.json;
    let url = &server.url;
    let expected = json!({
        "issuer": url,
        "authorization_endpoint": format!("{url}/oauth/authorize"),
        "token_endpoint": format!("{url}/oauth/token"),
        "registration_endpoint": format!("{url}/oauth/register"),
        "revocation_endpoint": format!("{url}/oauth/revoke"),
        "jwks_uri": format!("{url}/.well-known/jwks.json"),
        "response_types_supported": ["code"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": true,
        "client_id_metadata_document_supported": true,
    });
    for (name, value) in expected.as_object().context("an object")? {
        assert_eq!(&metadata[name], value, "A1 {name}");
    }
    let assert_lists = |name: &str, value: &str| {
        let list = metadata[name].as_array().cloned().unwrap_or_default();
        assert!(list.contains(&json!(value)), "A1: {name} lacks {value}: {list:?}");
    };
    assert_lists("grant_types_supported", "authorization_code");
    assert_lists("grant_types_supported", "refresh_token");
    assert_lists("token_endpoint_auth_methods_supported", "none");
    for scope in "projects:read projects:delete takeoffs:run exports:create billing:read".split(' ') {
        assert_lists("scopes_supported", scope);
    }
    // No operation needs these scopes.
    let offered = metadata.to_string();
    for absent in ["estimates:generate", "billing:write", "takeoffs:delete"] {
        assert!(!offered.contains(absent), "{absent} is offered: {offered}");
    }
    Ok(())
}

#[test]
fn o4_the_protected_resource_says_what_it_is_and_who_gives_tokens() -> Result<()> {
    let server = Server::start()?;
    let inserted = "/.well-known/oauth-protected-resource";
    for (path, resource) in [
        (format!("{inserted}/partner/v1"), "/partner/v1"),
        (format!("/partner/v1{inserted}"), "/partner/v1"),
        (format!("{inserted}/mcp"), "/mcp"),
        (format!("/mcp{inserted}"), "/mcp"),
    ] {
        let document = fetch(&server, &path)?.expect(200).json;
        assert_eq!(document["resource"], format!("{}{resource}", server.url), "O4 {path}");
        check_resource(&server, &document);
    }
    check_resource(&server, &fetch(&server, inserted)?.expect(200).json);
    Ok(())
}

fn check_resource(server: &Server, document: &Value) {
    assert!(document["resource"].as_str().is_some_and(|url| url.starts_with(&server.url)), "O4 {document}");
    assert_eq!(document["authorization_servers"], json!([server.url]), "O4 {document}");
    assert_eq!(document["bearer_methods_supported"], json!(["header"]), "O2, O4 {document}");
    assert!(document["scopes_supported"].as_array().is_some_and(|scopes| !scopes.is_empty()), "O4 {document}");
}

#[test]
fn o1_a_refusal_leads_to_the_resources_own_document() -> Result<()> {
    let server = Server::start()?;
    let refused = fetch(&server, "/partner/v1/projects")?.expect_problem(401, "unauthenticated");
    let challenge = refused.header("www-authenticate");
    assert!(challenge.starts_with("Bearer ") && !challenge.contains("error="), "O1 {challenge}");
    let (_, rest) = challenge.split_once("resource_metadata=\"").context("O1: no resource_metadata")?;
    let address = rest.split('"').next().unwrap_or_default();
    let document = fetch(&server, address.strip_prefix(&server.url).context("O1: at another server")?)?.expect(200);
    assert_eq!(document.json["resource"], format!("{}/partner/v1", server.url), "O1, O4");
    Ok(())
}

#[test]
fn a10_keys_with_live_tokens_stay_published_during_rotation() -> Result<()> {
    let fixture = Fixture::new()?;
    let (client, first) = fixture.authorize_client(SCOPE)?;
    let old = decode_token(&first.access)?.0["kid"].as_str().context("no kid")?.to_owned();
    assert!(kids(&fixture.server)?.contains(&old), "A10");

    fixture.server.admin(&["signing-key", "rotate", "--now"])?;
    let begun = Instant::now();
    let mut tokens = first;
    let earlier = tokens.access.clone();
    let new = loop {
        tokens = Tokens::from_response(&client.refresh(&tokens.refresh, None)?.expect(200))?;
        let kid = decode_token(&tokens.access)?.0["kid"].as_str().unwrap_or_default().to_owned();
        if kid != old {
            break kid;
        }
        assert!(begun.elapsed() < KEY_RELOAD_TIMEOUT, "the old key still signs");
        std::thread::sleep(Duration::from_secs(1));
    };
    let published = kids(&fixture.server)?;
    assert!(published.contains(&old) && published.contains(&new), "A10 {published:?}");
    fixture.api("GET", "/projects", &earlier)?.expect(200);
    fixture.api("GET", "/projects", &tokens.access)?.expect(200);
    Ok(())
}

#[test]
fn a10_a_new_key_is_published_before_it_signs() -> Result<()> {
    let fixture = Fixture::new()?;
    let (client, tokens) = fixture.authorize_client(SCOPE)?;
    let old = decode_token(&tokens.access)?.0["kid"].clone();
    let before = kids(&fixture.server)?.len();
    fixture.server.admin(&["signing-key", "rotate"])?;
    let begun = Instant::now();
    while kids(&fixture.server)?.len() == before {
        assert!(begun.elapsed() < KEY_RELOAD_TIMEOUT, "A10: the new key is not published");
        std::thread::sleep(Duration::from_secs(1));
    }
    let tokens = Tokens::from_response(&client.refresh(&tokens.refresh, None)?.expect(200))?;
    assert_eq!(decode_token(&tokens.access)?.0["kid"], old, "A10: verifiers have not seen the new key yet");
    Ok(())
}
