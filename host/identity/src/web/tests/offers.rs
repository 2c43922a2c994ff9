//! Offered scopes, the credits page, and the copy script.

use plumbline_tenancy::{CreditAccount, Database as _, Environment, Scope, Statement};

use super::*;

/// Returns the content security policy of a response.
fn policy(answer: &Response<Bytes>) -> &str {
    answer.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap()
}

#[tokio::test]
async fn a_new_key_cannot_have_a_scope_that_no_operation_needs_and_an_old_one_keeps_it() {
    let f = with_user(Role::Admin).await;
    let mut browser = Browser::new(&f);
    browser.sign_in(EMAIL, PASSWORD).await;
    let fields = [("name", "office"), ("environment", "sandbox"), ("scope", "estimates:read")];
    let refused = browser.submit("/account/keys", "/account/keys", &fields).await;
    assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
    assert!(text(&refused).contains("`estimates:read` is not available yet"), "{}", text(&refused));

    let scopes = ["projects:read".to_owned()];
    let key = f.identity.create_key(&f.tenant, "old", Environment::Sandbox, &scopes, None).await.unwrap();
    // An earlier version accepted the scope.
    let add = Statement::new("UPDATE api_keys SET scopes = 'projects:read estimates:read' WHERE id = ?");
    assert!(f.identity.database.write(vec![add.bind(&key.key.id)]).await.unwrap());
    let credential = f.identity.authenticate(&key.secret).await.unwrap().unwrap();
    assert_eq!(credential.scopes, ["projects:read", "estimates:read"]);
    assert!(text(&browser.get("/account/keys").await).contains("Read estimates"), "the list shows what the key holds");
}

#[tokio::test]
async fn a_client_is_not_granted_what_no_operation_needs() {
    let f = with_user(Role::Admin).await;
    let (_, tokens) = granted(&f, "projects:read billing:write estimates:generate").await;
    assert_eq!(tokens["scope"], "projects:read");
}

#[tokio::test]
async fn the_credits_page_is_for_all_who_may_read_them_and_of_both_environments() {
    let f = with_user(Role::Viewer).await;
    let mut browser = Browser::new(&f);
    let asked = browser.get("/account/credits").await;
    assert!(location(&asked).starts_with("/sign-in?next=%2Faccount%2Fcredits"), "{}", location(&asked));
    browser.sign_in(EMAIL, PASSWORD).await;
    let failed = browser.get("/account/credits").await;
    assert_eq!(failed.status(), StatusCode::SERVICE_UNAVAILABLE, "the database is not there");
    for (environment, credits) in [(Environment::Production, 188), (Environment::Sandbox, 1_000)] {
        let account = CreditAccount { available_micros: credits * 1_000_000, ..CreditAccount::default() };
        f.platform.credits.lock().unwrap().insert(Scope::new(f.tenant.clone(), environment), account);
    }
    let page = browser.get("/account/credits").await;
    assert_eq!(page.status(), StatusCode::OK);
    let html = text(&page);
    assert!(html.contains("188") && html.contains("1,000"), "{html}");
    assert!(html.contains("ask the operator of this server") && !html.contains("support@localhost"), "{html}");
    assert!(!policy(&page).contains("script-src"), "{}", policy(&page));
}

#[tokio::test]
async fn only_a_page_with_a_new_secret_may_load_the_script() {
    let f = with_user(Role::Admin).await;
    let mut browser = Browser::new(&f);
    browser.sign_in(EMAIL, PASSWORD).await;
    let fields = [("name", "office"), ("environment", "sandbox"), ("scope", "projects:read")];
    let made = browser.submit("/account/keys", "/account/keys", &fields).await;
    assert!(policy(&made).starts_with("script-src 'self'; default-src 'none'"), "{}", policy(&made));
    let fields = [("email", "eve@creek.example"), ("role", "viewer")];
    let invited = browser.submit("/account/people", "/account/people", &fields).await;
    assert!(policy(&invited).starts_with("script-src 'self'; default-src 'none'"), "{}", policy(&invited));
    for path in ["/account", "/account/keys", "/account/people"] {
        let page = browser.get(path).await;
        assert!(!policy(&page).contains("script-src"), "{path}: {}", policy(&page));
    }
    let script = browser.get("/assets/copy.js").await;
    assert_eq!(script.headers()[header::CONTENT_TYPE], "text/javascript; charset=utf-8");
    assert_eq!(script.headers()["x-content-type-options"], "nosniff");
    assert_eq!(browser.post("/assets/copy.js", &[]).await.status(), StatusCode::METHOD_NOT_ALLOWED);
}
