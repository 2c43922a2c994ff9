//! Tokens for tests: valid tokens, tokens with one error, and tokens of a third party's issuer.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use jsonwebtoken::crypto::rust_crypto;
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey};
use plumbline_tenancy::{Database, DatabaseError, Row, Statement};
use serde_json::{Value, json};

use super::signer::SigningKey;
use super::{Purpose, VerifiedToken};
use crate::credential::Credential;
use crate::people::Role;
use crate::testing::{Fixture, Memory, TestPlatform, fixture_with};
use crate::{Identity, Refusal, Settings, secrets};

/// Encodes a part of a token as base64url.
pub(crate) fn encoded(part: &Value) -> String {
    URL_SAFE_NO_PAD.encode(part.to_string())
}

/// Returns a token with any header, signed by one of our keys.
pub(super) fn signed(header: &Value, claims: &Value, key: &SigningKey) -> String {
    let input = format!("{}.{}", encoded(header), encoded(claims));
    let signature = key.signature(input.as_bytes()).unwrap();
    format!("{input}.{}", URL_SAFE_NO_PAD.encode(signature))
}

/// Returns the value with a member replaced, or removed if `member` is null.
pub(crate) fn with(value: &Value, name: &str, member: impl Into<Value>) -> Value {
    let mut value = value.clone();
    match member.into() {
        Value::Null => value.as_object_mut().unwrap().remove(name),
        member => value.as_object_mut().unwrap().insert(name.to_owned(), member),
    };
    value
}

/// An identity service with a user and a signing key.
pub(crate) struct TokenFixture {
    pub(crate) f: Fixture,
    pub(crate) user: String,
    pub(super) key: Arc<SigningKey>,
}

impl TokenFixture {
    pub(crate) async fn new() -> Self {
        Self::with(|_| {}).await
    }

    pub(crate) async fn with(change: impl FnOnce(&mut Settings)) -> Self {
        let f = fixture_with(change);
        let user = plumbline_tenancy::id::random("usr_");
        let insert = Statement::new(
            "INSERT INTO users (id, tenant_id, email, name, role, created_at)
             VALUES (?, ?, 'ann@example.com', 'Ann', 'admin', ?)",
        );
        let insert = insert.bind(&user).bind(f.tenant.as_str()).bind(f.clock.text());
        f.identity.database.write(vec![insert]).await.unwrap();
        let key = f.identity.signing_key(Purpose::Delegated).await.unwrap();
        Self { f, user, key }
    }

    /// Returns the current time in seconds, as in claims.
    pub(crate) fn now(&self) -> i64 {
        self.f.clock.now().unix_timestamp()
    }

    /// Returns the claims of a token of the authorization server.
    pub(crate) fn claims(&self) -> Value {
        json!({
            "iss": self.f.identity.settings.auth_url,
            "sub": format!("{}/sandbox", self.user),
            "aud": self.f.identity.settings.mcp_url,
            "client_id": "oc_one",
            "iat": self.now(),
            "exp": self.now() + 3600,
            "jti": plumbline_tenancy::id::random("jti_"),
            "scope": "projects:read takeoffs:run",
        })
    }

    pub(crate) fn header(&self) -> Value {
        json!({ "alg": "RS256", "typ": "at+jwt", "kid": self.key.kid() })
    }

    /// Stores a token as the authorization server does.
    pub(crate) async fn keep(&self, token: &str) {
        let insert = Statement::new(
            "INSERT INTO oauth_access_tokens (secret_hash, client_id, subject, family, record, expires_at)
             VALUES (?, 'oc_one', ?, '', ?, ?)",
        )
        .bind(secrets::hash(token))
        .bind(format!("{}/sandbox", self.user))
        .bind(Vec::new())
        .bind(self.f.clock.text_in(std::time::Duration::from_secs(3600)));
        self.f.identity.database.write(vec![insert]).await.unwrap();
    }

    /// Returns a token with these claims.
    pub(crate) fn key_token(&self, claims: &Value) -> String {
        self.key.token(claims).unwrap()
    }

    /// Returns a valid token.
    pub(crate) async fn token(&self) -> String {
        let token = self.key_token(&self.claims());
        self.keep(&token).await;
        token
    }

    pub(crate) async fn verified(&self, token: &str) -> Result<VerifiedToken, Refusal> {
        self.f.identity.verify_token(token).await.unwrap()
    }

    pub(crate) async fn holder(&self, token: &str) -> Result<Credential, Refusal> {
        self.f.identity.authenticate(token).await.unwrap()
    }

    pub(crate) async fn set_role(&self, role: Role) {
        let update = Statement::new("UPDATE users SET role = ? WHERE id = ?").bind(role.as_str()).bind(&self.user);
        self.run(update).await;
    }

    pub(crate) async fn run(&self, statement: Statement) {
        self.f.identity.database.write(vec![statement.expect_rows(1)]).await.unwrap().then_some(()).unwrap();
    }
}

/// Creates a second host with the same database and a separate cache.
pub(super) fn another_host(f: &Fixture) -> Identity<Memory, TestPlatform> {
    let i = &f.identity;
    Identity::new(i.database.clone(), f.platform.clone(), i.settings.clone(), f.clock.clone())
}

/// A database that counts its queries.
#[derive(Clone)]
pub(super) struct Counting(pub(super) Memory, pub(super) Arc<AtomicUsize>);

impl Database for Counting {
    async fn query(&self, statement: Statement) -> Result<Vec<Row>, DatabaseError> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.query(statement).await
    }

    async fn write(&self, statements: Vec<Statement>) -> Result<bool, DatabaseError> {
        self.0.write(statements).await
    }
}

/// A key of a third party's issuer.
pub(super) struct TheirKey {
    pub(super) kid: String,
    pub(super) algorithm: Algorithm,
    key: EncodingKey,
}

// Generated for these tests and not used anywhere else.
const P256: &str = "\
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg2GKJS4kIfxWmRXekIWhyTsjuaHjpQ7BmAm6fMAC4Lv2hRANCAATk\
    8P0PVROMa29op1J6ppEjshgLttHKtq7M8JzvoCzUc6pRngg4hr1H6Z7E7udxPkoDQUksouwL0ANOgXI/SCmy";
const P384: &str = "\
    MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDA1fEREFHCMNXItSXiIchMck7DJLOuUI/rT4iNZh3hWBManlu1wwC01\
    ShgqjEI8YIahZANiAAQ6R9GAbAB4gk+RK0Cb9qVngeeGPNkwOFqzJkH2cHdZl2nUfZCIBxNZDa93XxpYlZeeOIw+crdKICGx5v5n\
    QjIAlGQAykJOKTP8vauckezWKQJv4jn7+PhNJHmw+8lssZQ=";
const ED25519: &str = "MC4CAQAwBQYDK2VwBCIEIE8thr4BppROmjfDk1S4gCRrwjpdjyVVgzksMHFLNiji";

impl TheirKey {
    /// Creates a key for an algorithm. It is the same every time, except for RSA.
    pub(super) fn new(kid: &str, algorithm: Algorithm) -> Self {
        use rsa::pkcs1::EncodeRsaPrivateKey as _;
        let document = |text: &str| STANDARD.decode(text).unwrap();
        let key = match algorithm {
            Algorithm::ES256 => EncodingKey::from_ec_der(&document(P256)),
            Algorithm::ES384 => EncodingKey::from_ec_der(&document(P384)),
            Algorithm::EdDSA => EncodingKey::from_ed_der(&document(ED25519)),
            _ => {
                let key = rsa::RsaPrivateKey::new(&mut rsa::rand_core::OsRng, 2048).unwrap();
                EncodingKey::from_rsa_der(key.to_pkcs1_der().unwrap().as_bytes())
            }
        };
        Self { kid: kid.to_owned(), algorithm, key }
    }

    /// Returns the public key, without an algorithm, as many providers list it.
    pub(super) fn jwk(&self) -> Value {
        let jwk = serde_json::to_value(Jwk::from_encoding_key(&self.key, self.algorithm).unwrap()).unwrap();
        with(&with(&with(&jwk, "alg", Value::Null), "kid", &*self.kid), "use", "sig")
    }

    pub(super) fn key(&self) -> &EncodingKey {
        &self.key
    }

    /// Returns a token signed with one of the algorithms of the key.
    pub(super) fn token(&self, algorithm: Algorithm, claims: &Value) -> String {
        let header = json!({ "alg": format!("{algorithm:?}"), "typ": "JWT", "kid": self.kid });
        sealed(algorithm, &self.key, &header, claims)
    }
}

/// Returns a token signed with any key and any header.
pub(super) fn sealed(algorithm: Algorithm, key: &EncodingKey, header: &Value, claims: &Value) -> String {
    let input = format!("{}.{}", encoded(header), encoded(claims));
    let signer = (rust_crypto::DEFAULT_PROVIDER.signer_factory)(&algorithm, key).unwrap();
    format!("{input}.{}", URL_SAFE_NO_PAD.encode(signer.try_sign(input.as_bytes()).unwrap()))
}
