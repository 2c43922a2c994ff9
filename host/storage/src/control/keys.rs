//! API keys: made, listed, revoked, and looked up on every request.

use std::time::Duration;

use moka::sync::Cache as Moka;
use rand::Rng as _;
use rand::distr::Alphanumeric;
use sha2::{Digest as _, Sha256};

use super::Control;
use super::tenants::{TenantSettings, checked_name};
use crate::error::StorageError;
use crate::id;
use crate::scope::{Environment, Scope, TenantId};

/// What every key begins with; then a letter for the environment, the random part and the checksum.
const PREFIX: &str = "plk_";
/// Random characters: 43 of 62 make 256 bits, so that a plain hash is enough to keep them by.
const RANDOM_CHARACTERS: usize = 43;
/// Characters of the checksum. It tells a mistyped or cut key from a wrong one without a look into the database, and
/// lets a secret scanner know one of ours.
const CHECK_CHARACTERS: usize = 6;
/// How long a credential is believed without a look. A revocation by another process is seen after at most this.
const CACHE_TIME: Duration = Duration::from_millis(800);
/// Credentials remembered at once.
const CACHE_ENTRIES: u64 = 10_000;
/// `last_used_at` is kept no finer than this, so that requests do not write.
const USE_NOTED_EVERY: Duration = Duration::from_secs(60);

/// A key as it is listed; the secret itself is not kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    /// The client id, `pc_…`
    pub id: String,
    /// Whose.
    pub tenant: TenantId,
    /// For people.
    pub name: String,
    /// What it opens.
    pub environment: Environment,
    /// What it may do.
    pub scopes: Vec<String>,
    /// ISO 8601.
    pub created_at: String,
    /// ISO 8601, to the minute; none when it was never used.
    pub last_used_at: Option<String>,
    /// When it was revoked.
    pub revoked_at: Option<String>,
}

/// A key at the only moment its secret is known.
#[derive(Debug, Clone)]
pub struct NewKey {
    /// The key.
    pub key: ApiKey,
    /// What the client sends as `Authorization: Bearer`. It cannot be shown again.
    pub secret: String,
}

/// Who calls, by a key that is valid now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credential {
    /// The client id, `pc_…`
    pub client_id: String,
    /// Whose data it opens.
    pub tenant: TenantId,
    /// In which environment.
    pub environment: Environment,
    /// What it may do.
    pub scopes: Vec<String>,
    /// The key's name.
    pub name: String,
    /// What was agreed with the tenant.
    pub settings: TenantSettings,
}

impl Credential {
    /// The tenant and the environment together.
    pub fn scope(&self) -> Scope {
        Scope::new(self.tenant.clone(), self.environment)
    }
}

/// Credentials that were looked up within [`CACHE_TIME`], by the hash of their secret.
#[derive(Debug)]
pub(super) struct Cache {
    credentials: Moka<String, Credential>,
    /// Keys whose use was noted within [`USE_NOTED_EVERY`], by client id.
    noted: Moka<String, ()>,
}

impl Cache {
    pub(super) fn new() -> Self {
        Self {
            credentials: Moka::builder().max_capacity(CACHE_ENTRIES).time_to_live(CACHE_TIME).build(),
            noted: Moka::builder().max_capacity(CACHE_ENTRIES).time_to_live(USE_NOTED_EVERY).build(),
        }
    }

    pub(super) fn clear(&self) {
        self.credentials.invalidate_all();
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    tenant_id: String,
    name: String,
    environment: String,
    scopes: String,
    created_at: String,
    last_used_at: Option<String>,
    revoked_at: Option<String>,
}

/// A key with what was agreed with its tenant.
#[derive(sqlx::FromRow)]
struct CredentialRow {
    #[sqlx(flatten)]
    key: Row,
    #[sqlx(flatten)]
    settings: TenantSettings,
}

impl TryFrom<Row> for ApiKey {
    type Error = StorageError;

    fn try_from(row: Row) -> Result<Self, StorageError> {
        let damaged = |e: StorageError| StorageError::Damaged(e.to_string());
        Ok(Self {
            id: row.id,
            tenant: TenantId::parse(row.tenant_id).map_err(damaged)?,
            name: row.name,
            environment: row.environment.parse().map_err(damaged)?,
            scopes: row.scopes.split_ascii_whitespace().map(str::to_owned).collect(),
            created_at: row.created_at,
            last_used_at: row.last_used_at,
            revoked_at: row.revoked_at,
        })
    }
}

impl Control {
    /// Makes a key. Scopes are words like `takeoffs:read`; which there are is the edge's matter.
    ///
    /// # Errors
    /// When the tenant is not there or revoked, the name is not usable, or a scope is not a word.
    pub async fn create_key(
        &self,
        tenant: &TenantId,
        name: &str,
        environment: Environment,
        scopes: &[String],
    ) -> Result<NewKey, StorageError> {
        let name = checked_name(name)?;
        if let Some(bad) = scopes.iter().find(|s| s.is_empty() || !s.bytes().all(|b| b.is_ascii_graphic())) {
            return Err(StorageError::Invalid(format!(
                "scopes: `{bad}` is not a scope; scopes look like `takeoffs:read`"
            )));
        }
        if self.tenant(tenant).await?.revoked_at.is_some() {
            return Err(StorageError::Invalid(format!("tenant: `{tenant}` is revoked")));
        }
        let secret = new_secret(environment);
        let key = ApiKey {
            id: id::random("pc_"),
            tenant: tenant.clone(),
            name: name.to_owned(),
            environment,
            scopes: scopes.to_vec(),
            created_at: id::now(),
            last_used_at: None,
            revoked_at: None,
        };
        sqlx::query(
            "INSERT INTO api_keys (id, tenant_id, name, environment, scopes, secret_hash, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(&key.id)
        .bind(tenant.as_str())
        .bind(name)
        .bind(environment.as_str())
        .bind(scopes.join(" "))
        .bind(hash(&secret))
        .bind(&key.created_at)
        .execute(self.pool())
        .await?;
        Ok(NewKey { key, secret })
    }

    /// A tenant's keys, oldest first, revoked ones too.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn keys(&self, tenant: &TenantId) -> Result<Vec<ApiKey>, StorageError> {
        let rows: Vec<Row> = sqlx::query_as("SELECT * FROM api_keys WHERE tenant_id = ? ORDER BY created_at, id")
            .bind(tenant.as_str())
            .fetch_all(self.pool())
            .await?;
        rows.into_iter().map(ApiKey::try_from).collect()
    }

    /// Revokes a key by its client id. This process refuses it from now on, others within a second.
    ///
    /// # Errors
    /// [`StorageError::NotFound`].
    pub async fn revoke_key(&self, id: &str) -> Result<(), StorageError> {
        let done = sqlx::query("UPDATE api_keys SET revoked_at = COALESCE(revoked_at, ?) WHERE id = ?")
            .bind(id::now())
            .bind(id)
            .execute(self.pool())
            .await?;
        if done.rows_affected() == 0 {
            return Err(StorageError::NotFound(format!("key: there is no `{id}`; `plumbline key list` shows them")));
        }
        self.credentials.clear();
        Ok(())
    }

    /// Who calls with this secret; none when it is not a valid key of a tenant in good standing.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn authenticate(&self, secret: &str) -> Result<Option<Credential>, StorageError> {
        if !well_formed(secret) {
            return Ok(None);
        }
        let hash = hash(secret);
        if let Some(credential) = self.credentials.credentials.get(&hash) {
            return Ok(Some(credential));
        }
        let row: Option<CredentialRow> = sqlx::query_as(
            "SELECT k.*, t.tier, t.billing_mode, t.unit_system, t.retention_days
             FROM api_keys k JOIN tenants t ON t.id = k.tenant_id
             WHERE k.secret_hash = ? AND k.revoked_at IS NULL AND t.revoked_at IS NULL",
        )
        .bind(&hash)
        .fetch_optional(self.pool())
        .await?;
        let Some(row) = row else { return Ok(None) };
        let key = ApiKey::try_from(row.key)?;
        let credential = Credential {
            client_id: key.id,
            tenant: key.tenant,
            environment: key.environment,
            scopes: key.scopes,
            name: key.name,
            settings: row.settings,
        };
        self.note_use(&credential.client_id).await?;
        self.credentials.credentials.insert(hash, credential.clone());
        Ok(Some(credential))
    }

    async fn note_use(&self, client_id: &str) -> Result<(), StorageError> {
        if self.credentials.noted.contains_key(client_id) {
            return Ok(());
        }
        self.credentials.noted.insert(client_id.to_owned(), ());
        sqlx::query("UPDATE api_keys SET last_used_at = ? WHERE id = ?")
            .bind(id::now())
            .bind(client_id)
            .execute(self.pool())
            .await?;
        Ok(())
    }
}

fn new_secret(environment: Environment) -> String {
    let mut secret = String::from(PREFIX);
    secret.push(letter(environment));
    secret.extend(rand::rng().sample_iter(&Alphanumeric).take(RANDOM_CHARACTERS).map(char::from));
    let check = checksum(&secret);
    secret.push_str(&check);
    secret
}

const fn letter(environment: Environment) -> char {
    match environment {
        Environment::Sandbox => 's',
        Environment::Production => 'p',
    }
}

/// Whether the text could be a key: its shape and its checksum.
fn well_formed(secret: &str) -> bool {
    let length = PREFIX.len() + 1 + RANDOM_CHARACTERS + CHECK_CHARACTERS;
    secret.len() == length
        && secret.starts_with(PREFIX)
        && secret.bytes().skip(PREFIX.len()).all(|b| b.is_ascii_alphanumeric())
        && Environment::ALL.into_iter().any(|e| secret[PREFIX.len()..].starts_with(letter(e)))
        && checksum(&secret[..length - CHECK_CHARACTERS]) == secret[length - CHECK_CHARACTERS..]
}

/// The first bytes of SHA-256 in base 62.
fn checksum(text: &str) -> String {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    Sha256::digest(text).iter().take(CHECK_CHARACTERS).map(|b| char::from(DIGITS[usize::from(*b) % 62])).collect()
}

fn hash(secret: &str) -> String {
    hex(&Sha256::digest(secret))
}

/// Lower-case hexadecimal.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().flat_map(|b| [b >> 4, b & 15]).map(|n| char::from_digit(n.into(), 16).unwrap_or('0')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_key_is_not_well_formed() {
        let secret = new_secret(Environment::Production);
        assert!(secret.starts_with("plk_p") && well_formed(&secret), "{secret}");
        let mut wrong = secret.clone().into_bytes();
        wrong[10] = if wrong[10] == b'a' { b'b' } else { b'a' };
        assert!(!well_formed(std::str::from_utf8(&wrong).unwrap()));
        assert!(!well_formed(&secret[..secret.len() - 1]));
        assert!(!well_formed("plk_p€"));
        assert!(!well_formed(""));
    }
}
