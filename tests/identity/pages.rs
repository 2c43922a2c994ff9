//! The protection of the pages: headers, cookies, CSRF, session fixation (A11).

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};

use crate::client::{CALLBACK, Client, SCOPE};
use crate::support::{Fixture, Form, PASSWORD, Page, Visitor, text};

/// A fixture in which every page has every form, with a visitor who is an admin.
struct PagesFixture {
    fixture: Fixture,
    visitor: Visitor,
    authorize_path: String,
    invitation: String,
}

impl PagesFixture {
    fn new() -> Result<Self> {
        let fixture = Fixture::new()?;
        fixture.person("estimator")?;
        fixture.key()?;
        let client = Client::new(&fixture.server)?;
        let visitor = fixture.sign_in(&fixture.person("admin")?)?;
        let request = client.authorization_request(SCOPE);
        client.exchange(&request, &visitor.allow(&request)?)?;
        let arguments =
            ["user", "invite", "--tenant", &fixture.tenant, "--email", "new@creek.example", "--role", "viewer"];
        let link = text(&fixture.server.admin(&arguments)?, "link")?;
        let invitation = link.strip_prefix(&fixture.server.url).context("a link to another server")?.to_owned();
        let authorize_path = Client::new(&fixture.server)?.authorization_request(SCOPE).path();
        Ok(Self { fixture, visitor, authorize_path, invitation })
    }
}

/// Returns the directives of a content security policy.
fn policy(page: &Page) -> BTreeMap<String, Vec<String>> {
    let directives =
        page.response.header("content-security-policy").split(';').map(str::trim).filter(|d| !d.is_empty());
    directives
        .map(|directive| {
            let mut words = directive.split_ascii_whitespace().map(str::to_owned);
            (words.next().unwrap_or_default(), words.collect())
        })
        .collect()
}

fn check_protection(page: &Page) {
    let (path, policy) = (&page.path, policy(page));
    assert_eq!(policy.get("frame-ancestors"), Some(&vec!["'none'".to_owned()]), "A11 {path}");
    assert_eq!(page.response.header("x-frame-options").to_ascii_uppercase(), "DENY", "A11 {path}");
    assert_eq!(page.response.header("x-content-type-options"), "nosniff", "{path}");
    assert!(!page.response.header("referrer-policy").is_empty(), "{path}: codes and secrets would leak to others");
    assert!(page.response.header("cache-control").contains("no-store"), "{path}");
    assert_eq!(policy.get("default-src"), Some(&vec!["'none'".to_owned()]), "A11 {path}");
    for sources in ["script-src", "style-src", "img-src", "object-src", "base-uri"] {
        for source in policy.get(sources).into_iter().flatten() {
            let ours = matches!(source.as_str(), "'none'" | "'self'");
            assert!(ours, "A11 {path}: {sources} allows {source}");
        }
    }
    assert!(policy.contains_key("base-uri"), "A11 {path}: default-src does not cover it");
    // The only script is our own, on pages that show a secret or a link. Others have none, and their policy allows none.
    let scripts = page.find("script[src='/assets/copy.js']").len();
    assert_eq!(policy.contains_key("script-src"), scripts == 1, "A11 {path}");
    assert_eq!(page.find("[data-copies]").len(), scripts, "A11 {path}");
    // The pages contain nothing that the policy would block.
    let active = page.find(
        "script:not([src='/assets/copy.js']), script:not(:empty), iframe, object, embed, style, base, meta[http-equiv]",
    );
    assert!(active.is_empty(), "A11 {path}: {active:?}");
    assert!(page.find("[style], [onclick], [onload], [onerror], [onsubmit], [onchange]").is_empty(), "A11 {path}");
    assert_eq!(page.find("html[lang] title").len(), 1, "{path}: a page has a language and a title");
    assert_eq!(page.find("h1").len(), 1, "{path}: a page has one heading");
}

#[test]
fn a11_no_page_can_be_framed_or_run_another_script() -> Result<()> {
    let setup = PagesFixture::new()?;
    let stranger = Visitor::new(&setup.fixture.server);
    let wrong = Client::new(&setup.fixture.server)?
        .authorization_request(SCOPE)
        .set("redirect_uri", "https://evil.example/")
        .path();
    for (visitor, path, status) in [
        (&stranger, "/sign-in", 200),
        (&stranger, setup.invitation.as_str(), 200),
        (&stranger, "/invitations/plinv_wrong", 404),
        (&stranger, setup.authorize_path.as_str(), 200),
        (&setup.visitor, "/account", 200),
        (&setup.visitor, "/account/credits", 200),
        (&setup.visitor, "/account/keys", 200),
        (&setup.visitor, "/account/people", 200),
        (&setup.visitor, setup.authorize_path.as_str(), 200),
        (&setup.visitor, wrong.as_str(), 400),
    ] {
        check_protection(&visitor.open(path)?.expect(status));
    }
    // Pages with something to copy.
    let keys = setup.visitor.get("/account/keys")?.expect(200).form("/account/keys")?;
    let people = setup.visitor.get("/account/people")?.expect(200).form("/account/people")?;
    for form in [keys.set("name", "New").add("scope", "projects:read"), people.set("email", "new2@creek.example")] {
        let page = setup.visitor.submit(&form)?.expect(200);
        assert_eq!(page.find("script").len(), 1, "{}", page.path);
        check_protection(&page);
    }
    Ok(())
}

#[test]
fn the_stylesheet_and_the_script_are_served_locally() -> Result<()> {
    let fixture = Fixture::new()?;
    let page = Visitor::new(&fixture.server).get("/assets/identity.css")?.expect(200);
    assert!(page.response.header("content-type").starts_with("text/css"));
    assert_eq!(page.response.header("x-content-type-options"), "nosniff");
    assert!(!page.html.contains("http://") && !page.html.contains("https://"), "it fetches from elsewhere");
    let script = Visitor::new(&fixture.server).get("/assets/copy.js")?.expect(200);
    assert!(script.response.header("content-type").starts_with("text/javascript"));
    assert_eq!(script.response.header("x-content-type-options"), "nosniff");
    assert!(!script.html.contains("http://") && !script.html.contains("https://"), "it fetches from elsewhere");
    Ok(())
}

/// The page of a form, the address it posts to, and its values.
type FilledForm<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)]);

/// Returns every form of the pages, filled in as an attacker would.
fn forms(setup: &PagesFixture) -> Result<Vec<(Visitor, Form)>> {
    let mut forms = Vec::new();
    let stranger = || Visitor::new(&setup.fixture.server);
    let admin = || -> Visitor {
        let visitor = Visitor::new(&setup.fixture.server);
        visitor.set_cookie("plumbline_session", &setup.visitor.cookie("plumbline_session").unwrap_or_default());
        visitor
    };
    let email = setup.fixture.person_in(&other_tenant(&setup.fixture)?, "viewer")?.email;
    let signed_out: [FilledForm<'_>; 2] = [
        ("/sign-in", "/sign-in", &[("email", &email), ("password", PASSWORD)]),
        (&setup.invitation, &setup.invitation, &[("name", "Mallory"), ("password", PASSWORD)]),
    ];
    let signed_in: [FilledForm<'_>; 9] = [
        ("/account", "/sign-out", &[]),
        (
            "/account",
            "/account/password",
            &[("current_password", PASSWORD), ("new_password", "a stolen account it is")],
        ),
        ("/account", "/account/apps/revoke", &[]),
        (
            "/account/keys",
            "/account/keys",
            &[("name", "Stolen"), ("environment", "sandbox"), ("scope", "projects:read")],
        ),
        ("/account/keys", "/account/keys/revoke", &[]),
        ("/account/people", "/account/people", &[("email", "mallory@evil.example"), ("role", "admin")]),
        ("/account/people", "/account/people/role", &[("role", "admin")]),
        ("/account/people", "/account/people/disable", &[]),
        (&setup.authorize_path, "/oauth/authorize", &[("decision", "allow")]),
    ];
    let mut add = |visitor: Visitor, (page, action, fields): FilledForm<'_>| -> Result<()> {
        let form = visitor.open(page)?.expect(200).form(action)?;
        let form = fields.iter().fold(form, |form, (name, value)| form.set(name, value));
        forms.push((visitor, form));
        Ok(())
    };
    for filled in signed_out {
        add(stranger(), filled)?;
    }
    for filled in signed_in {
        add(admin(), filled)?;
    }
    Ok(forms)
}

fn other_tenant(fixture: &Fixture) -> Result<String> {
    text(&fixture.server.admin(&["tenant", "create", &format!("Another {}", rand::random::<u64>())])?, "id")
}

/// Returns the state that the forms could have changed.
fn state(setup: &PagesFixture) -> Result<Vec<String>> {
    let mut state = Vec::new();
    for path in ["/account", "/account/keys", "/account/people"] {
        state.push(setup.visitor.get(path)?.expect(200).text());
    }
    state.push(Visitor::new(&setup.fixture.server).get(&setup.invitation)?.expect(200).text());
    Ok(state)
}

#[test]
fn a11_a_form_without_its_own_token_is_refused_and_changes_nothing() -> Result<()> {
    let setup = PagesFixture::new()?;
    let before = state(&setup)?;
    // Tokens of an unknown visitor, and of another user who is signed in.
    let foreign = Visitor::new(&setup.fixture.server).open("/sign-in")?.form("/sign-in")?;
    let other = setup.fixture.person_in(&other_tenant(&setup.fixture)?, "admin")?;
    let others = setup.fixture.sign_in(&other)?.get("/account/keys")?.form("/account/keys")?;
    for (visitor, form) in forms(&setup)? {
        let own = form.value("csrf").with_context(|| format!("A11: no csrf in {form:?}"))?.to_owned();
        assert!(own.len() >= 16, "A11: {own} can be guessed");
        let tokens = [foreign.value("csrf"), others.value("csrf")];
        let mut bad = vec![form.clone().without("csrf"), form.clone().set("csrf", "")];
        bad.push(form.clone().set("csrf", &own[..own.len() - 1]));
        bad.extend(tokens.into_iter().flatten().map(|token| form.clone().set("csrf", token)));
        for bent in bad {
            let page = visitor.submit(&bent)?;
            assert_eq!(page.response.status, 403, "A11 {}: {} {}", bent.action, page.location(), page.text());
        }
        for origin in ["https://evil.example", "null", "http://127.0.0.1:1"] {
            let page = visitor.post_from(&form.action, &form.fields, origin)?;
            assert_eq!(page.response.status, 403, "A11 {} from {origin}", form.action);
        }
        // A token in the address does not count.
        let bent = Form { action: format!("{}?csrf={own}", form.action), ..form.clone().without("csrf") };
        assert_eq!(visitor.submit(&bent)?.response.status, 403, "A11 {}", form.action);
        // Links do not change anything either.
        if !matches!(form.action.as_str(), "/sign-in" | "/oauth/authorize") && !form.action.starts_with("/invitations/")
        {
            let query = crate::support::encode_form(&form.fields);
            let page = visitor.get(&format!("{}?{query}", form.action))?;
            assert!(!page.is_redirect() || page.location().contains("/sign-in"), "{} by GET", form.action);
        }
    }
    assert_eq!(state(&setup)?, before, "A11");
    Ok(())
}

#[test]
fn a11_a_form_with_its_own_token_does_what_it_says() -> Result<()> {
    // Without this check, the test above proves nothing.
    let setup = PagesFixture::new()?;
    for (visitor, form) in forms(&setup)? {
        // Signing out ends the session that the others share.
        if form.action != "/sign-out" && form.action != "/account/password" {
            let page = visitor.submit(&form)?;
            assert!(
                matches!(page.response.status, 200 | 302 | 303),
                "{}: {} {}",
                form.action,
                page.response.status,
                page.text()
            );
        }
    }
    Ok(())
}

/// Returns the name, value and attributes (in lower case) of each cookie that a page sets.
fn set_cookies(page: &Page) -> Vec<(String, String, Vec<String>)> {
    let lines = page.response.headers.get_all("set-cookie").iter().filter_map(|line| line.to_str().ok());
    lines
        .map(|line| {
            let mut parts = line.split(';').map(str::trim);
            let (name, value) = parts.next().and_then(|pair| pair.split_once('=')).unwrap_or_default();
            (name.to_owned(), value.to_owned(), parts.map(str::to_ascii_lowercase).collect())
        })
        .collect()
}

fn check_cookies(page: &Page, names: [&str; 2], secure: bool) {
    for (name, value, attributes) in set_cookies(page) {
        assert!(names.contains(&name.as_str()), "A11: a cookie {name}");
        for wanted in ["httponly", "samesite=lax", "path=/"] {
            assert!(
                attributes.iter().any(|attribute| attribute == wanted),
                "A11 {name} lacks {wanted}: {attributes:?}"
            );
        }
        assert!(!secure || attributes.iter().any(|attribute| attribute == "secure"), "A11 {name}: {attributes:?}");
        assert!(!attributes.iter().any(|attribute| attribute.starts_with("domain")), "A11 {name}: {attributes:?}");
        assert!(value.is_empty() || value.len() >= 32, "{name} can be guessed");
    }
}

#[test]
fn a11_cookies_stay_with_the_browser_and_this_server() -> Result<()> {
    let public = "https://plumbline.example";
    for (environment, names, origin) in [
        (vec![], ["plumbline_session", "plumbline_form"], None),
        (
            vec![("PLUMBLINE_HTTP__PUBLIC_URL", public)],
            ["__Host-plumbline_session", "__Host-plumbline_form"],
            Some(public),
        ),
    ] {
        let fixture = Fixture::with_environment(&environment)?;
        let person = fixture.person("viewer")?;
        let mut visitor = Visitor::new(&fixture.server);
        visitor.origin = origin.map_or(visitor.origin, str::to_owned);
        let page = visitor.open("/sign-in")?.expect(200);
        assert_eq!(set_cookies(&page).len(), 1, "A11: the form's cookie");
        check_cookies(&page, names, origin.is_some());
        let form = page.form("/sign-in")?.set("email", &person.email).set("password", PASSWORD);
        let page = visitor.submit(&form)?;
        assert!(page.is_redirect(), "{}", page.text());
        check_cookies(&page, names, origin.is_some());
        assert!(visitor.cookie(names[0]).is_some(), "A11: no {}", names[0]);
        visitor.get("/account")?.expect(200);
    }
    Ok(())
}

#[test]
fn a_planted_session_is_not_adopted_at_sign_in() -> Result<()> {
    let fixture = Fixture::new()?;
    let victim = fixture.person("admin")?;
    let name = "plumbline_session";
    let planted = "planted-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGH";
    let visitor = Visitor::new(&fixture.server);
    visitor.set_cookie(name, planted);
    visitor.sign_in(&victim)?;
    assert_ne!(visitor.cookie(name).context("no session")?, planted, "session fixation");
    let attacker = Visitor::new(&fixture.server);
    attacker.set_cookie(name, planted);
    assert!(!attacker.is_signed_in()?, "session fixation");

    // A live session of the attacker does not become the victim's either.
    let attacker = fixture.sign_in(&fixture.person("viewer")?)?;
    let own = attacker.cookie(name).context("no session")?;
    let visitor = Visitor::new(&fixture.server);
    visitor.set_cookie(name, &own);
    let page = visitor.open("/sign-in?next=/account")?;
    if let Ok(form) = page.form("/sign-in") {
        let page = visitor.submit(&form.set("email", &victim.email).set("password", PASSWORD))?;
        assert!(page.is_redirect(), "{}", page.text());
        assert_ne!(visitor.cookie(name).context("no session")?, own, "session fixation");
    }
    let seen = attacker.get("/account")?;
    assert!(!seen.text().contains(&victim.email), "session fixation");
    Ok(())
}

#[test]
fn signing_out_ends_the_session_and_not_only_the_cookie() -> Result<()> {
    let fixture = Fixture::new()?;
    let visitor = fixture.sign_in(&fixture.person("viewer")?)?;
    let secret = visitor.cookie("plumbline_session").context("no session")?;
    let form = visitor.get("/account")?.expect(200).form("/sign-out")?;
    assert!(visitor.submit(&form)?.is_redirect());
    assert!(visitor.cookie("plumbline_session").is_none(), "the cookie is still there");
    let thief = Visitor::new(&fixture.server);
    thief.set_cookie("plumbline_session", &secret);
    let page = thief.get("/account")?;
    assert!(page.is_redirect() && page.location().contains("/sign-in"), "{} {}", page.response.status, page.location());
    Ok(())
}

#[test]
fn a_page_that_requires_sign_in_asks_for_it_and_resumes() -> Result<()> {
    let fixture = Fixture::new()?;
    let person = fixture.person("admin")?;
    let client = Client::new(&fixture.server)?;
    let request = client.authorization_request(SCOPE);
    let visitor = Visitor::new(&fixture.server);
    let page = visitor.open(&request.path())?.expect(200);
    assert!(page.path.starts_with("/sign-in?"), "{}", page.path);
    let form = page.form("/sign-in")?.set("email", &person.email).set("password", PASSWORD);
    let page = visitor.submit(&form)?;
    let page = visitor.open(&page.location())?.expect(200);
    assert_eq!(page.path.strip_prefix(&fixture.server.url).unwrap_or(&page.path), request.path());
    let form = page.form("/oauth/authorize")?.set("decision", "allow");
    assert!(visitor.submit(&form)?.location().starts_with(CALLBACK));
    Ok(())
}
