//! Dynamic registration of clients (RFC 7591).

use anyhow::{Result, ensure};
use plumbline_tests::{Server, ServerOptions, agent, poll_until, send};
use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};

use crate::client::{CALLBACK, Client, SCOPE, register, registration};
use crate::support::Fixture;

#[test]
fn a2_a_client_registers_and_gets_an_id_and_no_secret() -> Result<()> {
    let server = Server::start()?;
    let requested = registration(CALLBACK);
    let answer = register(&server, &requested)?.expect(201);
    assert!(answer.text("client_id").starts_with("oc_"), "A2 {}", answer.json);
    assert!(answer.json.get("client_secret").is_none(), "A2 {}", answer.json);
    assert!(answer.header("cache-control").contains("no-store"), "A2");
    for (name, value) in requested.as_object().into_iter().flatten() {
        assert_eq!(&answer.json[name], value, "A2 {name}");
    }
    let another = register(&server, &requested)?.expect(201);
    assert_ne!(another.text("client_id"), answer.text("client_id"), "A2");
    Ok(())
}

#[test]
fn a2_an_invalid_redirect_address_is_named() -> Result<()> {
    let server = Server::start()?;
    let mut refused = vec![json!([]), json!("https://client.example/callback"), json!([7]), Value::Null];
    refused.extend(
        [
            "",
            "/callback",
            "client.example/callback",
            "http://client.example/callback",
            "https://client.example/callback#part",
            "https://*.example/callback",
            "https://user@client.example/callback",
            "https:///callback",
            "javascript:alert(1)",
            "data:text/html,hello",
            "file:///etc/passwd",
            "https://client.example/call back",
        ]
        .map(|address| json!([address])),
    );
    // One bad address among good ones is enough to refuse.
    refused.push(json!([CALLBACK, "javascript:alert(1)"]));
    for addresses in refused {
        let mut body = registration(CALLBACK);
        body["redirect_uris"] = addresses.clone();
        let answer = register(&server, &body)?;
        assert_eq!(answer.status, 400, "A2 {addresses} → {}", answer.json);
        // A value that is not a list of texts is invalid metadata before it is an invalid address.
        let named = matches!(answer.text("error"), "invalid_redirect_uri" | "invalid_client_metadata");
        let list_of_texts = addresses.as_array().is_some_and(|list| list.iter().all(Value::is_string));
        assert!(named && (!list_of_texts || answer.text("error") == "invalid_redirect_uri"), "A2 {addresses}");
        assert!(!answer.text("error_description").is_empty(), "A2 {addresses}");
    }
    Ok(())
}

#[test]
fn a2_unsupported_client_metadata_is_named() -> Result<()> {
    let server = Server::start()?;
    for (name, value) in [
        ("grant_types", json!(["client_credentials"])),
        ("grant_types", json!(["implicit"])),
        ("grant_types", json!(["authorization_code", "password"])),
        ("response_types", json!(["token"])),
        ("response_types", json!(["code", "id_token"])),
        ("token_endpoint_auth_method", json!("private_key_jwt")),
        ("client_name", json!(7)),
        ("client_name", json!("x".repeat(10_000))),
        ("scope", json!("projects:read no-such:scope")),
    ] {
        let mut body = registration(CALLBACK);
        body[name] = value.clone();
        let answer = register(&server, &body)?;
        assert_eq!((answer.status, answer.text("error")), (400, "invalid_client_metadata"), "A2 {name} {value}");
    }
    let url = format!("{}/oauth/register", server.url);
    for body in ["", "{", "[]", "null", "\"text\""] {
        let answer = send(&agent(), "POST", &url, body.as_bytes(), &[("content-type", "application/json")])?;
        assert_eq!((answer.status, answer.text("error")), (400, "invalid_client_metadata"), "A2 {body}");
    }
    let huge = send(&agent(), "POST", &url, &vec![b' '; 128 << 10], &[("content-type", "application/json")])?;
    assert!(matches!(huge.status, 400 | 413), "A2: {}", huge.status);
    assert_eq!(send(&agent(), "GET", &url, &[], &[])?.status, 405, "H1");
    Ok(())
}

#[test]
fn a_client_cannot_choose_its_rate_limit_address() -> Result<()> {
    let server = Server::start_with(ServerOptions::with_environment(&[
        ("PLUMBLINE_HTTP__UNAUTHENTICATED_PER_MINUTE", "2"),
        ("PLUMBLINE_HTTP__CLIENT_ADDRESS_HEADER", "X-Forwarded-For"),
    ]))?;
    let url = format!("{}/oauth/register", server.url);
    let body = serde_json::to_vec(&registration(CALLBACK))?;
    let register = |lines: &[&str]| -> Result<u16> {
        let mut headers = vec![("content-type", "application/json")];
        headers.extend(lines.iter().map(|line| ("x-forwarded-for", *line)));
        Ok(send(&agent(), "POST", &url, &body, &headers)?.status)
    };
    // The proxy's own value is last, whether the proxy adds a line or extends the client's.
    assert_eq!(register(&["192.0.2.1", "203.0.113.7"])?, 201);
    assert_eq!(register(&["192.0.2.2, 203.0.113.7"])?, 201);
    assert_eq!(register(&["192.0.2.3", "203.0.113.7"])?, 429, "counted by what the client sent");
    assert_eq!(register(&["203.0.113.7", "203.0.113.8"])?, 201, "another client");
    Ok(())
}

#[test]
fn a_client_that_nobody_consented_to_is_forgotten_after_a_day() -> Result<()> {
    let mut server = Server::start()?;
    let (unused, used) = (Client::new(&server)?.id, Client::new(&server)?.id);
    server.stop()?;
    let earlier = (OffsetDateTime::now_utc() - Duration::days(2)).format(&Rfc3339)?;
    // The first use is the first consent. Until then, both times are equal.
    for (id, set) in [
        (&unused, format!("created_at = '{earlier}', used_at = '{earlier}'")),
        (&used, format!("created_at = '{earlier}'")),
    ] {
        let updated =
            server.control_query(&format!("UPDATE oauth_clients SET {set} WHERE id = '{id}' RETURNING id"))?;
        ensure!(updated == *id, "the client is not registered");
    }
    server.restart()?;
    let count = |id: &str| server.control_query(&format!("SELECT COUNT(*) FROM oauth_clients WHERE id = '{id}'"));
    poll_until("the client is forgotten", || Ok((count(&unused)? == "0").then_some(())))?;
    assert_eq!(count(&used)?, "1", "somebody consented to it");
    Ok(())
}

#[test]
fn a2_a_client_that_asks_for_a_secret_gets_none() -> Result<()> {
    let server = Server::start()?;
    for method in ["client_secret_basic", "client_secret_post"] {
        let mut body = registration(CALLBACK);
        body["token_endpoint_auth_method"] = json!(method);
        let answer = register(&server, &body)?;
        // RFC 7591 allows a server to refuse, or to register with other values and return them.
        match answer.status {
            201 => assert_eq!(answer.text("token_endpoint_auth_method"), "none", "A2"),
            _ => assert_eq!((answer.status, answer.text("error")), (400, "invalid_client_metadata"), "A2"),
        }
        assert!(answer.json.get("client_secret").is_none(), "A2 {}", answer.json);
    }
    Ok(())
}

#[test]
fn a_clients_name_is_shown_as_text_and_nothing_else() -> Result<()> {
    let fixture = Fixture::new()?;
    let name = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&amp;";
    let mut body = registration(CALLBACK);
    body["client_name"] = json!(name);
    let answer = register(&fixture.server, &body)?;
    if answer.status == 400 {
        return Ok(());
    }
    let client = Client::with_id(&fixture.server, answer.expect(201).text("client_id"));
    let visitor = fixture.sign_in(&fixture.person("admin")?)?;
    let page = visitor.open(&client.authorization_request(SCOPE).path())?.expect(200);
    assert!(page.text().contains(name), "{}", page.text());
    assert!(page.find("script, img[onerror]").is_empty(), "{}", page.html);
    Ok(())
}
