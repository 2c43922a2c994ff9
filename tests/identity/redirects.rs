//! The addresses that a browser is redirected to with the outcome, and those that it must never be (A3, A8; RFC 9700 section 4.1).

use anyhow::Result;

use crate::client::{CALLBACK, Client, Outcome, SCOPE};
use crate::support::{Fixture, Page, encode_form};

/// Asserts that the browser is not redirected and the page gives the reason.
#[track_caller]
fn assert_not_redirected(page: &Page, why: &str) {
    assert_eq!(page.response.status, 400, "A3 {why}: {} {}", page.location(), page.text());
    assert!(page.location().is_empty() && page.response.header("refresh").is_empty(), "A3 {why}: {}", page.location());
    assert!(!page.text().is_empty(), "A3 {why}: the page has no text");
    // There is no link or form that leads there either.
    let away = page
        .find("a[href^='http'], a[href^='//'], a[href^='javascript'], form[action^='http'], meta[http-equiv=refresh]");
    assert!(away.is_empty(), "A3 {why}: {}", page.html);
}

#[test]
fn a3_a_redirect_address_that_is_not_registered_is_never_used() -> Result<()> {
    let fixture = Fixture::new()?;
    let client = Client::new(&fixture.server)?;
    let visitor = fixture.sign_in(&fixture.person("admin")?)?;
    for address in [
        "",
        "https://client.example/",
        "https://client.example/other",
        "https://client.example/callback/",
        "https://client.example/callback/more",
        "https://client.example/callback/../evil",
        "https://client.example/x/../callback",
        "https://client.example/callback?more=1",
        "https://client.example/callback?",
        "https://client.example/callback#part",
        "https://client.example/Callback",
        "https://client.example/%63allback",
        "https://client.example/callback%2f",
        "https://client.example/callback ",
        "https://client.example/callback\r\nX-Evil: 1",
        "https://client.example//callback",
        "https://CLIENT.example/callback",
        "HTTPS://client.example/callback",
        "http://client.example/callback",
        "https://client.example:443/callback",
        "https://client.example:8443/callback",
        "https://client.example./callback",
        "https://user@client.example/callback",
        "https://client.example@evil.example/callback",
        "https://client.example.evil.example/callback",
        "https://client.example\\@evil.example/callback",
        "https://evil.example/https://client.example/callback",
        "https://evil.example/callback",
        "//client.example/callback",
        "/callback",
        "javascript:alert(1)//https://client.example/callback",
        "data:text/html,https://client.example/callback",
        "http://127.0.0.1/callback",
    ] {
        let page = visitor.open(&client.authorization_request(SCOPE).set("redirect_uri", address).path())?;
        assert_not_redirected(&page, address);
    }
    // A second address in addition to the right one.
    let mut twice = client.authorization_request(SCOPE);
    twice.parameters.push(("redirect_uri".to_owned(), "https://evil.example/callback".to_owned()));
    let page = visitor.open(&twice.path())?;
    if page.response.status == 200 {
        let form = page.form("/oauth/authorize")?;
        let outcome = Outcome::from_page(&visitor.submit(&form.set("decision", "allow"))?)?;
        assert_eq!(outcome.address, CALLBACK, "A3");
    } else {
        assert_not_redirected(&page, "two addresses");
    }
    Ok(())
}

#[test]
fn a3_signed_out_visitors_are_not_redirected_either() -> Result<()> {
    let fixture = Fixture::new()?;
    let client = Client::new(&fixture.server)?;
    let visitor = crate::support::Visitor::new(&fixture.server);
    let request = client.authorization_request(SCOPE).set("redirect_uri", "https://evil.example/callback");
    let page = visitor.get(&request.path())?;
    // Refused at once, or after sign-in. The request is checked again then.
    if page.is_redirect() {
        let location = page.location();
        let path = location.strip_prefix(&visitor.origin).unwrap_or(&location);
        assert!(path.starts_with("/sign-in?"), "A3 {location}");
    } else {
        assert_not_redirected(&page, "not signed in");
    }
    Ok(())
}

#[test]
fn a3_the_consent_form_cannot_be_tampered_with_to_use_another_address_or_client() -> Result<()> {
    let fixture = Fixture::new()?;
    let client = Client::new(&fixture.server)?;
    let other = Client::with_redirect_uri(&fixture.server, "https://evil.example/callback")?;
    let visitor = fixture.sign_in(&fixture.person("admin")?)?;
    let page = visitor.open(&client.authorization_request(SCOPE).path())?.expect(200);
    let form = page.form("/oauth/authorize")?.set("decision", "allow");
    assert_not_redirected(
        &visitor.submit(&form.clone().set("redirect_uri", "https://evil.example/callback"))?,
        "a bent address",
    );
    assert_not_redirected(&visitor.submit(&form.clone().set("client_id", &other.id))?, "a bent client");
    for decision in ["", "Allow", "yes"] {
        let answered = visitor.submit(&form.clone().set("decision", decision))?;
        assert!(!answered.location().contains("code="), "only `allow` allows: {decision}");
    }
    Ok(())
}

#[test]
fn a3_an_unknown_client_is_not_redirected_to() -> Result<()> {
    let fixture = Fixture::new()?;
    let visitor = fixture.sign_in(&fixture.person("admin")?)?;
    for id in ["", "oc_0123456789abcdefABCDEF", "pc_0123456789abcdefABCDEF", "<b>", "ftp://client.example/c"] {
        let client = Client::with_id(&fixture.server, id);
        assert_not_redirected(&visitor.open(&client.authorization_request(SCOPE).path())?, id);
    }
    assert_not_redirected(
        &visitor.open(&Client::new(&fixture.server)?.authorization_request(SCOPE).without("client_id").path())?,
        "no client",
    );
    Ok(())
}

#[test]
fn a3_only_the_port_of_a_loopback_address_may_vary() -> Result<()> {
    let fixture = Fixture::new()?;
    let visitor = fixture.sign_in(&fixture.person("admin")?)?;
    for (registered, requested) in [
        ("http://127.0.0.1/callback", "http://127.0.0.1:50123/callback"),
        ("http://127.0.0.1:4000/callback", "http://127.0.0.1:50123/callback"),
        ("http://[::1]/callback", "http://[::1]:50123/callback"),
    ] {
        let request = Client::with_redirect_uri(&fixture.server, registered)?
            .authorization_request(SCOPE)
            .set("redirect_uri", requested);
        assert_eq!(visitor.decide(&request, "allow")?.address, requested, "A3 {registered}");
    }
    let client = Client::with_redirect_uri(&fixture.server, "http://127.0.0.1/callback")?;
    for address in [
        "http://127.0.0.1:50123/other",
        "http://127.0.0.1:50123/callback/",
        "http://127.0.0.1:50123/callback?x=1",
        "http://127.0.0.2:50123/callback",
        "http://localhost:50123/callback",
        "http://[::1]:50123/callback",
        "http://127.0.0.1.evil.example:50123/callback",
        "http://127.0.0.1:50123@evil.example/callback",
        "http://127.0.0.1:99999/callback",
        "http://127.0.0.1:/../callback",
        "https://127.0.0.1:50123/callback",
    ] {
        assert_not_redirected(
            &visitor.open(&client.authorization_request(SCOPE).set("redirect_uri", address).path())?,
            address,
        );
    }
    Ok(())
}

#[test]
fn a8_every_outcome_states_the_issuer_and_returns_the_state() -> Result<()> {
    let fixture = Fixture::new()?;
    let client = Client::new(&fixture.server)?;
    let visitor = fixture.sign_in(&fixture.person("admin")?)?;
    let check = |outcome: &Outcome, state: &str, why: &str| {
        assert_eq!(outcome.address, CALLBACK, "{why}");
        assert_eq!(outcome.get("iss"), fixture.server.url, "A8 {why}");
        assert_eq!(outcome.get("state"), state, "A8 {why}");
    };
    let request = client.authorization_request(SCOPE);
    let allowed = visitor.decide(&request, "allow")?;
    check(&allowed, request.get("state"), "allowed");
    assert!(!allowed.get("code").is_empty() && allowed.get("error").is_empty(), "{allowed:?}");
    let denied = visitor.decide(&request, "deny")?;
    check(&denied, request.get("state"), "denied");
    assert_eq!((denied.get("error"), denied.get("code")), ("access_denied", ""), "{denied:?}");
    // A state with unusual characters is returned unchanged.
    let odd = request.clone().set("state", "a b&c=d#é\"<x>");
    check(&visitor.decide(&odd, "deny")?, "a b&c=d#é\"<x>", "an odd state");

    for (why, bad, error) in [
        ("another response type", request.clone().set("response_type", "token"), "unsupported_response_type"),
        ("no response type", request.clone().without("response_type"), "invalid_request"),
        ("no challenge", request.clone().without("code_challenge"), "invalid_request"),
        ("an unknown scope", request.clone().set("scope", "no-such:scope"), "invalid_scope"),
        ("another's resource", request.clone().set("resource", "https://elsewhere.example/api"), "invalid_target"),
    ] {
        let outcome = Outcome::from_page(&visitor.open(&bad.path())?)?;
        check(&outcome, request.get("state"), why);
        assert_eq!((outcome.get("error"), outcome.get("code")), (error, ""), "A8 {why}: {outcome:?}");
    }
    Ok(())
}

#[test]
fn a_sign_in_leads_nowhere_but_to_this_server() -> Result<()> {
    let fixture = Fixture::new()?;
    let person = fixture.person("viewer")?;
    for next in [
        "https://evil.example/",
        "//evil.example/",
        "///evil.example/",
        "/\\evil.example/",
        "\\\\evil.example/",
        "/\t/evil.example/",
        "/%09/evil.example/",
        "http:evil.example",
        "javascript:alert(1)",
        "evil.example",
        "@evil.example",
        "/account\r\nLocation: https://evil.example/",
    ] {
        let visitor = crate::support::Visitor::new(&fixture.server);
        let page = visitor.try_password(next, &person.email, crate::support::PASSWORD)?;
        assert!(page.is_redirect(), "{next:?}: {}", page.text());
        let location = page.location();
        let target = url::Url::parse(&fixture.server.url)?.join(&location)?;
        let here = url::Url::parse(&fixture.server.url)?;
        assert_eq!(target.origin(), here.origin(), "{next:?} → {location}");
        assert!(!location.starts_with("//") && !location.contains('\\'), "{next:?} → {location}");
        assert!(visitor.is_signed_in()?, "{next:?}");
        // A visitor who is already signed in is not redirected elsewhere either.
        let again = visitor.get(&format!("/sign-in?{}", encode_form(&[("next", next)])))?;
        if again.is_redirect() {
            assert_eq!(here.join(&again.location())?.origin(), here.origin(), "{next:?} → {}", again.location());
        }
    }
    Ok(())
}
