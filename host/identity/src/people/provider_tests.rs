//! Tests that invalid responses of the provider are rejected.

use std::collections::HashMap;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use plumbline_tenancy::{Database as _, Statement};
use rsa::traits::PublicKeyParts as _;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::UpstreamRefusal;
use super::testing::{
    BROWSER, CONFIGURATION, ISSUER, JWKS, KEY, OTHER_KEY, SECRET, TOKEN, USER_INFO, ann, answer, base64url, begin,
    by_secret, claims, configuration, finish_with, jwk, set_up, sign_in, signed,
};
use crate::error::IdentityError;

#[tokio::test]
async fn the_request_carries_state_nonce_and_a_challenge_whose_verifier_comes_with_the_code() {
    let f = set_up();
    ann(&f).await;
    let (begun, other) = (begin(&f, "/").await, begin(&f, "/").await);
    for (name, value) in [
        ("response_type", "code"),
        ("client_id", "plumbline"),
        ("redirect_uri", "https://plumbline.example/sign-in/upstream/callback"),
        ("code_challenge_method", "S256"),
        ("scope", "openid email profile"),
    ] {
        assert_eq!(begun.query[name], value);
    }
    for name in ["state", "nonce", "code_challenge"] {
        assert!(begun.query[name].len() >= 22 && begun.query[name] != other.query[name], "{name}");
    }
    let token = signed("one", &KEY, Algorithm::RS256, &claims(&f, &begun));
    finish_with(&f, &begun, &token).await.unwrap();
    let sent = f.platform.sent.lock().unwrap()[TOKEN].clone();
    let sent: HashMap<String, String> = form_urlencoded::parse(sent.as_bytes()).into_owned().collect();
    assert_eq!(sent["code"], "the code");
    assert_eq!(base64url(&Sha256::digest(&sent["code_verifier"])), begun.query["code_challenge"]);
    assert!(!sent.contains_key("client_secret"), "it goes in the header");
    assert_eq!((f.platform.times(CONFIGURATION), f.platform.times(JWKS)), (1, 1), "looked up once");
    f.clock.advance(Duration::from_secs(3601));
    begin(&f, "/").await;
    assert_eq!((f.platform.times(CONFIGURATION), f.platform.times(JWKS)), (2, 2), "and again after an hour");
}

#[tokio::test]
async fn a_token_that_does_not_hold_lets_nobody_in() {
    let f = set_up();
    ann(&f).await;
    type Change = fn(&mut Value);
    let wrong: [(&str, Change); 9] = [
        ("nonce", |claims| claims["nonce"] = json!("another")),
        ("no nonce", |claims| {
            claims.as_object_mut().unwrap().remove("nonce");
        }),
        ("aud", |claims| claims["aud"] = json!("another")),
        ("one more aud", |claims| claims["aud"] = json!(["plumbline", "another"])),
        ("iss", |claims| claims["iss"] = json!("https://evil.example")),
        ("iss with a slash", |claims| claims["iss"] = json!("https://idp.example/")),
        ("no iss", |claims| {
            claims.as_object_mut().unwrap().remove("iss");
        }),
        ("expired", |claims| claims["exp"] = json!(claims["iat"].as_i64().unwrap() - 1)),
        ("no exp", |claims| {
            claims.as_object_mut().unwrap().remove("exp");
        }),
    ];
    for (what, change) in wrong {
        assert_eq!(sign_in(&f, "/", change).await.unwrap_err(), UpstreamRefusal::NotTrusted, "{what}");
    }
    sign_in(&f, "/", |_| {}).await.unwrap();

    let begun = begin(&f, "/").await;
    let token = signed("one", &KEY, Algorithm::RS256, &claims(&f, &begun));
    f.clock.advance(Duration::from_secs(301));
    assert_eq!(finish_with(&f, &begun, &token).await.unwrap_err(), UpstreamRefusal::NotTrusted, "expired on the way");
}

#[tokio::test]
async fn only_a_signature_by_a_key_of_the_provider_holds() {
    let f = set_up();
    ann(&f).await;
    let modulus = KEY.n().to_bytes_be();
    let none =
        |claims: &Value| format!("{}.{}.", base64url(br#"{"alg":"none"}"#), base64url(claims.to_string().as_bytes()));
    let stripped = |claims: &Value| {
        let whole = signed("one", &KEY, Algorithm::RS256, claims);
        format!("{}.", whole.rsplit_once('.').unwrap().0)
    };
    let altered = |claims: &Value| {
        let whole = signed("one", &KEY, Algorithm::RS256, claims);
        let mut parts = whole.split('.');
        let (head, _, signature) = (parts.next().unwrap(), parts.next(), parts.next().unwrap());
        let mut claims = claims.clone();
        claims["sub"] = json!("someone else");
        format!("{head}.{}.{signature}", base64url(claims.to_string().as_bytes()))
    };
    type Forge<'a> = &'a dyn Fn(&Value) -> String;
    let forged: [(&str, Forge<'_>); 8] = [
        ("alg none", &none),
        ("no signature", &stripped),
        ("claims altered", &altered),
        ("HS256 by the client secret", &|claims| by_secret(SECRET.as_bytes(), claims)),
        ("HS256 by the public key", &|claims| by_secret(&modulus, claims)),
        ("RS512", &|claims| signed("one", &KEY, Algorithm::RS512, claims)),
        ("another key", &|claims| signed("one", &OTHER_KEY, Algorithm::RS256, claims)),
        ("an unknown key", &|claims| signed("two", &OTHER_KEY, Algorithm::RS256, claims)),
    ];
    for (what, forge) in forged {
        let begun = begin(&f, "/").await;
        let token = forge(&claims(&f, &begun));
        assert_eq!(finish_with(&f, &begun, &token).await.unwrap_err(), UpstreamRefusal::NotTrusted, "{what}");
    }
    assert!(f.identity.database.query(Statement::new("SELECT 1 FROM sessions")).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_new_key_of_the_provider_is_looked_up_but_not_again_and_again() {
    let f = set_up();
    ann(&f).await;
    let by_new = async || {
        let begun = begin(&f, "/").await;
        let token = signed("two", &OTHER_KEY, Algorithm::RS256, &claims(&f, &begun));
        finish_with(&f, &begun, &token).await
    };
    for _ in 0..3 {
        assert!(by_new().await.is_err());
    }
    assert_eq!(f.platform.times(JWKS), 1, "not within a minute");
    f.clock.advance(Duration::from_secs(61));
    f.platform.set(JWKS, 200, json!({"keys": [jwk("one", &KEY), jwk("two", &OTHER_KEY)]}).to_string());
    by_new().await.unwrap();
    by_new().await.unwrap();
    assert_eq!(f.platform.times(JWKS), 2);
}

#[tokio::test]
async fn es256_holds_too() {
    let f = set_up();
    let ann = ann(&f).await;
    // The example key of RFC 7515, A.3, in PKCS#8.
    let (x, y) = ("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0");
    let bytes = |text| URL_SAFE_NO_PAD.decode(text).unwrap();
    let der = [
        bytes("MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg"),
        bytes("jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"),
        vec![0xa1, 0x44, 0x03, 0x42, 0x00, 0x04],
        bytes(x),
        bytes(y),
    ]
    .concat();
    let key = json!({"kty": "EC", "crv": "P-256", "use": "sig", "kid": "ec", "x": x, "y": y});
    f.platform.set(JWKS, 200, json!({"keys": [key]}).to_string());
    let begun = begin(&f, "/").await;
    let header = Header { kid: Some("ec".into()), ..Header::new(Algorithm::ES256) };
    let token = jsonwebtoken::encode(&header, &claims(&f, &begun), &EncodingKey::from_ec_der(&der)).unwrap();
    assert_eq!(finish_with(&f, &begun, &token).await.unwrap().0, ann);
}

#[tokio::test]
async fn a_sign_in_comes_back_once_to_the_browser_that_began_it() {
    let f = set_up();
    ann(&f).await;
    let begun = begin(&f, "/").await;
    let token = signed("one", &KEY, Algorithm::RS256, &claims(&f, &begun));
    answer(&f, &token);
    let finish = async |browser: &str, state: &str| {
        f.identity.finish_upstream(browser, state, "the code", Some(ISSUER)).await.unwrap()
    };
    assert_eq!(finish("plfrm_of_another", begun.state()).await.unwrap_err(), UpstreamRefusal::UnknownAttempt);
    assert_eq!(finish(BROWSER, "another state").await.unwrap_err(), UpstreamRefusal::UnknownAttempt);
    assert_eq!(f.platform.times(TOKEN), 0, "no code was spent");
    finish(BROWSER, begun.state()).await.unwrap();
    assert_eq!(finish(BROWSER, begun.state()).await.unwrap_err(), UpstreamRefusal::UnknownAttempt, "replayed");
    assert_eq!(f.platform.times(TOKEN), 1);

    let late = begin(&f, "/").await;
    f.clock.advance(Duration::from_secs(601));
    assert_eq!(finish(BROWSER, late.state()).await.unwrap_err(), UpstreamRefusal::UnknownAttempt, "late");
}

#[tokio::test]
async fn an_answer_of_another_provider_is_refused_before_its_code_is_used() {
    let f = set_up();
    ann(&f).await;
    let begun = begin(&f, "/").await;
    answer(&f, &signed("one", &KEY, Algorithm::RS256, &claims(&f, &begun)));
    let mixed = f.identity.finish_upstream(BROWSER, begun.state(), "code", Some("https://evil.example")).await.unwrap();
    assert_eq!(mixed.unwrap_err(), UpstreamRefusal::NotTrusted);
    let again = f.identity.finish_upstream(BROWSER, begun.state(), "code", Some(ISSUER)).await.unwrap();
    assert_eq!(again.unwrap_err(), UpstreamRefusal::UnknownAttempt, "the attempt is spent");

    let unnamed = begin(&f, "/").await;
    answer(&f, &signed("one", &KEY, Algorithm::RS256, &claims(&f, &unnamed)));
    f.identity.finish_upstream(BROWSER, unnamed.state(), "code", None).await.unwrap().unwrap();
    assert_eq!(f.platform.times(TOKEN), 1);
}

#[tokio::test]
async fn a_provider_that_names_itself_has_to() {
    let f = set_up();
    let mut configuration = configuration();
    configuration["authorization_response_iss_parameter_supported"] = json!(true);
    f.platform.set(CONFIGURATION, 200, configuration.to_string());
    ann(&f).await;
    let begun = begin(&f, "/").await;
    answer(&f, &signed("one", &KEY, Algorithm::RS256, &claims(&f, &begun)));
    let unnamed = f.identity.finish_upstream(BROWSER, begun.state(), "code", None).await.unwrap();
    assert_eq!(unnamed.unwrap_err(), UpstreamRefusal::NotTrusted);
    sign_in(&f, "/", |_| {}).await.unwrap();
}

#[tokio::test]
async fn what_the_id_token_leaves_out_is_asked_for() {
    let f = set_up();
    let user = ann(&f).await;
    let mut configuration = configuration();
    configuration["userinfo_endpoint"] = json!(USER_INFO);
    f.platform.set(CONFIGURATION, 200, configuration.to_string());
    let small = |claims: &mut Value| {
        for name in ["email", "email_verified", "name"] {
            claims.as_object_mut().unwrap().remove(name);
        }
    };
    let info = |sub: &str| json!({"sub": sub, "email": "ann@a.example", "email_verified": true}).to_string();
    f.platform.set(USER_INFO, 200, info("another person"));
    assert_eq!(sign_in(&f, "/", small).await.unwrap_err(), UpstreamRefusal::NotTrusted);
    f.platform.set(USER_INFO, 200, info("248289761001"));
    assert_eq!(sign_in(&f, "/", small).await.unwrap().0, user);
}

#[tokio::test]
async fn a_code_that_the_provider_refuses_lets_nobody_in() {
    let f = set_up();
    let begun = begin(&f, "/").await;
    f.platform.set(TOKEN, 400, r#"{"error": "invalid_grant"}"#);
    let refused = f.identity.finish_upstream(BROWSER, begun.state(), "stolen", None).await.unwrap();
    assert_eq!(refused.unwrap_err(), UpstreamRefusal::NotTrusted);
    let begun = begin(&f, "/").await;
    f.platform.set(TOKEN, 200, json!({"access_token": "at", "token_type": "Bearer"}).to_string());
    let refused = f.identity.finish_upstream(BROWSER, begun.state(), "code", None).await.unwrap();
    assert_eq!(refused.unwrap_err(), UpstreamRefusal::NotTrusted, "no ID token");
}

#[tokio::test]
async fn a_provider_that_is_away_or_not_set_up_is_an_error_in_words() {
    let f = set_up();
    f.platform.set(CONFIGURATION, 503, "");
    let away = f.identity.begin_upstream(BROWSER, "/").await.unwrap_err();
    assert!(matches!(&away, IdentityError::External(words) if words.contains("503")), "{away}");
    let mut imposter = configuration();
    imposter["issuer"] = json!("https://evil.example");
    f.platform.set(CONFIGURATION, 200, imposter.to_string());
    assert!(matches!(f.identity.begin_upstream(BROWSER, "/").await, Err(IdentityError::External(_))));
    let without = crate::testing::fixture();
    assert!(matches!(without.identity.begin_upstream(BROWSER, "/").await, Err(IdentityError::NotFound(_))));
}

#[test]
fn the_futures_can_move_between_threads() {
    fn movable<T: Send>(_: T) {}
    let f = set_up();
    movable(f.identity.begin_upstream(BROWSER, "/"));
    movable(f.identity.finish_upstream(BROWSER, "s", "c", None));
    movable(f.identity.sign_in("", "", None));
    movable(f.identity.accept_invitation("", "", ""));
}
