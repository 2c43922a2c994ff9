//! Authorization codes: bound to a client, an address and a verifier, and valid for one use (A4, A5; RFC 9700).

use anyhow::Result;
use plumbline_tests::{agent, send};

use crate::client::{CALLBACK, Client, Outcome, SCOPE};
use crate::support::{Fixture, Visitor, encode_form};

/// Creates a fixture, a client and a visitor who may allow it.
fn setup() -> Result<(Fixture, Client, Visitor)> {
    let fixture = Fixture::new()?;
    let client = Client::new(&fixture.server)?;
    let visitor = fixture.sign_in(&fixture.person("admin")?)?;
    Ok((fixture, client, visitor))
}

#[test]
fn a4_a_missing_or_plain_challenge_is_refused_before_consent() -> Result<()> {
    let (_fixture, client, visitor) = setup()?;
    let request = client.authorization_request(SCOPE);
    let verifier = request.verifier.clone();
    for (why, bad) in [
        ("missing", request.clone().without("code_challenge").without("code_challenge_method")),
        ("no challenge", request.clone().without("code_challenge")),
        // RFC 7636 reads a missing method as `plain`.
        ("no method", request.clone().without("code_challenge_method")),
        ("plain", request.clone().set("code_challenge", &verifier).set("code_challenge_method", "plain")),
        ("s256", request.clone().set("code_challenge_method", "s256")),
        ("S512", request.clone().set("code_challenge_method", "S512")),
        ("empty", request.clone().set("code_challenge", "")),
        ("short", request.clone().set("code_challenge", "abc")),
        ("padded", request.clone().set("code_challenge", &format!("{}=", request.get("code_challenge")))),
    ] {
        let page = visitor.open(&bad.path())?;
        assert_ne!(page.response.status, 200, "A4 {why}: {}", page.text());
        let outcome = Outcome::from_page(&page)?;
        assert_eq!((outcome.get("error"), outcome.get("code")), ("invalid_request", ""), "A4 {why}: {outcome:?}");
    }
    Ok(())
}

#[test]
fn a4_the_consent_form_cannot_be_downgraded() -> Result<()> {
    let (_fixture, client, visitor) = setup()?;
    let request = client.authorization_request(SCOPE);
    let form = visitor.open(&request.path())?.expect(200).form("/oauth/authorize")?.set("decision", "allow");
    for bent in [
        form.clone().without("code_challenge"),
        form.clone().without("code_challenge").without("code_challenge_method"),
        form.clone().set("code_challenge_method", "plain"),
    ] {
        let page = visitor.submit(&bent)?;
        assert!(!page.location().contains("code="), "A4: {bent:?} gave {}", page.location());
    }
    Ok(())
}

#[test]
fn a4_a_code_is_useless_without_its_verifier() -> Result<()> {
    let (_fixture, client, visitor) = setup()?;
    for (why, verifier) in [
        ("another", Some(crate::client::random())),
        ("empty", Some(String::new())),
        ("short", Some("abc".to_owned())),
        ("none", None),
    ] {
        let request = client.authorization_request(SCOPE);
        let code = visitor.allow(&request)?;
        let mut fields = client.exchange_fields(&request, &code);
        fields.retain(|(name, _)| *name != "code_verifier");
        fields.extend(verifier.map(|verifier| ("code_verifier", verifier)));
        let refused = client.token(&fields)?.expect(400);
        // A missing or malformed verifier may be reported as such.
        let error = refused.text("error");
        assert!(error == "invalid_grant" || (why != "another" && error == "invalid_request"), "A4 {why}: {error}");
    }
    // The challenge itself went through the browser, so it must not work as a verifier.
    let request = client.authorization_request(SCOPE);
    let code = visitor.allow(&request)?;
    let mut fields = client.exchange_fields(&request, &code);
    fields.retain(|(name, _)| *name != "code_verifier");
    fields.push(("code_verifier", request.get("code_challenge").to_owned()));
    assert_eq!(client.token(&fields)?.expect(400).text("error"), "invalid_grant", "A4");
    Ok(())
}

#[test]
fn a5_a_code_works_once_and_its_replay_revokes_its_tokens() -> Result<()> {
    let (fixture, client, visitor) = setup()?;
    let request = client.authorization_request(SCOPE);
    let code = visitor.allow(&request)?;
    let tokens = client.exchange(&request, &code)?;
    fixture.api("GET", "/projects", &tokens.access)?.expect(200);
    let replay = client.token(&client.exchange_fields(&request, &code))?.expect(400);
    assert_eq!(replay.text("error"), "invalid_grant", "A5");
    fixture.wait_until_refused(&tokens.access, "A5")?;
    assert_eq!(client.refresh(&tokens.refresh, None)?.expect(400).text("error"), "invalid_grant", "A5");
    Ok(())
}

#[test]
fn a5_concurrent_uses_of_a_code_yield_tokens_at_most_once() -> Result<()> {
    let (_fixture, client, visitor) = setup()?;
    let request = client.authorization_request(SCOPE);
    let code = visitor.allow(&request)?;
    let fields = client.exchange_fields(&request, &code);
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let tries: Vec<_> = (0..6).map(|_| scope.spawn(|| client.token(&fields).map(|answer| answer.status))).collect();
        tries.into_iter().map(|one| one.join().unwrap().unwrap()).collect()
    });
    assert!(statuses.iter().filter(|status| **status == 200).count() <= 1, "A5 {statuses:?}");
    assert!(statuses.iter().all(|status| matches!(status, 200 | 400)), "A5 {statuses:?}");
    Ok(())
}

#[test]
fn a_code_is_bound_to_its_client() -> Result<()> {
    let (fixture, client, visitor) = setup()?;
    let other = Client::new(&fixture.server)?;
    let request = client.authorization_request(SCOPE);
    let code = visitor.allow(&request)?;
    // The mix-up attack: the other client has the code, and even its verifier.
    let refused = other.token(&other.exchange_fields(&request, &code))?.expect(400);
    assert_eq!(refused.text("error"), "invalid_grant", "mix-up");
    for id in ["", "oc_0123456789abcdefABCDEF"] {
        let request = client.authorization_request(SCOPE);
        let code = visitor.allow(&request)?;
        let stranger = Client::with_id(&fixture.server, id);
        let refused = stranger.token(&stranger.exchange_fields(&request, &code))?;
        let error = refused.text("error");
        assert!(matches!(refused.status, 400 | 401), "{id}: {}", refused.status);
        assert!(matches!(error, "invalid_client" | "invalid_request" | "invalid_grant"), "{id}: {error}");
    }
    Ok(())
}

#[test]
fn a_code_is_exchanged_with_the_address_it_was_sent_to() -> Result<()> {
    let fixture = Fixture::new()?;
    let visitor = fixture.sign_in(&fixture.person("admin")?)?;
    let client = Client::with_redirect_uri(&fixture.server, "http://127.0.0.1/callback")?;
    for address in [CALLBACK, "http://127.0.0.1/callback", "http://127.0.0.1:50124/callback", ""] {
        let request = client.authorization_request(SCOPE).set("redirect_uri", "http://127.0.0.1:50123/callback");
        let code = visitor.allow(&request)?;
        let mut fields = client.exchange_fields(&request, &code);
        fields.retain(|(name, _)| *name != "redirect_uri");
        fields.push(("redirect_uri", address.to_owned()));
        let refused = client.token(&fields)?.expect(400);
        assert!(matches!(refused.text("error"), "invalid_grant" | "invalid_request"), "{address}: {}", refused.json);
    }
    Ok(())
}

#[test]
fn the_token_endpoint_takes_forms_by_post_and_two_grants() -> Result<()> {
    let (fixture, client, visitor) = setup()?;
    let request = client.authorization_request(SCOPE);
    let code = visitor.allow(&request)?;
    let fields = encode_form(&client.exchange_fields(&request, &code));
    let url = format!("{}/oauth/token", fixture.server.url);
    assert_eq!(send(&agent(), "GET", &format!("{url}?{fields}"), &[], &[])?.status, 405, "H1");
    let form = [("content-type", "application/x-www-form-urlencoded")];
    let in_query = send(&agent(), "POST", &format!("{url}?{fields}"), &[], &form)?;
    assert_eq!(in_query.status, 400, "a code in the address is in logs: {}", in_query.json);
    let json = send(&agent(), "POST", &url, b"{}", &[("content-type", "application/json")])?;
    assert!(matches!(json.status, 400 | 415), "{}", json.status);
    for grant in ["password", "client_credentials", "implicit", "urn:ietf:params:oauth:grant-type:device_code"] {
        let answer = client.token(&[("grant_type", grant), ("client_id", client.id.as_str())])?;
        let error = answer.text("error");
        assert!(matches!(answer.status, 400 | 401), "{grant}");
        assert!(
            matches!(error, "unsupported_grant_type" | "unauthorized_client" | "invalid_client"),
            "{grant}: {error}"
        );
        assert!(answer.header("cache-control").contains("no-store"), "A8");
    }
    let none = client.token(&[("client_id", client.id.as_str())])?.expect(400);
    assert!(matches!(none.text("error"), "invalid_request" | "unsupported_grant_type"), "{}", none.json);
    // None of these attempts used up the code.
    client.exchange(&request, &code)?;
    Ok(())
}
