//! Users of an organization: roles, invitations, disabled users, and what each role may allow an app to do.

use anyhow::{Context as _, Result};
use plumbline_tests::{agent, send};
use serde_json::json;

use crate::client::{Client, Outcome, SCOPE};
use crate::support::{Fixture, PASSWORD, Person, Visitor, text};

/// Returns the path of a link to this server.
fn local_path(fixture: &Fixture, link: &str) -> Result<String> {
    Ok(link.strip_prefix(&fixture.server.url).with_context(|| format!("{link} leads elsewhere"))?.to_owned())
}

/// Creates an invitation through the command line and returns its path.
fn invite(fixture: &Fixture, email: &str, role: &str) -> Result<String> {
    let arguments = ["user", "invite", "--tenant", &fixture.tenant, "--email", email, "--role", role];
    local_path(fixture, &text(&fixture.server.admin(&arguments)?, "link")?)
}

#[test]
fn a_viewer_lets_an_app_look_and_not_change() -> Result<()> {
    let fixture = Fixture::new()?;
    let client = Client::new(&fixture.server)?;
    let visitor = fixture.sign_in(&fixture.person("viewer")?)?;
    let request = client.authorization_request("projects:read projects:write takeoffs:run webhooks:manage");
    let tokens = client.exchange(&request, &visitor.allow(&request)?)?;
    assert_eq!(tokens.scope, "projects:read");
    fixture.api("GET", "/projects", &tokens.access)?.expect(200);
    fixture.api("POST", "/projects", &tokens.access)?.expect_problem(403, "insufficient_scope");
    Ok(())
}

#[test]
fn premium_scopes_are_neither_shown_nor_given() -> Result<()> {
    let fixture = Fixture::new()?;
    let client = Client::new(&fixture.server)?;
    let visitor = fixture.sign_in(&fixture.person("admin")?)?;
    let request = client.authorization_request("projects:read takeoffs:deep bim:generate clash:run interior:read");
    let page = visitor.open(&request.path())?.expect(200);
    let shown = page.text();
    assert!(shown.contains("Read projects"), "{shown}");
    for words in ["deep takeoffs", "BIM", "clash detection", "interior renders"] {
        assert!(!shown.contains(words), "`{words}` is on the consent page: {shown}");
    }
    let tokens = client.exchange(&request, &visitor.allow(&request)?)?;
    assert_eq!(tokens.scope, "projects:read");
    Ok(())
}

#[test]
fn the_consent_form_cannot_be_tampered_with_to_grant_more() -> Result<()> {
    let fixture = Fixture::new()?;
    let client = Client::new(&fixture.server)?;
    for (role, more) in
        [("viewer", "projects:read projects:write"), ("admin", "projects:read bim:generate takeoffs:deep")]
    {
        let visitor = fixture.sign_in(&fixture.person(role)?)?;
        let request = client.authorization_request("projects:read");
        let form = visitor.open(&request.path())?.expect(200).form("/oauth/authorize")?.set("decision", "allow");
        let page = visitor.submit(&form.set("scope", more))?;
        if let Ok(outcome) = Outcome::from_page(&page)
            && !outcome.get("code").is_empty()
        {
            assert_eq!(client.exchange(&request, outcome.get("code"))?.scope, "projects:read", "{role}");
        }
    }
    Ok(())
}

#[test]
fn only_admins_manage_keys_and_people() -> Result<()> {
    let fixture = Fixture::new()?;
    let admin = fixture.sign_in(&fixture.person("admin")?)?;
    let forms = [
        admin
            .get("/account/keys")?
            .expect(200)
            .form("/account/keys")?
            .set("name", "Mine")
            .add("scope", "projects:read"),
        admin.get("/account/people")?.expect(200).form("/account/people")?.set("email", "mine@creek.example"),
    ];
    for role in ["viewer", "estimator"] {
        let visitor = fixture.sign_in(&fixture.person(role)?)?;
        let account = visitor.get("/account")?.expect(200);
        assert!(
            account.find("a[href='/account/keys'], a[href='/account/people']").is_empty(),
            "{role} is shown the way"
        );
        let csrf = account.form("/sign-out")?.value("csrf").context("no csrf")?.to_owned();
        for form in &forms {
            visitor.get(&form.action)?.expect(403);
            visitor.submit(&form.clone().set("csrf", &csrf))?.expect(403);
        }
    }
    let people = admin.get("/account/people")?.text();
    assert!(!people.contains("mine@creek.example"), "{people}");
    assert_eq!(fixture.server.admin(&["key", "list", "--tenant", &fixture.tenant])?, json!([]));
    Ok(())
}

#[test]
fn an_admin_cannot_manage_another_organizations_people_and_keys() -> Result<()> {
    let fixture = Fixture::new()?;
    let admin = fixture.sign_in(&fixture.person("admin")?)?;
    let key = fixture.key()?;
    let estimator = fixture.person("estimator")?;
    let elsewhere = text(&fixture.server.admin(&["tenant", "create", "Another"])?, "id")?;
    fixture.person_in(&elsewhere, "estimator")?;
    fixture.server.key(&elsewhere, "sandbox", "all")?;
    let other = fixture.sign_in(&fixture.person_in(&elsewhere, "admin")?)?;
    let people = other.get("/account/people")?.expect(200);
    assert!(!people.text().contains(&estimator.email), "E6");
    let keys = other.get("/account/keys")?.expect(200);
    for (form, id) in [
        (people.form("/account/people/role")?.set("role", "viewer"), &estimator.id),
        (people.form("/account/people/disable")?, &estimator.id),
        (keys.form("/account/keys/revoke")?, &key.key),
    ] {
        let page = other.submit(&form.set("id", id))?;
        assert_eq!(page.response.status, 404, "E6: {}", page.text());
    }
    let forms = admin.get("/account/people")?.expect(200).forms("/account/people/role");
    let theirs = forms.iter().find(|form| form.value("id") == Some(&estimator.id)).context("the person is gone")?;
    assert_eq!(theirs.value("role"), Some("estimator"), "E6");
    key.get("/projects")?.expect(200);
    Visitor::new(&fixture.server).sign_in(&estimator)?;
    Ok(())
}

#[test]
fn an_invitation_makes_one_account_in_the_role_it_names() -> Result<()> {
    let fixture = Fixture::new()?;
    let link = invite(&fixture, "New@Creek.example", "viewer")?;
    let visitor = Visitor::new(&fixture.server);
    let page = visitor.open(&link)?.expect(200);
    assert!(
        page.text().contains("Hidden Creek Electric") && page.html.contains("new@creek.example"),
        "{}",
        page.text()
    );
    let form = page.form(&link)?.set("name", "Nele");
    // A weak password is refused, and the invitation stays valid.
    let refused = visitor.submit(&form.clone().set("password", "short"))?;
    assert!((400..500).contains(&refused.response.status), "{}", refused.response.status);
    let form = refused.form(&link)?.set("name", "Nele").set("password", PASSWORD);
    // Fields that are not in the form are not read.
    let page = visitor.submit(&form.clone().add("role", "admin").add("email", "other@creek.example"))?;
    assert!(page.is_redirect(), "{}", page.text());
    let account = visitor.get("/account")?.expect(200).text();
    assert!(account.contains("new@creek.example") && account.contains("Viewer"), "{account}");

    let again = Visitor::new(&fixture.server);
    let gone = again.open(&link)?;
    let never = again.open("/invitations/plinv_0123456789")?;
    assert_eq!((gone.response.status, gone.text()), (never.response.status, never.text()));
    assert!((400..500).contains(&gone.response.status) && gone.forms(&link).is_empty(), "{}", gone.text());
    again.sign_in(&Person { id: String::new(), email: "new@creek.example".to_owned() })?;
    Ok(())
}

#[test]
fn an_admin_invites_on_the_page_and_sees_the_link_once() -> Result<()> {
    let fixture = Fixture::new()?;
    let admin = fixture.sign_in(&fixture.person("admin")?)?;
    let page = admin.get("/account/people")?.expect(200);
    let form = page.form("/account/people")?.set("email", "new@creek.example").set("role", "estimator");
    let page = admin.submit(&form)?.expect(200);
    let (_, rest) = page.html.split_once("/invitations/plinv_").context("no link on the page")?;
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    let link = format!("/invitations/plinv_{}", &rest[..end]);
    assert!(page.html.contains(&format!("{}{link}", fixture.server.url)), "a link has the whole address");
    assert!(!admin.get("/account/people")?.expect(200).html.contains(&link), "it is shown again");
    Visitor::new(&fixture.server).open(&link)?.expect(200);
    Ok(())
}

#[test]
fn a_disabled_user_loses_access_at_once() -> Result<()> {
    let fixture = Fixture::new()?;
    let admin = fixture.sign_in(&fixture.person("admin")?)?;
    let person = fixture.person("estimator")?;
    let visitor = fixture.sign_in(&person)?;
    let client = Client::new(&fixture.server)?;
    let request = client.authorization_request(SCOPE);
    let tokens = client.exchange(&request, &visitor.allow(&request)?)?;
    let waiting = visitor.allow(&client.authorization_request(SCOPE))?;
    let form = admin.get("/account/people")?.expect(200).form("/account/people/disable")?;
    let page = admin.submit(&form.set("id", &person.id))?;
    assert!(matches!(page.response.status, 200 | 302 | 303), "{}", page.text());

    assert!(!visitor.is_signed_in()?, "the session goes on");
    fixture.wait_until_refused(&tokens.access, "a disabled user")?;
    assert_eq!(client.refresh(&tokens.refresh, None)?.expect(400).text("error"), "invalid_grant");
    client.token(&client.exchange_fields(&request, &waiting))?.expect(400);
    let again = Visitor::new(&fixture.server);
    let page = again.try_password("/account", &person.email, PASSWORD)?;
    assert!(!page.is_redirect() && !again.is_signed_in()?, "{}", page.text());
    Ok(())
}

#[test]
fn a_deleted_user_leaves_nothing_that_their_app_wrote() -> Result<()> {
    let mut fixture = Fixture::new()?;
    let person = fixture.person("estimator")?;
    let client = Client::new(&fixture.server)?;
    let visitor = fixture.sign_in(&person)?;
    let request = client.authorization_request(SCOPE);
    let tokens = client.exchange(&request, &visitor.allow(&request)?)?;
    let bearer = format!("Bearer {}", tokens.access);
    let url = format!("{}/partner/v1/projects", fixture.server.url);
    let headers =
        [("authorization", bearer.as_str()), ("content-type", "application/json"), ("idempotency-key", "one")];
    send(&agent(), "POST", &url, br#"{"name": "North School"}"#, &headers)?.expect(201);
    let stored = fixture.server.find_traces(&format!("{} {}", client.id, person.id))?;
    assert!(!stored.is_empty(), "the idempotency key is not stored with the user");

    // The usage of the last call is written while the command waits.
    fixture.server.admin(&["user", "delete", &person.id])?;
    fixture.wait_until_refused(&tokens.access, "a deleted user")?;
    fixture.server.stop()?;
    for text in [&person.id, &person.email] {
        let found = fixture.server.find_traces(text)?;
        assert!(found.is_empty(), "`{text}` is in {found:?}");
    }
    Ok(())
}

#[test]
fn an_admin_cannot_drop_their_own_role_by_mistake() -> Result<()> {
    let fixture = Fixture::new()?;
    fixture.person("estimator")?;
    let me = fixture.person("admin")?;
    let admin = fixture.sign_in(&me)?;
    let page = admin.get("/account/people")?.expect(200);
    for form in [page.form("/account/people/role")?.set("role", "viewer"), page.form("/account/people/disable")?] {
        let page = admin.submit(&form.set("id", &me.id))?;
        assert!((400..500).contains(&page.response.status), "{} {}", page.response.status, page.text());
    }
    admin.get("/account/people")?.expect(200);
    Ok(())
}

#[test]
fn a_user_revokes_the_access_of_an_app() -> Result<()> {
    let fixture = Fixture::new()?;
    let client = Client::new(&fixture.server)?;
    let visitor = fixture.sign_in(&fixture.person("admin")?)?;
    let request = client.authorization_request(SCOPE);
    let tokens = client.exchange(&request, &visitor.allow(&request)?)?;
    let account = visitor.get("/account")?.expect(200);
    assert!(account.text().contains("Estimating Assistant"), "{}", account.text());
    let page = visitor.submit(&account.form("/account/apps/revoke")?)?;
    assert!(matches!(page.response.status, 200 | 302 | 303), "{}", page.text());
    fixture.wait_until_refused(&tokens.access, "an app whose access was revoked")?;
    assert_eq!(client.refresh(&tokens.refresh, None)?.expect(400).text("error"), "invalid_grant");
    let account = visitor.get("/account")?.expect(200);
    assert!(account.forms("/account/apps/revoke").is_empty(), "{}", account.text());
    Ok(())
}

#[test]
fn changing_a_password_requires_the_current_one() -> Result<()> {
    let fixture = Fixture::new()?;
    let person = fixture.person("viewer")?;
    let (visitor, elsewhere) = (fixture.sign_in(&person)?, fixture.sign_in(&person)?);
    let new = "seven more courses of brick";
    let form = visitor.get("/account")?.expect(200).form("/account/password")?.set("new_password", new);
    let refused = visitor.submit(&form.clone().set("current_password", "wrong password"))?;
    assert!((400..500).contains(&refused.response.status), "{}", refused.response.status);
    let page = visitor.submit(&form.set("current_password", PASSWORD))?;
    assert!(matches!(page.response.status, 200 | 302 | 303), "{}", page.text());
    // Anyone with the old password may be signed in with it, so other sessions end.
    assert!(!elsewhere.is_signed_in()?, "other sessions go on");
    let again = Visitor::new(&fixture.server);
    assert!(!again.try_password("/account", &person.email, PASSWORD)?.is_redirect());
    assert!(again.try_password("/account", &person.email, new)?.is_redirect());
    Ok(())
}

#[test]
fn an_operator_resets_a_forgotten_password() -> Result<()> {
    let fixture = Fixture::new()?;
    let person = fixture.person("estimator")?;
    let visitor = fixture.sign_in(&person)?;
    let new = "four trestles by the lime pit";
    fixture.server.admin_with_input(&["user", "password", &person.id, "--password-stdin"], new)?;
    assert!(!visitor.is_signed_in()?, "the old sessions end");
    let stranger = Visitor::new(&fixture.server);
    assert_eq!(stranger.try_password("/account", &person.email, PASSWORD)?.response.status, 401);
    assert!(stranger.try_password("/account", &person.email, new)?.is_redirect());
    fixture.server.admin_with_input(&["user", "password", "usr_none", "--password-stdin"], new).unwrap_err();
    Ok(())
}
