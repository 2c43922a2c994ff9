//! Tokens of the delegated flow: their claims, rotation and end (A6–A8; RFC 7009).

use anyhow::Result;
use plumbline_tests::{agent, send};
use serde_json::{Value, json};

use crate::client::{Client, SCOPE, Tokens, decode_token};
use crate::support::Fixture;

/// Returns the audiences of a token.
fn audiences(token: &str) -> Result<Vec<String>> {
    Ok(match decode_token(token)?.1["aud"].clone() {
        Value::String(one) => vec![one],
        many => serde_json::from_value(many)?,
    })
}

#[test]
fn a8_a_token_is_not_cached_lives_an_hour_and_says_whose_it_is() -> Result<()> {
    let fixture = Fixture::new()?;
    let client = Client::new(&fixture.server)?;
    let person = fixture.person("admin")?;
    let visitor = fixture.sign_in(&person)?;
    let request = client.authorization_request(SCOPE);
    let code = visitor.allow(&request)?;
    let answer = client.token(&client.exchange_fields(&request, &code))?.expect(200);
    assert!(answer.header("cache-control").contains("no-store"), "A8");
    assert!(answer.header("content-type").starts_with("application/json"), "A8");
    assert_eq!((&answer.json["expires_in"], &answer.json["token_type"]), (&json!(3600), &json!("Bearer")), "A8");
    let tokens = Tokens::from_response(&answer)?;
    let (header, claims) = decode_token(&tokens.access)?;
    assert_eq!(header["alg"], "RS256", "{header}");
    assert!(header["kid"].is_string(), "{header}");
    assert_eq!(claims["iss"], json!(fixture.server.url), "A8 {claims}");
    assert_eq!(claims["exp"].as_i64().zip(claims["iat"].as_i64()).map(|(exp, iat)| exp - iat), Some(3600), "{claims}");
    assert_eq!(claims["client_id"], json!(client.id), "{claims}");
    let mut scopes: Vec<&str> = tokens.scope.split(' ').collect();
    scopes.sort_unstable();
    assert_eq!(scopes, ["projects:read", "projects:write"]);
    assert!(audiences(&tokens.access)?.contains(&format!("{}/mcp", fixture.server.url)), "A8 {claims}");

    let me = fixture.api("GET", "/clients/me", &tokens.access)?.expect(200).json;
    assert_eq!((&me["mode"], &me["id"]), (&json!("delegated"), &json!(client.id)), "{me}");
    assert_eq!(me["secret_expires_at"], Value::Null, "{me}");
    fixture.api("POST", "/projects", &tokens.access)?.expect(201);
    fixture.api("GET", "/takeoffs", &tokens.access)?.expect_problem(403, "insufficient_scope");
    Ok(())
}

#[test]
fn a8_the_resource_that_was_asked_for_is_the_audience() -> Result<()> {
    let fixture = Fixture::new()?;
    let client = Client::new(&fixture.server)?;
    let visitor = fixture.sign_in(&fixture.person("admin")?)?;
    let url = &fixture.server.url;
    for resource in [format!("{url}/partner/v1"), format!("{url}/mcp")] {
        let request = client.authorization_request(SCOPE).set("resource", &resource);
        let code = visitor.allow(&request)?;
        let tokens = client.exchange(&request, &code)?;
        assert_eq!(audiences(&tokens.access)?, [resource.as_str()], "A8");
        let refreshed = Tokens::from_response(&client.refresh(&tokens.refresh, None)?.expect(200))?;
        assert_eq!(audiences(&refreshed.access)?, [resource.as_str()], "A8");
    }
    // The token endpoint does not grant another resource.
    let request = client.authorization_request(SCOPE).set("resource", &format!("{url}/partner/v1"));
    for resource in ["https://elsewhere.example/api", "not an address"] {
        let code = visitor.allow(&request)?;
        let mut fields = client.exchange_fields(&request, &code);
        fields.push(("resource", resource.to_owned()));
        assert_eq!(client.token(&fields)?.expect(400).text("error"), "invalid_target", "A8 {resource}");
    }
    Ok(())
}

#[test]
fn a8_a_token_for_the_rest_surface_opens_it() -> Result<()> {
    let fixture = Fixture::new()?;
    let client = Client::new(&fixture.server)?;
    let visitor = fixture.sign_in(&fixture.person("admin")?)?;
    let request = client.authorization_request(SCOPE).set("resource", &format!("{}/partner/v1", fixture.server.url));
    let code = visitor.allow(&request)?;
    let tokens = client.exchange(&request, &code)?;
    fixture.api("GET", "/projects", &tokens.access)?.expect(200);
    // It does not open the surface for agents, whose own tokens open both.
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}).to_string();
    let tools = |token: &str| {
        let authorization = format!("Bearer {token}");
        let headers = [
            ("authorization", authorization.as_str()),
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
        ];
        send(&agent(), "POST", &format!("{}/mcp", fixture.server.url), list.as_bytes(), &headers)
    };
    let refused = tools(&tokens.access)?.expect_problem(401, "unauthenticated");
    assert!(refused.header("www-authenticate").contains("invalid_token"), "{}", refused.header("www-authenticate"));
    let request = client.authorization_request(SCOPE).set("resource", &format!("{}/mcp", fixture.server.url));
    let code = visitor.allow(&request)?;
    let tokens = client.exchange(&request, &code)?;
    let listed = tools(&tokens.access)?.expect(200).json;
    let listed =
        listed["result"]["tools"].as_array().map(|tools| tools.iter().map(|tool| tool["name"].clone()).collect());
    let listed: Vec<Value> = listed.unwrap_or_default();
    assert!(listed.contains(&json!("create_project")) && !listed.contains(&json!("start_takeoff")), "{listed:?}");
    fixture.api("GET", "/projects", &tokens.access)?.expect(200);
    Ok(())
}

#[test]
fn a6_a_refresh_token_works_once_and_its_reuse_ends_the_family() -> Result<()> {
    let fixture = Fixture::new()?;
    let (client, first) = fixture.authorize_client(SCOPE)?;
    let second = Tokens::from_response(&client.refresh(&first.refresh, None)?.expect(200))?;
    assert_ne!(second.refresh, first.refresh, "A6");
    let third = Tokens::from_response(&client.refresh(&second.refresh, None)?.expect(200))?;
    fixture.api("GET", "/projects", &third.access)?.expect(200);
    // A reused token may mean that one of the tokens was stolen.
    let reused = client.refresh(&first.refresh, None)?.expect(400);
    assert_eq!(reused.text("error"), "invalid_grant", "A6");
    assert!(reused.header("cache-control").contains("no-store"), "A8");
    assert_eq!(client.refresh(&third.refresh, None)?.expect(400).text("error"), "invalid_grant", "A6");
    fixture.wait_until_refused(&third.access, "A6")
}

#[test]
fn a6_revoking_one_family_spares_the_others() -> Result<()> {
    let fixture = Fixture::new()?;
    let client = Client::new(&fixture.server)?;
    let visitor = fixture.sign_in(&fixture.person("admin")?)?;
    let mut families = Vec::new();
    for _ in 0..2 {
        let request = client.authorization_request(SCOPE);
        let code = visitor.allow(&request)?;
        families.push(client.exchange(&request, &code)?);
    }
    client.refresh(&families[0].refresh, None)?.expect(200);
    client.refresh(&families[0].refresh, None)?.expect(400);
    fixture.wait_until_refused(&families[0].access, "A6")?;
    fixture.api("GET", "/projects", &families[1].access)?.expect(200);
    client.refresh(&families[1].refresh, None)?.expect(200);
    Ok(())
}

#[test]
fn a7_a_refresh_narrows_the_scope_and_never_widens_it() -> Result<()> {
    let fixture = Fixture::new()?;
    let (client, tokens) = fixture.authorize_client(SCOPE)?;
    for wider in ["projects:read takeoffs:run", "projects:delete", "all", "bim:generate"] {
        let refused = client.refresh(&tokens.refresh, Some(wider))?.expect(400);
        assert_eq!(refused.text("error"), "invalid_scope", "A7 {wider}");
    }
    // The refused request did not use up the token.
    let narrow = Tokens::from_response(&client.refresh(&tokens.refresh, Some("projects:read"))?.expect(200))?;
    assert_eq!(narrow.scope, "projects:read", "A7");
    fixture.api("GET", "/projects", &narrow.access)?.expect(200);
    fixture.api("POST", "/projects", &narrow.access)?.expect_problem(403, "insufficient_scope");
    Ok(())
}

#[test]
fn a_refresh_token_is_bound_to_its_client() -> Result<()> {
    let fixture = Fixture::new()?;
    let (client, tokens) = fixture.authorize_client(SCOPE)?;
    let other = Client::new(&fixture.server)?;
    assert_eq!(other.refresh(&tokens.refresh, None)?.expect(400).text("error"), "invalid_grant");
    for token in ["", "wrong", tokens.access.as_str()] {
        let refused = client.refresh(token, None)?.expect(400);
        assert!(matches!(refused.text("error"), "invalid_grant" | "invalid_request"), "{}", refused.json);
    }
    Ok(())
}

#[test]
fn a_revoked_token_opens_nothing() -> Result<()> {
    let fixture = Fixture::new()?;
    let (client, tokens) = fixture.authorize_client(SCOPE)?;
    let other = Client::new(&fixture.server)?;
    // Another client's attempt is answered the same way and revokes nothing.
    other.revoke(&tokens.access)?;
    other.revoke(&tokens.refresh)?;
    fixture.api("GET", "/projects", &tokens.access)?.expect(200);
    let tokens = Tokens::from_response(&client.refresh(&tokens.refresh, None)?.expect(200))?;

    client.revoke("no such token")?.expect(200);
    client.revoke(&tokens.access)?.expect(200);
    fixture.wait_until_refused(&tokens.access, "a revoked access token")?;
    client.revoke(&tokens.access)?.expect(200);
    Ok(())
}

#[test]
fn revoking_a_refresh_token_revokes_its_access_tokens() -> Result<()> {
    let fixture = Fixture::new()?;
    let (client, tokens) = fixture.authorize_client(SCOPE)?;
    client.revoke(&tokens.refresh)?.expect(200);
    assert_eq!(client.refresh(&tokens.refresh, None)?.expect(400).text("error"), "invalid_grant");
    fixture.wait_until_refused(&tokens.access, "a revoked refresh token")
}

#[test]
fn a_delegated_token_acts_in_the_environment_that_was_chosen() -> Result<()> {
    let fixture = Fixture::new()?;
    let client = Client::new(&fixture.server)?;
    let visitor = fixture.sign_in(&fixture.person("admin")?)?;
    let mut tokens = Vec::new();
    for environment in ["sandbox", "production"] {
        let request = client.authorization_request(SCOPE);
        let form = visitor.open(&request.path())?.expect(200).form("/oauth/authorize")?;
        let form = form.set("environment", environment).set("decision", "allow");
        let outcome = crate::client::Outcome::from_page(&visitor.submit(&form)?)?;
        let given = client.exchange(&request, outcome.get("code"))?;
        let me = fixture.api("GET", "/clients/me", &given.access)?.expect(200);
        assert_eq!(me.text("environment"), environment);
        tokens.push(given);
    }
    let made = fixture.api("POST", "/projects", &tokens[0].access)?.expect(201).text("id").to_owned();
    fixture.api("GET", &format!("/projects/{made}"), &tokens[0].access)?.expect(200);
    fixture.api("GET", &format!("/projects/{made}"), &tokens[1].access)?.expect_problem(404, "not_found");
    Ok(())
}

#[test]
fn a_signed_in_users_client_may_ask_for_cad() -> Result<()> {
    let fixture = Fixture::new()?;
    let (_, tokens) = fixture.authorize_client("cad:convert documents:read")?;
    let path = "/documents/doc_0123456789abcdefABCDEF/cad";
    fixture.api("GET", path, &tokens.access)?.expect_problem(404, "not_found");
    Ok(())
}
