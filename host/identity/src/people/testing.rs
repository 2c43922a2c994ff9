//! A simulated OpenID Connect provider for the tests.

use std::collections::HashMap;
use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use rsa::RsaPrivateKey;
use rsa::pkcs1::EncodeRsaPrivateKey as _;
use rsa::traits::PublicKeyParts as _;
use serde_json::{Value, json};

use super::{NewSession, Role, UpstreamRefusal, User};
use crate::settings::Upstream;
use crate::testing::{Fixture, fixture_with};

pub(super) const ISSUER: &str = "https://idp.example";
pub(super) const CONFIGURATION: &str = "https://idp.example/.well-known/openid-configuration";
pub(super) const JWKS: &str = "https://idp.example/keys";
pub(super) const TOKEN: &str = "https://idp.example/token";
pub(super) const USER_INFO: &str = "https://idp.example/userinfo";
pub(super) const SECRET: &str = "a client secret of more than thirty-two bytes";
pub(super) const BROWSER: &str = "plfrm_of_this_browser";

/// Small, so that it is generated quickly. Only its algorithm matters here.
pub(super) static KEY: LazyLock<RsaPrivateKey> =
    LazyLock::new(|| RsaPrivateKey::new(&mut rsa::rand_core::OsRng, 1024).unwrap());
pub(super) static OTHER_KEY: LazyLock<RsaPrivateKey> =
    LazyLock::new(|| RsaPrivateKey::new(&mut rsa::rand_core::OsRng, 1024).unwrap());

pub(super) fn base64url(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

pub(super) fn jwk(kid: &str, key: &RsaPrivateKey) -> Value {
    let (n, e) = (base64url(&key.n().to_bytes_be()), base64url(&key.e().to_bytes_be()));
    json!({"kty": "RSA", "use": "sig", "kid": kid, "n": n, "e": e})
}

pub(super) fn signed(kid: &str, key: &RsaPrivateKey, algorithm: Algorithm, claims: &Value) -> String {
    let header = Header { kid: Some(kid.into()), ..Header::new(algorithm) };
    let key = EncodingKey::from_rsa_der(key.to_pkcs1_der().unwrap().as_bytes());
    jsonwebtoken::encode(&header, claims, &key).unwrap()
}

pub(super) fn by_secret(secret: &[u8], claims: &Value) -> String {
    let header = Header { kid: Some("one".into()), ..Header::new(Algorithm::HS256) };
    jsonwebtoken::encode(&header, claims, &EncodingKey::from_secret(secret)).unwrap()
}

pub(super) fn configuration() -> Value {
    json!({
        "issuer": ISSUER,
        "authorization_endpoint": "https://idp.example/authorize",
        "token_endpoint": TOKEN,
        "jwks_uri": JWKS,
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256", "ES256", "HS256", "none"],
    })
}

pub(super) fn set_up() -> Fixture {
    let f = fixture_with(|settings| {
        settings.upstream = Some(Upstream {
            issuer: ISSUER.into(),
            client_id: "plumbline".into(),
            client_secret: SECRET.into(),
            name: "Example".into(),
        });
    });
    f.platform.set(CONFIGURATION, 200, configuration().to_string());
    f.platform.set(JWKS, 200, json!({"keys": [jwk("one", &KEY)]}).to_string());
    f
}

/// A sign-in in progress.
pub(super) struct Begun {
    pub(super) query: HashMap<String, String>,
}

impl Begun {
    pub(super) fn state(&self) -> &str {
        &self.query["state"]
    }
}

pub(super) async fn begin(f: &Fixture, next: &str) -> Begun {
    let url = url::Url::parse(&f.identity.begin_upstream(BROWSER, next).await.unwrap()).unwrap();
    assert_eq!(url.as_str().split('?').next(), Some("https://idp.example/authorize"));
    Begun { query: url.query_pairs().into_owned().collect() }
}

/// Returns the provider's claims about Ann.
pub(super) fn claims(f: &Fixture, begun: &Begun) -> Value {
    let now = f.clock.now().unix_timestamp();
    json!({
        "iss": ISSUER, "aud": "plumbline", "sub": "248289761001", "iat": now, "exp": now + 300,
        "nonce": begun.query["nonce"], "email": "Ann@A.example", "email_verified": true, "name": "Ann Lee",
    })
}

pub(super) fn answer(f: &Fixture, id_token: &str) {
    let body = json!({"access_token": "at", "token_type": "Bearer", "expires_in": 300, "id_token": id_token});
    f.platform.set(TOKEN, 200, body.to_string());
}

pub(super) type Finished = Result<(User, NewSession, String), UpstreamRefusal>;

/// Finishes a sign-in with an ID token.
pub(super) async fn finish_with(f: &Fixture, begun: &Begun, id_token: &str) -> Finished {
    answer(f, id_token);
    f.identity.finish_upstream(BROWSER, begun.state(), "the code", Some(ISSUER)).await.unwrap()
}

/// Runs a whole sign-in, with the usual claims altered by `change`.
pub(super) async fn sign_in(f: &Fixture, next: &str, change: impl FnOnce(&mut Value)) -> Finished {
    let begun = begin(f, next).await;
    let mut claims = claims(f, &begun);
    change(&mut claims);
    finish_with(f, &begun, &signed("one", &KEY, Algorithm::RS256, &claims)).await
}

pub(super) async fn ann(f: &Fixture) -> User {
    f.identity.create_user(&f.tenant, "ann@a.example", "Ann", Role::Admin, None).await.unwrap()
}
