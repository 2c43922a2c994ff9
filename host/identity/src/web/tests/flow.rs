//! Flows that succeed.

use plumbline_tenancy::Environment;

use super::*;
use crate::credential::Kind;
use crate::scope_text::words;

#[tokio::test]
async fn a_client_is_allowed_and_acts_for_the_user() {
    let f = with_user(Role::Admin).await;
    let (client_id, tokens) = granted(&f, "projects:read takeoffs:run").await;
    assert_eq!((&tokens["token_type"], &tokens["expires_in"]), (&json!("Bearer"), &json!(3600)));
    let credential = f.identity.authenticate(tokens["access_token"].as_str().unwrap()).await.unwrap().unwrap();
    assert_eq!((credential.kind, credential.client_id.to_string()), (Kind::Delegated, client_id));
    assert_eq!((credential.tenant.clone(), credential.environment), (f.tenant.clone(), Environment::Sandbox));
    assert_eq!((credential.name.as_str(), credential.scopes), ("Site Sync", words("projects:read takeoffs:run")));
    assert!(credential.user.unwrap().starts_with("usr_"));
}

#[tokio::test]
async fn a_person_is_sent_to_sign_in_and_back_to_the_request() {
    let f = with_user(Role::Admin).await;
    let mut browser = Browser::new(&f);
    let query = query(&request(&client(&f).await, "projects:read"));
    let sign_in = location(&browser.get(&format!("/oauth/authorize?{query}")).await);
    let html = text(&browser.get(&sign_in).await);
    assert!(html.contains("Site Sync"), "who waits is named");
    let (csrf, next) = (hidden(&html, "csrf"), hidden(&html, "next"));
    let fields = [("csrf", csrf.as_str()), ("next", &next), ("email", EMAIL), ("password", PASSWORD)];
    let back = location(&browser.post("/sign-in", &fields).await);
    let page = browser.get(&back).await;
    assert_eq!(page.status(), StatusCode::OK);
    let policy = page.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
    assert!(policy.contains("form-action 'self' https://site.example"), "the form leads there in the end: {policy}");
    assert!(text(&page).contains("Hidden Creek Electric"));
}

#[tokio::test]
async fn the_page_names_what_is_asked_and_premium_scopes_are_absent() {
    let f = with_user(Role::Admin).await;
    let mut browser = Browser::new(&f);
    browser.sign_in(EMAIL, PASSWORD).await;
    let scope = "projects:read projects:delete takeoffs:run bim:generate";
    let query = query(&request(&client(&f).await, scope));
    let html = text(&browser.get(&format!("/oauth/authorize?{query}")).await);
    for words in ["Read projects", "Delete projects, with", "Create takeoffs", "Uses credits"] {
        assert!(html.contains(words), "{words}: {html}");
    }
    assert!(!html.contains("BIM"), "{html}");
    let back = browser.allow(&query).await;
    let tokens = body(
        &exchange(&f, &parameter(&query_url(&query), "client_id").unwrap(), &parameter(&back, "code").unwrap()).await,
    );
    assert_eq!(tokens["scope"], "projects:delete projects:read takeoffs:run");
}

fn query_url(query: &str) -> String {
    format!("https://plumbline.example/oauth/authorize?{query}")
}

#[tokio::test]
async fn a_viewer_grants_looking_alone() {
    let f = with_user(Role::Viewer).await;
    let (_, tokens) = granted(&f, "projects:read takeoffs:run projects:delete").await;
    assert_eq!(tokens["scope"], "projects:read");
}

#[tokio::test]
async fn a_person_says_no_and_the_client_is_told() {
    let f = with_user(Role::Admin).await;
    let mut browser = Browser::new(&f);
    browser.sign_in(EMAIL, PASSWORD).await;
    let query = query(&request(&client(&f).await, "projects:read"));
    let back = location(&browser.decide(&query, "deny").await);
    assert!(back.starts_with(REDIRECT), "{back}");
    assert_eq!(parameter(&back, "error").as_deref(), Some("access_denied"));
    assert_eq!(parameter(&back, "state").as_deref(), Some("s t&te"));
    assert_eq!(parameter(&back, "iss").as_deref(), Some("https://plumbline.example"));
}

#[tokio::test]
async fn a6_refresh_rotates_and_a7_may_narrow() {
    let f = with_user(Role::Admin).await;
    let (client_id, tokens) = granted(&f, "projects:read takeoffs:run").await;
    let refresh = async |token: &Value, scope: &str| {
        let fields = [
            ("grant_type", "refresh_token"),
            ("refresh_token", token["refresh_token"].as_str().unwrap()),
            ("client_id", &client_id),
            ("scope", scope),
        ];
        super::token(&f, &fields).await
    };
    let second = refresh(&tokens, "projects:read").await;
    assert_eq!(second.status(), StatusCode::OK, "{}", text(&second));
    assert_eq!(second.headers()["cache-control"], "no-store");
    let second = body(&second);
    assert_eq!(second["scope"], "projects:read");
    assert_ne!(second["refresh_token"], tokens["refresh_token"]);
    let wider = refresh(&second, "projects:read projects:write").await;
    assert_eq!((wider.status(), &body(&wider)["error"]), (StatusCode::BAD_REQUEST, &json!("invalid_scope")));
}

#[tokio::test]
async fn a8_the_resource_is_bound_into_the_audience() {
    let f = with_user(Role::Admin).await;
    let client_id = client(&f).await;
    let mut browser = Browser::new(&f);
    browser.sign_in(EMAIL, PASSWORD).await;
    let audience = async |browser: &mut Browser<'_>, resource: Option<&str>| {
        let mut parameters = request(&client_id, "projects:read");
        parameters.extend(resource.map(|resource| ("resource".to_owned(), resource.to_owned())));
        let back = browser.allow(&query(&parameters)).await;
        let tokens = body(&exchange(&f, &client_id, &parameter(&back, "code").unwrap()).await);
        let access = tokens["access_token"].as_str().unwrap().to_owned();
        assert!(opens(&f, &access).await);
        let claims: Value =
            serde_json::from_slice(&URL_SAFE_NO_PAD.decode(access.split('.').nth(1).unwrap()).unwrap()).unwrap();
        assert_eq!(claims["iss"], "https://plumbline.example");
        claims["aud"].clone()
    };
    assert_eq!(audience(&mut browser, None).await, "https://plumbline.example/mcp");
    let rest = "https://plumbline.example/partner/v1";
    assert_eq!(audience(&mut browser, Some(rest)).await, rest);
    let mut parameters = request(&client_id, "projects:read");
    parameters.push(("resource".into(), "https://other.example/".into()));
    let back = location(&browser.get(&format!("/oauth/authorize?{}", query(&parameters))).await);
    assert_eq!(parameter(&back, "error").as_deref(), Some("invalid_target"));
}

#[tokio::test]
async fn apps_are_listed_and_revoked() {
    let f = with_user(Role::Admin).await;
    let (client_id, tokens) = granted(&f, "projects:read").await;
    let access = tokens["access_token"].as_str().unwrap();
    let mut browser = Browser::new(&f);
    browser.sign_in(EMAIL, PASSWORD).await;
    let html = text(&browser.get("/account").await);
    assert!(html.contains("Site Sync") && html.contains(&client_id), "{html}");
    let fields = [("client_id", client_id.as_str()), ("environment", "sandbox")];
    let done = browser.submit("/account", "/account/apps/revoke", &fields).await;
    assert_eq!(done.status(), StatusCode::OK);
    assert!(!text(&done).contains(&client_id));
    assert!(!opens(&f, access).await);
    let refreshed = token(
        &f,
        &[
            ("grant_type", "refresh_token"),
            ("refresh_token", tokens["refresh_token"].as_str().unwrap()),
            ("client_id", &client_id),
        ],
    )
    .await;
    assert_eq!(body(&refreshed)["error"], "invalid_grant");
}

#[tokio::test]
async fn a_token_is_revoked() {
    let f = with_user(Role::Admin).await;
    let (client_id, tokens) = granted(&f, "projects:read").await;
    let access = tokens["access_token"].as_str().unwrap();
    let revoke = async |token: &str| {
        Browser::new(&f).post("/oauth/revoke", &[("token", token), ("client_id", &client_id)]).await.status()
    };
    assert_eq!(revoke("nonsense").await, StatusCode::OK, "nobody learns what is there");
    assert!(opens(&f, access).await);
    assert_eq!(revoke(access).await, StatusCode::OK);
    assert!(!opens(&f, access).await);
}

#[tokio::test]
async fn a_key_is_made_on_the_page_and_as_json() {
    let f = with_user(Role::Admin).await;
    let mut browser = Browser::new(&f);
    browser.sign_in(EMAIL, PASSWORD).await;
    let fields = [("name", "office"), ("environment", "sandbox"), ("scope", "projects:read")];
    let made = browser.submit("/account/keys", "/account/keys", &fields).await;
    assert_eq!(made.status(), StatusCode::OK, "{}", text(&made));
    let html = text(&made);
    let start = html.find("plk_s").unwrap();
    let secret: String = html[start..].chars().take_while(char::is_ascii_alphanumeric_or_underscore).collect();
    assert!(opens(&f, &secret).await, "{secret}");
    assert!(!text(&browser.get("/account/keys").await).contains(&secret), "shown once");

    let listed = browser.get("/oauth/api-keys").await;
    let csrf = listed.headers()["x-csrf-token"].to_str().unwrap().to_owned();
    let id = body(&listed)["data"][0]["id"].as_str().unwrap().to_owned();
    let wanted = json!({ "name": "site", "environment": "production", "scopes": ["projects:read"] }).to_string();
    let made = browser.send(Method::POST, "/oauth/api-keys", &wanted, &[("x-csrf-token", &csrf)]).await;
    assert_eq!(made.status(), StatusCode::CREATED, "{}", text(&made));
    assert!(opens(&f, body(&made)["secret"].as_str().unwrap()).await);
    let delete = format!("/oauth/api-keys/{id}");
    let gone = browser.send(Method::DELETE, &delete, "", &[("x-csrf-token", &csrf)]).await;
    assert_eq!(gone.status(), StatusCode::NO_CONTENT);
    assert!(!opens(&f, &secret).await);
}

/// A test for the characters of a key.
trait KeyCharacter {
    fn is_ascii_alphanumeric_or_underscore(&self) -> bool;
}

impl KeyCharacter for char {
    fn is_ascii_alphanumeric_or_underscore(&self) -> bool {
        self.is_ascii_alphanumeric() || *self == '_'
    }
}

#[tokio::test]
async fn an_invitation_is_accepted_once() {
    let f = with_user(Role::Admin).await;
    let mut admin = Browser::new(&f);
    admin.sign_in(EMAIL, PASSWORD).await;
    let fields = [("email", "eve@creek.example"), ("role", "viewer")];
    let invited = text(&admin.submit("/account/people", "/account/people", &fields).await);
    let start = invited.find("/invitations/plinv_").unwrap();
    let link: String =
        invited[start..].chars().take_while(|c| c.is_ascii_alphanumeric() || "/_".contains(*c)).collect();
    let mut eve = Browser::new(&f);
    let fields = [("name", "Eve"), ("password", PASSWORD)];
    let accepted = eve.submit(&link, &link, &fields).await;
    assert_eq!(location(&accepted), "/account");
    assert!(text(&eve.get("/account").await).contains("eve@creek.example"));
    assert_eq!(Browser::new(&f).get(&link).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(eve.get("/account/keys").await.status(), StatusCode::FORBIDDEN);
}
