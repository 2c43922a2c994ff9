//! Tests that forged and altered tokens are refused. Each differs from a valid token in one respect.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, EncodingKey};
use rsa::pkcs1::{EncodeRsaPrivateKey as _, EncodeRsaPublicKey as _};
use rsa::pkcs8::{EncodePublicKey as _, LineEnding};
use rsa::{BigUint, RsaPublicKey};
use serde_json::{Value, json};

use super::Purpose;
use super::signer::SigningKey;
use super::testing::{TokenFixture, encoded, sealed, signed, with};
use crate::Refusal;

impl TokenFixture {
    /// Verifies the valid token with one claim replaced.
    async fn claiming(&self, name: &str, value: impl Into<Value>) -> Option<Refusal> {
        let token = signed(&self.header(), &with(&self.claims(), name, value), &self.key);
        self.verified(&token).await.err()
    }

    /// Verifies the valid token with one member of its header replaced.
    async fn heading(&self, name: &str, value: impl Into<Value>) -> Option<Refusal> {
        let token = signed(&with(&self.header(), name, value), &self.claims(), &self.key);
        self.verified(&token).await.err()
    }
}

#[tokio::test]
async fn o3_a_token_without_a_signature_is_refused() {
    let tokens = TokenFixture::new().await;
    let good = tokens.token().await;
    assert!(tokens.verified(&good).await.is_ok());
    for none in ["none", "None", "NONE", "nOnE", ""] {
        let header = encoded(&with(&tokens.header(), "alg", none));
        for end in ["", good.rsplit('.').next().unwrap()] {
            let token = format!("{header}.{}.{end}", encoded(&tokens.claims()));
            assert!(tokens.verified(&token).await.is_err(), "{none}");
        }
    }
    let (signed_part, _) = good.rsplit_once('.').unwrap();
    assert_eq!(tokens.verified(&format!("{signed_part}.")).await.unwrap_err(), Refusal::Untrusted);
}

#[tokio::test]
async fn o3_the_public_key_is_no_secret_to_sign_with() {
    let tokens = TokenFixture::new().await;
    let set = tokens.f.identity.jwks(Purpose::Delegated).await.unwrap();
    let jwk = &set["keys"][0];
    let number = |name: &str| BigUint::from_bytes_be(&URL_SAFE_NO_PAD.decode(jwk[name].as_str().unwrap()).unwrap());
    let public = RsaPublicKey::new(number("n"), number("e")).unwrap();
    let secrets: [Vec<u8>; 8] = [
        public.to_public_key_pem(LineEnding::LF).unwrap().into_bytes(),
        public.to_public_key_pem(LineEnding::LF).unwrap().trim_end().into(),
        public.to_pkcs1_pem(LineEnding::LF).unwrap().into_bytes(),
        public.to_public_key_der().unwrap().into_vec(),
        public.to_pkcs1_der().unwrap().into_vec(),
        jwk.to_string().into_bytes(),
        set.to_string().into_bytes(),
        number("n").to_bytes_be(),
    ];
    for secret in secrets {
        for algorithm in [Algorithm::HS256, Algorithm::HS384, Algorithm::HS512] {
            let header = with(&tokens.header(), "alg", format!("{algorithm:?}"));
            let token = sealed(algorithm, &EncodingKey::from_secret(&secret), &header, &tokens.claims());
            assert_eq!(tokens.verified(&token).await.unwrap_err(), Refusal::Untrusted);
        }
    }
}

#[tokio::test]
async fn o3_other_algorithms_of_the_same_key_are_refused() {
    let tokens = TokenFixture::new().await;
    let document = tokens.key.private().to_pkcs1_der().unwrap();
    let key = EncodingKey::from_rsa_der(document.as_bytes());
    let token = |algorithm: Algorithm| {
        let header = with(&tokens.header(), "alg", format!("{algorithm:?}"));
        sealed(algorithm, &key, &header, &tokens.claims())
    };
    assert!(tokens.verified(&token(Algorithm::RS256)).await.is_ok());
    for other in [Algorithm::RS384, Algorithm::RS512, Algorithm::PS256, Algorithm::PS384, Algorithm::PS512] {
        assert_eq!(tokens.verified(&token(other)).await.unwrap_err(), Refusal::Untrusted, "{other:?}");
    }
}

#[tokio::test]
async fn o3_unknown_keys_and_keys_of_another_purpose_are_refused() {
    let tokens = TokenFixture::new().await;
    assert_eq!(tokens.heading("kid", "key_unknown").await, Some(Refusal::Untrusted));
    assert!(tokens.heading("kid", Value::Null).await.is_some());

    // Key confusion, in both directions: each key is valid for its own purpose only.
    let settings = &tokens.f.identity.settings;
    let service = tokens.f.identity.signing_key(Purpose::Service).await.unwrap();
    let built_in = with(&tokens.claims(), "iss", settings.built_in_issuer());
    let built_in = with(&built_in, "aud", &*settings.service_audience);
    assert!(tokens.verified(&service.token(&built_in).unwrap()).await.is_ok());
    assert_eq!(tokens.verified(&tokens.key.token(&built_in).unwrap()).await.unwrap_err(), Refusal::Untrusted);
    assert_eq!(tokens.verified(&service.token(&tokens.claims()).unwrap()).await.unwrap_err(), Refusal::Untrusted);
    // A key under the other key's name.
    let renamed = signed(&with(&tokens.header(), "kid", service.kid()), &built_in, &tokens.key);
    assert_eq!(tokens.verified(&renamed).await.unwrap_err(), Refusal::Untrusted);
}

#[tokio::test]
async fn o3_tokens_count_in_their_time_only_and_to_the_second() {
    let tokens = TokenFixture::new().await;
    let now = tokens.now();
    assert_eq!(tokens.claiming("exp", now + 2).await, None);
    assert_eq!(tokens.claiming("exp", now).await, Some(Refusal::Expired));
    assert_eq!(tokens.claiming("exp", now - 3600).await, Some(Refusal::Expired));
    assert_eq!(tokens.claiming("nbf", now - 5).await, None);
    // Another host's clock may be a little ahead.
    assert_eq!(tokens.claiming("iat", now + 1).await, None);
    assert_eq!(tokens.claiming("nbf", now + 30).await, Some(Refusal::NotYet));
    assert_eq!(tokens.claiming("iat", now + 30).await, Some(Refusal::NotYet));
    for name in ["exp", "iat"] {
        assert!(tokens.claiming(name, Value::Null).await.is_some(), "{name} is required");
        assert!(tokens.claiming(name, "tomorrow").await.is_some(), "{name} is a number");
    }
    assert!(tokens.claiming("exp", f64::MAX).await.is_none(), "a time in the far future is accepted");

    // The same token, an hour later, verified again and from the cached verification.
    let token = tokens.token().await;
    let verified = tokens.verified(&token).await.unwrap();
    assert_eq!(verified.keep_until(), verified.expires_at());
    tokens.f.clock.advance(std::time::Duration::from_secs(3600));
    assert_eq!(tokens.verified(&token).await.unwrap_err(), Refusal::Expired);
    assert_eq!(tokens.f.identity.holder(&verified).await.unwrap().unwrap_err(), Refusal::Expired);
}

#[tokio::test]
async fn o3_tokens_of_another_issuer_or_for_another_audience_are_refused() {
    let tokens = TokenFixture::new().await;
    for other in ["https://evil.example", "https://plumbline.example/", "", "https://plumbline.example/identity"] {
        assert_eq!(tokens.claiming("iss", other).await, Some(Refusal::Untrusted), "{other}");
    }
    let settings = tokens.f.identity.settings.clone();
    for ours in [&settings.mcp_url, &settings.base_url, &settings.auth_url] {
        assert_eq!(tokens.claiming("aud", ours.as_str()).await, None, "{ours}");
        assert_eq!(tokens.claiming("aud", json!(["https://other.example", ours])).await, None, "{ours} among others");
    }
    for other in [json!("https://other.example"), json!(["https://other.example"]), json!([]), json!("")] {
        assert_eq!(tokens.claiming("aud", other.clone()).await, Some(Refusal::Untrusted), "{other}");
    }
    assert!(tokens.claiming("aud", Value::Null).await.is_some());
    let beyond = format!("{}/more", settings.mcp_url);
    assert_eq!(tokens.claiming("aud", beyond).await, Some(Refusal::Untrusted), "no prefix is enough");
}

#[tokio::test]
async fn o3_a_token_that_was_changed_is_refused() {
    let tokens = TokenFixture::new().await;
    let good = tokens.token().await;
    let parts: Vec<&str> = good.split('.').collect();
    let richer = encoded(&with(&tokens.claims(), "scope", "billing:write"));
    let changed = format!("{}.{richer}.{}", parts[0], parts[2]);
    assert_eq!(tokens.verified(&changed).await.unwrap_err(), Refusal::Untrusted);
    let other_header = encoded(&with(&tokens.header(), "cty", "x"));
    let changed = format!("{other_header}.{}.{}", parts[1], parts[2]);
    assert_eq!(tokens.verified(&changed).await.unwrap_err(), Refusal::Untrusted);
}

#[tokio::test]
async fn o3_keys_that_a_token_brings_along_or_points_to_are_not_read() {
    let tokens = TokenFixture::new().await;
    let (stranger, _) = SigningKey::generate("key_stranger".into()).unwrap();
    let (n, e) = stranger.components();
    let jwk = json!({ "kty": "RSA", "n": n, "e": e, "kid": tokens.key.kid() });
    tokens.f.platform.set("https://evil.example/keys", 200, json!({ "keys": [jwk] }).to_string());
    for (name, value) in [
        ("jwk", jwk),
        ("jku", json!("https://evil.example/keys")),
        ("x5u", json!("https://evil.example/keys")),
        ("x5c", json!(["MIIB"])),
    ] {
        let header = with(&tokens.header(), name, value.clone());
        let forged = signed(&header, &tokens.claims(), &stranger);
        assert_eq!(tokens.verified(&forged).await.unwrap_err(), Refusal::Untrusted, "{name}");
        assert_eq!(tokens.heading(name, value).await, None, "with our own signature {name} does no harm");
    }
    assert!(tokens.f.platform.asked.lock().unwrap().is_empty());
}

#[tokio::test]
async fn o3_a_token_of_another_kind_is_refused() {
    let tokens = TokenFixture::new().await;
    for kind in [json!("JWT"), json!("dpop+jwt"), json!(""), Value::Null] {
        assert_eq!(tokens.heading("typ", kind.clone()).await, Some(Refusal::Untrusted), "{kind}");
    }
    assert_eq!(tokens.heading("typ", "application/at+JWT").await, None, "RFC 9068 2.1 allows both spellings");
    assert!(tokens.heading("crit", json!(["exp"])).await.is_some(), "what is critical here is understood by nobody");
    assert_eq!(tokens.claiming("sub", "usr_without_environment").await, Some(Refusal::Untrusted));
    assert_eq!(tokens.claiming("client_id", Value::Null).await, Some(Refusal::Untrusted));
}

#[tokio::test]
async fn o3_garbage_is_refused_and_what_is_too_long_is_not_read() {
    let tokens = TokenFixture::new().await;
    for garbage in ["", ".", "..", "...", "a.b.c", "eyJ9.eyJ9.eyJ9", "plumbline_session", "\u{0}.\u{1f600}.é"] {
        assert_eq!(tokens.holder(garbage).await.unwrap_err(), Refusal::Unknown, "{garbage:?}");
    }
    let long = with(&tokens.claims(), "padding", "x".repeat(100_000));
    let long = signed(&tokens.header(), &long, &tokens.key);
    let begun = std::time::Instant::now();
    assert!(super::jws::Jws::parse(&long).is_none());
    assert!(begun.elapsed() < std::time::Duration::from_millis(20), "its length alone decides");
    assert_eq!(tokens.holder(&long).await.unwrap_err(), Refusal::Unknown);
    // Deep nesting does not overflow the stack.
    let deep = format!("{}.{}.x", encoded(&tokens.header()), URL_SAFE_NO_PAD.encode("[".repeat(9000)));
    assert_eq!(tokens.holder(&deep).await.unwrap_err(), Refusal::Unknown);
}
