//! Attacks that must fail.

use super::*;

#[tokio::test]
async fn a3_a_redirect_that_is_not_registered_never_redirects() {
    let f = with_user(Role::Admin).await;
    let client_id = client(&f).await;
    let mut browser = Browser::new(&f);
    browser.sign_in(EMAIL, PASSWORD).await;
    for other in [
        "https://site.example/cb/",
        "https://site.example/cb/../cb",
        "https://site.example/CB",
        "https://site.example/cb?x=1",
        "https://site.example/cb#x",
        "https://site.example:443/cb",
        "https://site.example.evil.example/cb",
        "https://user@site.example/cb",
        "http://site.example/cb",
        "//site.example/cb",
        "javascript:alert(1)",
        "http://127.0.0.1:1234/other",
        "http://localhost:1234/cb",
        "",
    ] {
        let mut parameters = request(&client_id, "projects:read");
        parameters[2].1 = other.to_owned();
        let page = browser.get(&format!("/oauth/authorize?{}", query(&parameters))).await;
        assert_eq!(page.status(), StatusCode::BAD_REQUEST, "{other}");
        assert!(page.headers().get(header::LOCATION).is_none(), "{other}");
    }
    // A loopback redirect may use any port (RFC 8252, section 7.3).
    let mut parameters = request(&client_id, "projects:read");
    parameters[2].1 = "http://127.0.0.1:51234/cb".to_owned();
    assert_eq!(browser.get(&format!("/oauth/authorize?{}", query(&parameters))).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn a4_pkce_is_required_and_plain_is_refused() {
    let f = with_user(Role::Admin).await;
    let client_id = client(&f).await;
    let mut browser = Browser::new(&f);
    browser.sign_in(EMAIL, PASSWORD).await;
    let without = |drop: &str| {
        let kept: Vec<_> = request(&client_id, "projects:read").into_iter().filter(|(name, _)| name != drop).collect();
        format!("/oauth/authorize?{}", query(&kept))
    };
    let mut plain = request(&client_id, "projects:read");
    plain[4].1 = "plain".into();
    for address in
        [without("code_challenge"), without("code_challenge_method"), format!("/oauth/authorize?{}", query(&plain))]
    {
        let back = location(&browser.get(&address).await);
        assert_eq!(parameter(&back, "error").as_deref(), Some("invalid_request"), "{address}");
        assert!(parameter(&back, "iss").is_some(), "errors carry it too");
    }
    let back = browser.allow(&query(&request(&client_id, "projects:read"))).await;
    let code = parameter(&back, "code").unwrap();
    let fields = [
        ("grant_type", "authorization_code"),
        ("code", code.as_str()),
        ("redirect_uri", REDIRECT),
        ("client_id", &client_id),
        ("code_verifier", "another-verifier-another-verifier-another-verifier"),
    ];
    let wrong = token(&f, &fields).await;
    assert_eq!((wrong.status(), &body(&wrong)["error"]), (StatusCode::BAD_REQUEST, &json!("invalid_grant")));
    let missing = token(&f, &fields[..4]).await;
    assert_eq!(missing.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a5_a_code_works_once_and_its_second_use_revokes_what_the_first_gave() {
    let f = with_user(Role::Admin).await;
    let client_id = client(&f).await;
    let mut browser = Browser::new(&f);
    browser.sign_in(EMAIL, PASSWORD).await;
    let back = browser.allow(&query(&request(&client_id, "projects:read"))).await;
    let code = parameter(&back, "code").unwrap();
    let tokens = body(&exchange(&f, &client_id, &code).await);
    let access = tokens["access_token"].as_str().unwrap();
    assert!(opens(&f, access).await);
    let again = exchange(&f, &client_id, &code).await;
    assert_eq!((again.status(), &body(&again)["error"]), (StatusCode::BAD_REQUEST, &json!("invalid_grant")));
    assert!(!opens(&f, access).await);
    let refresh = tokens["refresh_token"].as_str().unwrap();
    let fields = [("grant_type", "refresh_token"), ("refresh_token", refresh), ("client_id", &client_id)];
    assert_eq!(body(&token(&f, &fields).await)["error"], "invalid_grant");
}

#[tokio::test]
async fn a5_a_code_dies_after_a_minute() {
    let f = with_user(Role::Admin).await;
    let client_id = client(&f).await;
    let mut browser = Browser::new(&f);
    browser.sign_in(EMAIL, PASSWORD).await;
    let back = browser.allow(&query(&request(&client_id, "projects:read"))).await;
    f.clock.advance(std::time::Duration::from_secs(61));
    let late = exchange(&f, &client_id, &parameter(&back, "code").unwrap()).await;
    assert_eq!(body(&late)["error"], "invalid_grant");
}

#[tokio::test]
async fn a6_reuse_of_a_refresh_token_revokes_the_family() {
    let f = with_user(Role::Admin).await;
    let (client_id, first) = granted(&f, "projects:read").await;
    let refresh = async |token: &str| {
        super::token(&f, &[("grant_type", "refresh_token"), ("refresh_token", token), ("client_id", &client_id)]).await
    };
    let second = body(&refresh(first["refresh_token"].as_str().unwrap()).await);
    assert!(opens(&f, second["access_token"].as_str().unwrap()).await);
    let stolen = refresh(first["refresh_token"].as_str().unwrap()).await;
    assert_eq!((stolen.status(), &body(&stolen)["error"]), (StatusCode::BAD_REQUEST, &json!("invalid_grant")));
    assert!(!opens(&f, second["access_token"].as_str().unwrap()).await);
    assert_eq!(body(&refresh(second["refresh_token"].as_str().unwrap()).await)["error"], "invalid_grant");
}

#[tokio::test]
async fn a_code_of_one_client_is_of_no_use_to_another() {
    let f = with_user(Role::Admin).await;
    let (one, other) = (client(&f).await, client(&f).await);
    let mut browser = Browser::new(&f);
    browser.sign_in(EMAIL, PASSWORD).await;
    let back = browser.allow(&query(&request(&one, "projects:read"))).await;
    let code = parameter(&back, "code").unwrap();
    assert_eq!(body(&exchange(&f, &other, &code).await)["error"], "invalid_grant");
}

#[tokio::test]
async fn a_parameter_that_stands_twice_is_refused() {
    let f = with_user(Role::Admin).await;
    let client_id = client(&f).await;
    let mut parameters = request(&client_id, "projects:read");
    parameters.push(("redirect_uri".into(), "https://evil.example/cb".into()));
    let page = Browser::new(&f).get(&format!("/oauth/authorize?{}", query(&parameters))).await;
    assert_eq!(page.status(), StatusCode::BAD_REQUEST);
    let twice = "grant_type=refresh_token&grant_type=authorization_code&client_id=x";
    let answered = Browser::new(&f).send(Method::POST, "/oauth/token", twice, &[]).await;
    assert_eq!(body(&answered)["error"], "invalid_request");
}

#[tokio::test]
async fn a11_forms_of_other_sites_are_refused_and_change_nothing() {
    let f = with_user(Role::Admin).await;
    let mut browser = Browser::new(&f);
    browser.sign_in(EMAIL, PASSWORD).await;
    let html = text(&browser.get("/account/keys").await);
    let csrf = hidden(&html, "csrf");
    let key = [("name", "evil"), ("environment", "sandbox"), ("scope", "projects:read")];
    let with = |csrf: &str| {
        let mut fields = key.to_vec();
        let csrf = csrf.to_owned();
        fields.push(("csrf", &csrf));
        form(&fields)
    };
    let mut other = Browser::new(&f);
    let foreign = hidden(&text(&other.get("/sign-in").await), "csrf");
    for (body, headers) in [
        (form(&key), vec![]),
        (with(""), vec![]),
        (with(&foreign), vec![]),
        (with(&csrf), vec![("origin", "https://evil.example")]),
        (with(&csrf), vec![("origin", "null")]),
        (with(&csrf), vec![("sec-fetch-site", "cross-site")]),
        (with(&csrf), vec![("sec-fetch-site", "same-site")]),
    ] {
        let answered = browser.send(Method::POST, "/account/keys", &body, &headers).await;
        assert_eq!(answered.status(), StatusCode::FORBIDDEN, "{body} {headers:?}");
    }
    assert!(f.identity.keys(&f.tenant).await.unwrap().is_empty());
    let own = [("origin", "https://plumbline.example"), ("sec-fetch-site", "same-origin")];
    let answered = browser.send(Method::POST, "/account/keys", &with(&csrf), &own).await;
    assert_eq!(answered.status(), StatusCode::OK);
    // Signing a user in to the attacker's account is an attack too.
    let fields = [("email", EMAIL), ("password", PASSWORD), ("next", "/")];
    assert_eq!(Browser::new(&f).post("/sign-in", &fields).await.status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a11_pages_cannot_be_framed_or_scripted_and_cookies_stay_here() {
    let f = with_user(Role::Admin).await;
    let mut browser = Browser::new(&f);
    let page = browser.get("/sign-in").await;
    let header = |name: &str| page.headers()[name].to_str().unwrap().to_owned();
    let policy = header("content-security-policy");
    assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{policy}");
    assert!(!policy.contains("unsafe") && !policy.contains("script-src"), "{policy}");
    assert_eq!(header("x-frame-options"), "DENY");
    assert_eq!(header("cache-control"), "no-store");
    let signed_in = browser.sign_in(EMAIL, PASSWORD).await;
    let cookies: Vec<_> = signed_in.headers().get_all(header::SET_COOKIE).iter().map(|c| c.to_str().unwrap()).collect();
    let session = cookies.iter().find(|cookie| cookie.starts_with("__Host-plumbline_session=")).unwrap();
    for attribute in ["; HttpOnly", "; SameSite=Lax", "; Secure", "; Path=/"] {
        assert!(session.contains(attribute), "{session}");
    }
}

#[tokio::test]
async fn a_planted_session_is_not_adopted() {
    let f = with_user(Role::Admin).await;
    let planted = crate::secrets::new("plses_");
    let mut victim = Browser::new(&f);
    victim.cookies.insert("__Host-plumbline_session".into(), planted.clone());
    victim.sign_in(EMAIL, PASSWORD).await;
    assert_ne!(victim.cookies["__Host-plumbline_session"], planted);
    let mut attacker = Browser::new(&f);
    attacker.cookies.insert("__Host-plumbline_session".into(), planted);
    assert_eq!(attacker.get("/account").await.status(), StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn a_session_does_not_open_the_api_and_a_key_does_not_open_the_pages() {
    let f = with_user(Role::Admin).await;
    let mut browser = Browser::new(&f);
    browser.sign_in(EMAIL, PASSWORD).await;
    let session = browser.cookies["__Host-plumbline_session"].clone();
    assert!(!opens(&f, &session).await);
    let scopes = ["projects:read".to_owned()];
    let environment = plumbline_tenancy::Environment::Sandbox;
    let key = f.identity.create_key(&f.tenant, "k", environment, &scopes, None).await.unwrap().secret;
    let bearer = format!("Bearer {key}");
    let answered = Browser::new(&f).send(Method::GET, "/oauth/api-keys", "", &[("authorization", &bearer)]).await;
    assert_eq!(answered.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a9_a_client_document_is_fetched_and_believed_for_itself_alone() {
    let f = with_user(Role::Admin).await;
    let mut browser = Browser::new(&f);
    browser.sign_in(EMAIL, PASSWORD).await;
    let id = "https://app.example/client.json";
    let ask = |id: &str| format!("/oauth/authorize?{}", query(&request(id, "projects:read")));
    let document = |id: &str| json!({ "client_id": id, "client_name": "App", "redirect_uris": [REDIRECT] }).to_string();
    f.platform.set(id, 200, document(id));
    let page = browser.get(&ask(id)).await;
    assert_eq!(page.status(), StatusCode::OK, "{}", text(&page));
    assert!(text(&page).contains("app.example"));
    browser.get(&ask(id)).await;
    assert_eq!(f.platform.times(id), 1, "it is remembered for a while");
    f.clock.advance(std::time::Duration::from_secs(3601));
    f.platform.set(id, 500, "");
    assert_eq!(browser.get(&ask(id)).await.status(), StatusCode::BAD_REQUEST, "and not for ever");

    let other = "https://app.example/other.json";
    f.platform.set(other, 200, document(id));
    for id in [
        other,
        "https://app.example/missing.json",
        "http://app.example/client.json",
        "https://app.example",
        "https://10.0.0.1/client.json",
        "https://user@app.example/client.json",
        "https://app.example/a/../client.json",
    ] {
        let page = browser.get(&ask(id)).await;
        assert_eq!(page.status(), StatusCode::BAD_REQUEST, "{id}");
    }
    let secret = "https://app.example/secret.json";
    let mut with_secret: Value = serde_json::from_str(&document(secret)).unwrap();
    with_secret["client_secret"] = json!("s");
    f.platform.set(secret, 200, with_secret.to_string());
    assert_eq!(browser.get(&ask(secret)).await.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn someone_who_was_shut_out_loses_what_they_let_in() {
    let f = with_user(Role::Estimator).await;
    let (_, tokens) = granted(&f, "projects:read").await;
    let access = tokens["access_token"].as_str().unwrap();
    assert!(opens(&f, access).await);
    let mut boss = Browser::new(&f);
    boss.sign_in("boss@creek.example", PASSWORD).await;
    let ada = f.identity.user_by_email(EMAIL).await.unwrap().unwrap();
    boss.submit("/account/people", "/account/people/disable", &[("id", &ada.id)]).await;
    assert!(!opens(&f, access).await);
    assert_eq!(Browser::new(&f).sign_in(EMAIL, PASSWORD).await.status(), StatusCode::UNAUTHORIZED);
}
