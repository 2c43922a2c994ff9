//! Tests of tokens of identity providers, and of the requests for their key sets.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use jsonwebtoken::Algorithm;
use plumbline_tenancy::{CreditAccount, Scope};
use serde_json::json;

use super::*;
use crate::credential::Kind;
use crate::service::Link;
use crate::testing::{Fixture, TestPlatform, fixture_with};
use crate::tokens::testing::{TheirKey, with};
use crate::{FetchError, PlatformError, Refusal};

const ISSUER: &str = "https://login.example/tenant";
const KEYS: &str = "https://login.example/keys";
const OTHER: &str = "https://other.example";

/// Creates a fixture with two providers, one of them with discovery.
fn two_providers() -> Fixture {
    let f = fixture_with(|settings| {
        let provider = |issuer: &str, jwks_url: Option<&str>| Provider {
            issuer: issuer.into(),
            audience: "api://plumbline".into(),
            jwks_url: jwks_url.map(Into::into),
        };
        settings.providers = vec![provider(ISSUER, None), provider(OTHER, Some("https://other.example/keys"))];
    });
    f.platform.set(
        &format!("{ISSUER}/.well-known/openid-configuration"),
        200,
        json!({ "issuer": ISSUER, "jwks_uri": KEYS }).to_string(),
    );
    f
}

fn serve(f: &Fixture, url: &str, keys: &[&TheirKey]) {
    let keys: Vec<Value> = keys.iter().map(|key| key.jwk()).collect();
    f.platform.set(url, 200, json!({ "keys": keys }).to_string());
}

fn claims(f: &Fixture, issuer: &str) -> Value {
    let now = f.clock.now().unix_timestamp();
    json!({ "iss": issuer, "sub": "a subject", "azp": "their-client", "aud": "api://plumbline", "iat": now, "nbf": now,
            "exp": now + 3600, "scope": ["shaped", "otherwise"] })
}

async fn verified(f: &Fixture, token: &str) -> Result<crate::VerifiedToken, Refusal> {
    f.identity.verify_token(token).await.unwrap()
}

#[tokio::test]
async fn a_providers_token_opens_for_the_credential_that_its_client_is_linked_to() {
    let f = two_providers();
    let key = TheirKey::new("one", Algorithm::ES256);
    serve(&f, KEYS, &[&key]);
    let token = key.token(Algorithm::ES256, &claims(&f, ISSUER));
    assert_eq!(f.identity.authenticate(&token).await.unwrap().unwrap_err(), Refusal::Unknown, "nobody is linked");
    let link = |issuer: &str| Link { issuer: issuer.into(), client: "their-client".into() };
    let scopes = ["projects:read".to_owned()];
    let sandbox = plumbline_tenancy::Environment::Sandbox;
    let other = f.identity.link_service_credential(&f.tenant, "other", sandbox, &scopes, link(OTHER)).await.unwrap();
    assert!(
        f.identity.authenticate(&token).await.unwrap().is_err(),
        "the same client of another issuer is another one"
    );
    let made = f.identity.link_service_credential(&f.tenant, "nightly", sandbox, &scopes, link(ISSUER)).await.unwrap();
    let holder = f.identity.authenticate(&token).await.unwrap().unwrap();
    assert_eq!((holder.kind, holder.client_id, holder.name), (Kind::Service, made.id.clone(), "nightly".into()));
    assert_eq!((holder.scopes, holder.secret_expires_at, holder.user), (scopes.to_vec(), None, None));
    let listed = f.identity.service_credentials(&f.tenant).await.unwrap();
    assert!(listed.iter().find(|c| c.id == made.id).unwrap().last_used_at.is_some());
    assert_eq!(listed.iter().find(|c| c.id == other.id).unwrap().last_used_at, None);

    f.identity.revoke_service_credential(None, &made.id).await.unwrap();
    assert_eq!(f.identity.authenticate(&token).await.unwrap().unwrap_err(), Refusal::Unknown);
}

#[tokio::test]
async fn a_client_goes_by_the_name_that_its_issuer_has_for_it() {
    let f = two_providers();
    let key = TheirKey::new("one", Algorithm::ES256);
    serve(&f, KEYS, &[&key]);
    let mut claims = json!({ "azp": "a", "appid": "b", "client_id": "c", "sub": "d" });
    for name in ["azp", "appid", "client_id", "sub"] {
        let mut all = self::claims(&f, ISSUER);
        all.as_object_mut().unwrap().remove("azp");
        all.as_object_mut().unwrap().remove("sub");
        all.as_object_mut().unwrap().extend(claims.as_object().unwrap().clone());
        let token = verified(&f, &key.token(Algorithm::ES256, &all)).await.unwrap();
        let client = claims[name].as_str().unwrap();
        assert!(format!("{token:?}").contains(&format!("client: \"{client}\"")), "{name}: {token:?}");
        claims.as_object_mut().unwrap().remove(name);
    }
    let mut nobody = self::claims(&f, ISSUER);
    nobody.as_object_mut().unwrap().retain(|name, _| !["azp", "sub"].contains(&name.as_str()));
    assert_eq!(verified(&f, &key.token(Algorithm::ES256, &nobody)).await.unwrap_err(), Refusal::Untrusted);
    let user = with(&self::claims(&f, ISSUER), "idtyp", "user");
    assert_eq!(verified(&f, &key.token(Algorithm::ES256, &user)).await.unwrap_err(), Refusal::Untrusted);
}

#[tokio::test]
async fn o3_what_a_providers_key_may_be_used_with_follows_from_the_key() {
    let f = two_providers();
    let rsa = TheirKey::new("rsa", Algorithm::RS256);
    let (p256, p384) = (TheirKey::new("p256", Algorithm::ES256), TheirKey::new("p384", Algorithm::ES384));
    let ed = TheirKey::new("ed", Algorithm::EdDSA);
    let mut pinned = rsa.jwk();
    pinned = with(&with(&pinned, "alg", "RS384"), "kid", "pinned");
    let for_encryption = with(&with(&rsa.jwk(), "use", "enc"), "kid", "enc");
    let secret = json!({ "kty": "oct", "k": "c2VjcmV0", "kid": "secret", "alg": "HS256" });
    let unknown = json!({ "kty": "novel", "kid": "novel", "x": 1 });
    let keys = [rsa.jwk(), p256.jwk(), p384.jwk(), ed.jwk(), pinned, for_encryption, secret, unknown, json!(7)];
    f.platform.set(KEYS, 200, json!({ "keys": keys }).to_string());

    let good = [
        (&rsa, Algorithm::RS256),
        (&rsa, Algorithm::RS384),
        (&rsa, Algorithm::RS512),
        (&rsa, Algorithm::PS256),
        (&p256, Algorithm::ES256),
        (&p384, Algorithm::ES384),
        (&ed, Algorithm::EdDSA),
    ];
    for (key, algorithm) in good {
        assert!(verified(&f, &key.token(algorithm, &claims(&f, ISSUER))).await.is_ok(), "{} {algorithm:?}", key.kid);
    }
    assert_eq!(verified(&f, &rsa.token(Algorithm::PS512, &claims(&f, ISSUER))).await.unwrap_err(), Refusal::Untrusted);
    let mut renamed = rsa;
    renamed.kid = "pinned".into();
    assert!(verified(&f, &renamed.token(Algorithm::RS384, &claims(&f, ISSUER))).await.is_ok());
    assert!(verified(&f, &renamed.token(Algorithm::RS256, &claims(&f, ISSUER))).await.is_err());
    for kid in ["enc", "p256", "ed"] {
        renamed.kid = kid.into();
        let token = renamed.token(Algorithm::RS256, &claims(&f, ISSUER));
        assert_eq!(verified(&f, &token).await.unwrap_err(), Refusal::Untrusted, "{kid}");
    }
    // HS256 with a secret that the set itself contains, and with the RSA key's own entry as the secret.
    for (kid, secret) in [("secret", &b"secret"[..]), ("rsa", keys[0].to_string().as_bytes())] {
        let key = jsonwebtoken::EncodingKey::from_secret(secret);
        let header = json!({ "alg": "HS256", "kid": kid });
        let token = crate::tokens::testing::sealed(Algorithm::HS256, &key, &header, &claims(&f, ISSUER));
        assert_eq!(verified(&f, &token).await.unwrap_err(), Refusal::Untrusted, "{kid}");
    }
}

#[tokio::test]
async fn o3_a_providers_token_must_be_of_its_issuer_for_us_and_of_this_hour() {
    let f = two_providers();
    let (one, other) = (TheirKey::new("one", Algorithm::ES256), TheirKey::new("one", Algorithm::ES384));
    serve(&f, KEYS, &[&one]);
    serve(&f, "https://other.example/keys", &[&other]);
    let good = claims(&f, ISSUER);
    let now = f.clock.now().unix_timestamp();
    let verdict = async |name: &str, value: Value| {
        verified(&f, &one.token(Algorithm::ES256, &with(&good, name, value))).await.err()
    };
    assert_eq!(verdict("exp", json!(now + 60)).await, None);
    assert_eq!(verdict("iss", json!(OTHER)).await, Some(Refusal::Untrusted), "a provider speaks for itself only");
    assert_eq!(verdict("iss", json!("https://nobody.example")).await, Some(Refusal::Untrusted));
    assert_eq!(verdict("aud", json!("api://other")).await, Some(Refusal::Untrusted));
    assert_eq!(verdict("aud", json!(["api://other", "api://plumbline"])).await, None);
    // The provider's clock may differ from ours by a minute.
    assert_eq!(verdict("exp", json!(now - 50)).await, None);
    assert_eq!(verdict("exp", json!(now - 70)).await, Some(Refusal::Expired));
    assert_eq!(verdict("nbf", json!(now + 50)).await, None);
    assert_eq!(verdict("nbf", json!(now + 80)).await, Some(Refusal::NotYet));
    // The verification of a provider's signature is cached for less than the token's lifetime.
    let token = verified(&f, &one.token(Algorithm::ES256, &good)).await.unwrap();
    assert!(token.keep_until() < token.expires_at());
    let header = json!({ "alg": "ES256", "kid": "one", "typ": "logout+jwt" });
    let logout = crate::tokens::testing::sealed(Algorithm::ES256, one.key(), &header, &good);
    assert_eq!(verified(&f, &logout).await.unwrap_err(), Refusal::Untrusted);
}

#[tokio::test]
async fn o3_a_flood_of_unknown_keys_asks_a_provider_once_a_minute() {
    let f = two_providers();
    let (one, two) = (TheirKey::new("one", Algorithm::ES256), TheirKey::new("two", Algorithm::EdDSA));
    serve(&f, KEYS, &[&one]);
    let token = one.token(Algorithm::ES256, &claims(&f, ISSUER));
    assert!(verified(&f, &token).await.is_ok());
    assert_eq!(f.platform.times(KEYS), 1);
    let flood = async || {
        for number in 0..100 {
            let unknown = TheirKey::new(&format!("unknown{number}"), Algorithm::EdDSA);
            let token = unknown.token(Algorithm::EdDSA, &claims(&f, ISSUER));
            assert_eq!(verified(&f, &token).await.unwrap_err(), Refusal::Untrusted);
        }
    };
    flood().await;
    assert_eq!(f.platform.times(KEYS), 2);
    // A new key of the provider is found after a minute at the latest. Known keys never wait.
    serve(&f, KEYS, &[&one, &two]);
    assert!(verified(&f, &token).await.is_ok());
    f.clock.advance(std::time::Duration::from_secs(61));
    let new = two.token(Algorithm::EdDSA, &claims(&f, ISSUER));
    assert!(verified(&f, &new).await.is_ok());
    assert_eq!(f.platform.times(KEYS), 3);
    flood().await;
    assert!(f.platform.times(KEYS) <= 4);
    // An hour later the set is fetched again, and a withdrawn key is gone.
    serve(&f, KEYS, &[&two]);
    f.clock.advance(std::time::Duration::from_secs(3600));
    let old = one.token(Algorithm::ES256, &claims(&f, ISSUER));
    assert_eq!(verified(&f, &old).await.unwrap_err(), Refusal::Untrusted);
}

#[tokio::test]
async fn a_provider_that_is_down_keeps_its_keys_for_a_day_and_troubles_nobody_else() {
    let f = two_providers();
    let key = TheirKey::new("one", Algorithm::ES256);
    let other_keys = "https://other.example/keys";
    serve(&f, KEYS, &[&key]);
    let token = || key.token(Algorithm::ES256, &claims(&f, ISSUER));
    assert!(verified(&f, &token()).await.is_ok());
    f.platform.set(KEYS, 503, "");
    f.clock.advance(std::time::Duration::from_secs(3601));
    for _ in 0..20 {
        assert!(verified(&f, &token()).await.is_ok());
    }
    assert_eq!(f.platform.times(KEYS), 2, "a failure is not repeated at once");
    f.clock.advance(std::time::Duration::from_secs(11));
    assert!(verified(&f, &token()).await.is_ok());
    assert_eq!(f.platform.times(KEYS), 3);
    let unknown = TheirKey::new("two", Algorithm::EdDSA).token(Algorithm::EdDSA, &claims(&f, ISSUER));
    let error = f.identity.verify_token(&unknown).await.unwrap_err();
    assert!(error.to_string().contains(ISSUER), "nobody knows whether the provider has that key: {error}");

    f.clock.advance(std::time::Duration::from_secs(24 * 3600));
    assert!(f.identity.verify_token(&token()).await.is_err(), "after a day its keys are too old");
    serve(&f, other_keys, &[&key]);
    assert!(verified(&f, &key.token(Algorithm::ES256, &claims(&f, OTHER))).await.is_ok(), "the other one is up");
    serve(&f, KEYS, &[&key]);
    f.clock.advance(std::time::Duration::from_secs(11));
    assert!(verified(&f, &token()).await.is_ok(), "and it is back");
}

/// A platform on which one URL stops responding while the flag is set.
#[derive(Clone)]
struct Hanging(TestPlatform, Arc<AtomicBool>);

impl Platform for Hanging {
    async fn fetch_public(&self, url: &str, limit: usize) -> Result<http::Response<Bytes>, FetchError> {
        self.0.fetch_public(url, limit).await
    }

    async fn send_to_provider(
        &self,
        request: http::Request<Vec<u8>>,
    ) -> Result<http::Response<Vec<u8>>, PlatformError> {
        if self.1.load(Ordering::Relaxed) && *request.uri() == KEYS {
            std::future::pending::<()>().await;
        }
        self.0.send_to_provider(request).await
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        self.0.work(work).await
    }

    async fn credit_account(&self, scope: &Scope, most: u32) -> Result<CreditAccount, PlatformError> {
        self.0.credit_account(scope, most).await
    }

    fn seal(&self, purpose: &str, bytes: &[u8]) -> Vec<u8> {
        self.0.seal(purpose, bytes)
    }

    fn open(&self, purpose: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        self.0.open(purpose, sealed)
    }
}

#[tokio::test]
async fn a_provider_that_does_not_answer_holds_up_nobody_whose_key_is_known() {
    let f = two_providers();
    let key = TheirKey::new("one", Algorithm::ES256);
    serve(&f, KEYS, &[&key]);
    serve(&f, "https://other.example/keys", &[&key]);
    let hangs = Arc::new(AtomicBool::new(false));
    let platform = Hanging(f.platform.clone(), Arc::clone(&hangs));
    let inner = &f.identity;
    let identity = Identity::new(inner.database.clone(), platform, inner.settings.clone(), f.clock.clone());
    let token = key.token(Algorithm::ES256, &claims(&f, ISSUER));
    assert!(identity.verify_token(&token).await.unwrap().is_ok());

    hangs.store(true, Ordering::Relaxed);
    f.clock.advance(std::time::Duration::from_secs(3540));
    let token = key.token(Algorithm::ES256, &claims(&f, ISSUER));
    f.clock.advance(std::time::Duration::from_secs(120));
    let mut asking = Box::pin(identity.verify_token(&token));
    assert!(futures::poll!(&mut asking).is_pending(), "the first to come asks, and waits");
    assert!(identity.verify_token(&token).await.unwrap().is_ok());
    let other = key.token(Algorithm::ES256, &claims(&f, OTHER));
    assert!(identity.verify_token(&other).await.unwrap().is_ok());
    // If the first call is dropped, the next one asks.
    drop(asking);
    hangs.store(false, Ordering::Relaxed);
    assert!(identity.verify_token(&token).await.unwrap().is_ok());
    assert_eq!(f.platform.times(KEYS), 2);
}

#[tokio::test]
async fn an_answer_that_is_no_key_set_is_a_failure() {
    let f = two_providers();
    let key = TheirKey::new("one", Algorithm::ES256);
    let configuration = format!("{ISSUER}/.well-known/openid-configuration");
    let good = json!({ "issuer": ISSUER, "jwks_uri": KEYS }).to_string();
    let many: Vec<Value> = (0..=MAX_KEYS).map(|_| key.jwk()).collect();
    let padded = json!({ "keys": [key.jwk()], "padding": "x".repeat(MAX_BYTES) }).to_string();
    let cases = [
        (json!({ "issuer": "https://evil.example", "jwks_uri": KEYS }).to_string(), "{}".to_owned(), "evil.example"),
        (json!({ "issuer": ISSUER, "jwks_uri": "http://login.example/keys" }).to_string(), "{}".into(), "https"),
        ("<html>".into(), "{}".into(), "openid-configuration"),
        (good.clone(), "[]".into(), KEYS),
        (good.clone(), json!({ "keys": many }).to_string(), "101 keys"),
        (good.clone(), padded, "bytes"),
    ];
    for (at_configuration, at_keys, word) in cases {
        f.platform.set(&configuration, 200, at_configuration);
        f.platform.set(KEYS, 200, at_keys);
        let error = f.identity.verify_token(&key.token(Algorithm::ES256, &claims(&f, ISSUER))).await.unwrap_err();
        assert!(error.to_string().contains(word) && error.to_string().contains(ISSUER), "{error}");
        f.clock.advance(std::time::Duration::from_secs(11));
    }
    f.platform.set(&configuration, 200, good);
    serve(&f, KEYS, &[&key]);
    assert!(verified(&f, &key.token(Algorithm::ES256, &claims(&f, ISSUER))).await.is_ok());
}

#[test]
fn a_provider_says_how_long_its_keys_keep_up_to_an_hour() {
    assert_eq!(fresh_for(""), FRESH);
    assert_eq!(fresh_for("public, max-age=600"), Duration::minutes(10));
    assert_eq!(fresh_for("max-age=999999"), FRESH);
    assert_eq!(fresh_for("max-age=0"), FRESH_AT_LEAST);
    assert_eq!(fresh_for("max-age=never"), FRESH);
}
