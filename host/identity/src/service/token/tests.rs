//! Tests of the requests that the built-in provider's token endpoint grants and denies (RFC 6749, sections 4.4, 5.1, 5.2).

use http::header::CONTENT_TYPE;

use super::*;
use crate::credential::Kind;
use crate::service::NewServiceCredential;
use crate::testing::{Fixture, fixture, fixture_with};
use crate::{Link, Refusal};

const FORM: &str = "application/x-www-form-urlencoded";

async fn created(f: &Fixture) -> NewServiceCredential {
    let scopes = ["projects:read".to_owned(), "takeoffs:run".to_owned()];
    let made = f.identity.create_service_credential(&f.tenant, "nightly", Environment::Sandbox, &scopes, None);
    made.await.unwrap()
}

/// Encodes parameters as a form.
fn form(pairs: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}

fn post_form(made: &NewServiceCredential) -> String {
    form(&[
        ("grant_type", "client_credentials"),
        ("client_id", &made.credential.id),
        ("client_secret", &made.secret),
        ("scope", "api://plumbline/.default"),
    ])
}

fn with_basic(id: &str, secret: &str) -> HeaderValue {
    HeaderValue::from_str(&format!("Basic {}", STANDARD.encode(format!("{id}:{secret}")))).unwrap()
}

/// Posts a form and returns the status, JSON and headers of the response.
async fn ask(f: &Fixture, authorization: &[HeaderValue], body: &str) -> (u16, Value, HeaderMap) {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(FORM));
    for value in authorization {
        headers.append(AUTHORIZATION, value.clone());
    }
    let (parts, body) = f.identity.service_token(&headers, body.as_bytes()).await.into_parts();
    assert_eq!(parts.headers["cache-control"], "no-store");
    assert_eq!(parts.headers["content-type"], "application/json");
    (parts.status.as_u16(), serde_json::from_slice(&body).unwrap(), parts.headers)
}

/// Posts a form that must be denied and returns the status and error code.
async fn denied(f: &Fixture, authorization: &[HeaderValue], body: &str) -> (u16, String) {
    let (status, json, headers) = ask(f, authorization, body).await;
    assert!(json["error_description"].as_str().is_some_and(|words| !words.is_empty()), "{json}");
    assert_eq!(headers.get(WWW_AUTHENTICATE).is_some(), status == 401);
    (status, json["error"].as_str().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn a_service_credential_gets_a_token_that_opens() {
    let f = fixture();
    let made = created(&f).await;
    let (status, json, _) = ask(&f, &[], &post_form(&made)).await;
    assert_eq!((status, &json["expires_in"], &json["token_type"]), (200, &json!(3600), &json!("Bearer")));
    let token = json["access_token"].as_str().unwrap();
    let holder = f.identity.authenticate(token).await.unwrap().unwrap();
    assert_eq!((holder.kind, &holder.client_id, &*holder.name), (Kind::Service, &made.credential.id, "nightly"));
    assert_eq!((&holder.tenant, holder.environment), (&f.tenant, Environment::Sandbox));
    assert_eq!((holder.scopes, holder.user), (made.credential.scopes.clone(), None));
    assert_eq!(holder.secret_expires_at, made.credential.secret_expires_at);
    assert!(holder.secret_expires_at.is_some());
    assert!(f.identity.service_credentials(&f.tenant).await.unwrap()[0].last_used_at.is_some());

    let claims: Value = serde_json::from_slice(
        &base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(token.split('.').nth(1).unwrap()).unwrap(),
    )
    .unwrap();
    let members: Vec<&str> = claims.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(members, ["aud", "azp", "exp", "iat", "iss", "jti", "nbf", "sub"]);
    assert_eq!(
        (&claims["iss"], &claims["aud"]),
        (&json!("https://plumbline.example/identity"), &json!("api://plumbline"))
    );

    f.clock.advance(std::time::Duration::from_secs(3601));
    assert_eq!(f.identity.authenticate(token).await.unwrap().unwrap_err(), Refusal::Expired);
}

#[tokio::test]
async fn a_client_says_who_it_is_in_the_header_or_in_the_form_but_not_in_both() {
    let f = fixture();
    let made = created(&f).await;
    let (id, secret) = (made.credential.id.as_str(), made.secret.as_str());
    let basic = [with_basic(id, secret)];
    let plain = form(&[("grant_type", "client_credentials")]);
    assert_eq!(ask(&f, &basic, &plain).await.0, 200, "scope may be left out");
    let same = form(&[("grant_type", "client_credentials"), ("client_id", id), ("client_secret", "")]);
    assert_eq!(ask(&f, &basic, &same).await.0, 200, "the same client, and an empty parameter counts for nothing");
    let encoded: String = id.bytes().map(|byte| format!("%{byte:02x}")).collect();
    assert_eq!(ask(&f, &[with_basic(&encoded, secret)], &plain).await.0, 200, "id and secret are form-encoded");

    let bad = (400, "invalid_request".to_owned());
    assert_eq!(denied(&f, &basic, &post_form(&made)).await, bad);
    let other = form(&[("grant_type", "client_credentials"), ("client_id", "pc_other")]);
    assert_eq!(denied(&f, &basic, &other).await, bad);
    assert_eq!(denied(&f, &[basic[0].clone(), basic[0].clone()], &plain).await, bad);
    let no_id = form(&[("grant_type", "client_credentials"), ("client_secret", secret)]);
    assert_eq!(denied(&f, &[], &no_id).await, bad);

    let unknown = (401, "invalid_client".to_owned());
    assert_eq!(denied(&f, &[], &plain).await, unknown);
    for header in ["Bearer abc", "Basic", "Basic ???", "Basic YWJj", "basic"] {
        assert_eq!(denied(&f, &[HeaderValue::from_static(header)], &plain).await, unknown, "{header}");
    }
}

#[tokio::test]
async fn a_wrong_secret_and_an_unknown_client_answer_alike() {
    let f = fixture();
    let (made, other) = (created(&f).await, created(&f).await);
    let id = &made.credential.id;
    let mut answers = Vec::new();
    for (id, secret) in [
        (id.as_str(), "wrong"),
        (id.as_str(), &*secrets::new(super::super::PREFIX)),
        (id.as_str(), &*other.secret),
        ("pc_0000000000000000000000", &*made.secret),
        ("' OR 1=1 --", &*made.secret),
    ] {
        let body = form(&[("grant_type", "client_credentials"), ("client_id", id), ("client_secret", secret)]);
        answers.push(ask(&f, &[], &body).await);
    }
    // A revoked credential and one with an expired secret get the same response.
    f.identity.revoke_service_credential(None, &other.credential.id).await.unwrap();
    answers.push(ask(&f, &[], &post_form(&other)).await);
    f.clock.advance(std::time::Duration::from_secs(366 * 24 * 3600));
    answers.push(ask(&f, &[], &post_form(&made)).await);
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    assert_eq!((answers[0].0, &answers[0].1["error"]), (401, &json!("invalid_client")));
    assert!(answers[0].2[WWW_AUTHENTICATE].to_str().unwrap().starts_with("Basic "));
}

#[tokio::test]
async fn what_is_asked_for_wrongly_is_named() {
    let f = fixture();
    let made = created(&f).await;
    let good = post_form(&made);
    let code = async |body: String| denied(&f, &[], &body).await.1;
    assert_eq!(code(good.replace("client_credentials", "password")).await, "unsupported_grant_type");
    assert_eq!(code(good.replace("grant_type", "grant")).await, "invalid_request");
    assert_eq!(code(format!("{good}&scope=x")).await, "invalid_request", "twice");
    assert_eq!(code(good.replace(".default", "projects%3Aread")).await, "invalid_scope");
    assert_eq!(code(String::new()).await, "invalid_request");
    assert_eq!(ask(&f, &[], &format!("{good}&resource=x&resource=y")).await.0, 200, "what is not known is ignored");

    let json = f.identity.service_token(&HeaderMap::new(), good.as_bytes()).await;
    assert_eq!(json.status(), 400, "a form has a content type");
}

#[tokio::test]
async fn the_built_in_provider_serves_the_environments_it_is_set_to() {
    let scopes = ["projects:read".to_owned()];
    let production = Environment::Production;
    let f = fixture();
    let refused = f.identity.create_service_credential(&f.tenant, "n", production, &scopes, None).await.unwrap_err();
    assert!(refused.to_string().contains("production credentials"), "{refused}");
    // A credential that was created when the provider served all environments.
    let all = crate::Identity::new(
        f.identity.database.clone(),
        f.platform.clone(),
        crate::Settings { built_in: BuiltInProvider::All, ..f.identity.settings.clone() },
        f.clock.clone(),
    );
    let made = all.create_service_credential(&f.tenant, "n", production, &scopes, None).await.unwrap();
    assert_eq!(denied(&f, &[], &post_form(&made)).await, (400, "unauthorized_client".into()));
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(FORM));
    let answer = all.service_token(&headers, post_form(&made).as_bytes()).await;
    let token = serde_json::from_slice::<Value>(answer.body()).unwrap()["access_token"].as_str().unwrap().to_owned();
    assert!(all.authenticate(&token).await.unwrap().is_ok());
    assert!(f.identity.authenticate(&token).await.unwrap().is_err(), "tokens of before go with the setting");

    let off = fixture_with(|settings| settings.built_in = BuiltInProvider::Off);
    assert_eq!(denied(&off, &[], &post_form(&made)).await, (400, "invalid_request".into()));
    assert!(off.identity.authenticate(&token).await.unwrap().is_err());
}

#[tokio::test]
async fn a_new_secret_replaces_the_old_one_at_once() {
    let f = fixture();
    let made = created(&f).await;
    f.clock.advance(std::time::Duration::from_secs(24 * 3600));
    let id = &made.credential.id;
    let new = f.identity.rotate_service_secret(Some(&f.tenant), id, Some(30)).await.unwrap();
    assert!(new.secret.starts_with("pls_") && new.secret != made.secret);
    assert_eq!(denied(&f, &[], &post_form(&made)).await.0, 401);
    assert_eq!(ask(&f, &[], &post_form(&new)).await.0, 200);
    assert!(new.credential.secret_expires_at < made.credential.secret_expires_at);

    let other = plumbline_tenancy::TenantId::random();
    assert!(f.identity.rotate_service_secret(Some(&other), id, None).await.is_err(), "another tenant's");
    assert!(f.identity.rotate_service_secret(None, id, Some(0)).await.unwrap_err().to_string().contains("1 to "));
    f.identity.revoke_service_credential(None, id).await.unwrap();
    assert!(f.identity.rotate_service_secret(None, id, None).await.is_err(), "revoked");
    // A refused rotation is not an event, nor is the use of a secret.
    assert_eq!(f.credential_changes().await, ["nightly service secret_rotated"]);
}

#[tokio::test]
async fn a_token_ends_with_its_secret_and_with_keys_that_were_replaced() {
    let f = fixture();
    let scopes = ["projects:read".to_owned()];
    let sandbox = Environment::Sandbox;
    let made = f.identity.create_service_credential(&f.tenant, "n", sandbox, &scopes, Some(1)).await.unwrap();
    f.clock.advance(std::time::Duration::from_secs(24 * 3600 - 1800));
    let token = ask(&f, &[], &post_form(&made)).await.1["access_token"].as_str().unwrap().to_owned();
    assert!(f.identity.authenticate(&token).await.unwrap().is_ok());
    f.clock.advance(std::time::Duration::from_secs(1801));
    assert_eq!(f.identity.authenticate(&token).await.unwrap().unwrap_err(), Refusal::Unknown);

    let new = f.identity.rotate_service_secret(None, &made.credential.id, None).await.unwrap();
    let token = ask(&f, &[], &post_form(&new)).await.1["access_token"].as_str().unwrap().to_owned();
    let verified = f.identity.verify_token(&token).await.unwrap().unwrap();
    assert!(f.identity.holder(&verified).await.unwrap().is_ok());
    f.identity.replace_signing_keys(Purpose::Service).await.unwrap();
    assert_eq!(f.identity.holder(&verified).await.unwrap().unwrap_err(), Refusal::Unknown);
}

#[tokio::test]
async fn a_revoked_tenant_gets_no_token() {
    let f = fixture();
    let made = created(&f).await;
    let revoke = Statement::new("UPDATE tenants SET revoked_at = '2026-01-01T00:00:00.000Z'").expect_rows(1);
    assert!(f.identity.database.write(vec![revoke]).await.unwrap());
    assert_eq!(denied(&f, &[], &post_form(&made)).await, (401, "invalid_client".into()));
}

#[tokio::test]
async fn a_revoked_credential_ends_with_its_tokens() {
    let f = fixture();
    let made = created(&f).await;
    let (_, json, _) = ask(&f, &[], &post_form(&made)).await;
    let token = json["access_token"].as_str().unwrap();
    assert!(f.identity.authenticate(token).await.unwrap().is_ok());
    let other = plumbline_tenancy::TenantId::random();
    assert!(f.identity.revoke_service_credential(Some(&other), &made.credential.id).await.is_err(), "another tenant's");
    f.identity.revoke_service_credential(Some(&f.tenant), &made.credential.id).await.unwrap();
    assert_eq!(f.identity.authenticate(token).await.unwrap().unwrap_err(), Refusal::Unknown);
}

#[tokio::test]
async fn a_client_of_a_provider_is_linked_once_and_again_after_it_was_revoked() {
    let issuer = "https://login.example/tenant";
    let f = fixture_with(|settings| {
        settings.providers =
            vec![crate::Provider { issuer: issuer.into(), audience: "api://plumbline".into(), jwks_url: None }];
    });
    let scopes = ["projects:read".to_owned()];
    let link = async |issuer: &str, client: &str| {
        let link = Link { issuer: issuer.into(), client: client.into() };
        f.identity.link_service_credential(&f.tenant, "n", Environment::Production, &scopes, link).await
    };
    let first = link(issuer, "one").await.unwrap();
    assert_eq!(first.secret_expires_at, None);
    assert!(matches!(link(issuer, "one").await, Err(IdentityError::Exists(words)) if words.contains("one")));
    assert!(link(issuer, "two").await.is_ok());
    assert!(link("https://other.example", "one").await.unwrap_err().to_string().contains("identity provider"));
    assert!(link(issuer, "").await.unwrap_err().to_string().contains("client"));
    assert!(f.identity.rotate_service_secret(None, &first.id, None).await.is_err(), "the provider holds its secret");
    f.identity.revoke_service_credential(None, &first.id).await.unwrap();
    assert!(link(issuer, "one").await.is_ok());
}

#[tokio::test]
async fn the_configuration_is_that_of_its_issuer() {
    let f = fixture();
    let configuration = f.identity.service_configuration();
    assert_eq!(configuration["issuer"], "https://plumbline.example/identity");
    assert_eq!(configuration["token_endpoint"], "https://plumbline.example/identity/token");
    assert_eq!(configuration["jwks_uri"], "https://plumbline.example/identity/.well-known/jwks.json");
    assert_eq!(configuration["scopes_supported"], json!(["api://plumbline/.default"]));
}
