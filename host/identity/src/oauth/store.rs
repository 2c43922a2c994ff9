//! The records of the authorization server: clients, codes, tokens and revocations, in the database.
//!
//! Codes and tokens are found by their hash, and their records are sealed, so access to the database alone does not give access
//! to anything. A record is updated in one statement that compares a hash of its previous state. The contract is that of
//! `oauth_as::store::Storage`, whose own conformance harness runs against this store in `store_tests`.

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use oauth_as::authorization::{AuthorizationCodeRecord, AuthorizationCodeState};
use oauth_as::client::{Client, ClientId};
use oauth_as::device::{DeviceGrant, DeviceGrantState};
use oauth_as::scope::ScopeSet;
use oauth_as::store::{RevocationWindow, Storage, StorageError, WriteOutcome};
use oauth_as::token::{IssuedToken, RefreshTokenRecord};
use plumbline_tenancy::{Database, DatabaseError, Row, Statement, id};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Platform, secrets};

/// Purposes under which records are sealed.
const CODE: &str = "oauth code";
const ACCESS: &str = "oauth access token";
const REFRESH: &str = "oauth refresh token";
/// Expiry stored for a refresh token that does not expire.
const NO_END: &str = "9999-12-31T00:00:00.000Z";

/// The condition under which a token may still be written: no revocation covers its grant. [`Store::bind_not_revoked`] binds
/// its values.
macro_rules! not_revoked {
    () => {
        "NOT EXISTS (
            SELECT 1 FROM oauth_revocations
            WHERE (what = ? AND (recorded_at >= ? OR NOT EXISTS (SELECT 1 FROM oauth_clients WHERE id = ?))) OR what = ?)"
    };
}

/// The store of the authorization server, backed by a database.
#[derive(Clone)]
pub(super) struct Store<D, P> {
    pub(super) database: D,
    pub(super) platform: P,
}

impl<D: Database, P: Platform> Store<D, P> {
    fn seal(&self, purpose: &str, record: &impl Serialize) -> Result<Vec<u8>, StorageError> {
        Ok(self.platform.seal(purpose, &json(record)?))
    }

    fn open<T: DeserializeOwned>(&self, purpose: &str, row: &Row) -> Result<T, StorageError> {
        let sealed = row.bytes("record").map_err(failed)?;
        let bytes = self.platform.open(purpose, sealed).ok_or_else(|| damaged("a sealed record does not open"))?;
        serde_json::from_slice(&bytes).map_err(|error| damaged(&error.to_string()))
    }

    async fn first(&self, statement: Statement) -> Result<Option<Row>, StorageError> {
        Ok(self.database.query(statement).await.map_err(failed)?.into_iter().next())
    }

    async fn write(&self, statements: Vec<Statement>) -> Result<bool, StorageError> {
        self.database.write(statements).await.map_err(failed)
    }

    /// Returns the scopes of the token with this hash and the time at which they were granted.
    pub(super) async fn grant_of_token(
        &self,
        secret_hash: &str,
    ) -> Result<Option<(Vec<String>, String)>, StorageError> {
        let words = |scope: &ScopeSet| scope.iter().map(|scope| scope.as_str().to_owned()).collect();
        let select = |sql| Statement::new(sql).bind(secret_hash);
        if let Some(row) = self.first(select("SELECT record FROM oauth_refresh_tokens WHERE secret_hash = ?")).await? {
            let record: RefreshTokenRecord = self.open(REFRESH, &row)?;
            return Ok(Some((words(&record.scope), text(record.grant_established_at))));
        }
        if let Some(row) = self.first(select("SELECT record FROM oauth_access_tokens WHERE secret_hash = ?")).await? {
            let record: IssuedToken = self.open(ACCESS, &row)?;
            return Ok(Some((words(&record.scope), text(record.grant_established_at))));
        }
        Ok(None)
    }

    /// Binds the values of `not_revoked!`.
    fn bind_not_revoked(
        statement: Statement,
        client: &ClientId,
        family: Option<&str>,
        established: SystemTime,
    ) -> Statement {
        statement
            .bind(of_client(client))
            .bind(nanoseconds(established))
            .bind(client.as_str())
            .bind(of_family(family.unwrap_or_default()))
    }

    fn insert_access(&self, token: &IssuedToken) -> Result<Statement, StorageError> {
        let family = token.family_id.as_deref();
        let insert = Statement::new(concat!(
            "INSERT INTO oauth_access_tokens (secret_hash, client_id, subject, family, record, expires_at)
             SELECT ?, ?, ?, ?, ?, ? WHERE ",
            not_revoked!(),
            " ON CONFLICT (secret_hash) DO UPDATE SET record = excluded.record, expires_at = excluded.expires_at"
        ))
        .bind(secrets::hash(&token.access_token))
        .bind(token.client_id.as_str())
        .bind(token.subject.as_deref().unwrap_or_default())
        .bind(family.unwrap_or_default())
        .bind(self.seal(ACCESS, token)?)
        .bind(text(token.expires_at));
        Ok(Self::bind_not_revoked(insert, &token.client_id, family, token.grant_established_at).expect_rows(1))
    }

    fn insert_refresh(&self, record: &RefreshTokenRecord) -> Result<Statement, StorageError> {
        let insert = Statement::new(concat!(
            "INSERT INTO oauth_refresh_tokens (secret_hash, client_id, subject, family, state, record, expires_at)
             SELECT ?, ?, ?, ?, ?, ?, ? WHERE ",
            not_revoked!(),
            " ON CONFLICT (secret_hash) DO UPDATE
              SET state = excluded.state, record = excluded.record, expires_at = excluded.expires_at"
        ))
        .bind(secrets::hash(&record.refresh_token))
        .bind(record.client_id.as_str())
        .bind(record.subject.as_deref().unwrap_or_default())
        .bind(&record.family_id)
        .bind(fingerprint(record)?)
        .bind(self.seal(REFRESH, record)?)
        .bind(record.expires_at.map_or_else(|| NO_END.to_owned(), text));
        Ok(Self::bind_not_revoked(insert, &record.client_id, Some(&record.family_id), record.grant_established_at)
            .expect_rows(1))
    }

    fn insert_code(&self, record: &AuthorizationCodeRecord) -> Result<Statement, StorageError> {
        Ok(Statement::new(
            "INSERT INTO oauth_codes (secret_hash, client_id, subject, state, record, expires_at)
             VALUES (?, ?, ?, ?, ?, ?)
             ON CONFLICT (secret_hash) DO UPDATE
             SET state = excluded.state, record = excluded.record, expires_at = excluded.expires_at",
        )
        .bind(secrets::hash(&record.code))
        .bind(record.client_id.as_str())
        .bind(&record.subject)
        .bind(fingerprint(&record.state)?)
        .bind(self.seal(CODE, record)?)
        .bind(text(record.expires_at)))
    }

    fn revocation(what: String, window: RevocationWindow) -> Statement {
        Statement::new(
            "INSERT INTO oauth_revocations (what, recorded_at, until) VALUES (?, ?, ?)
             ON CONFLICT (what) DO UPDATE SET
                recorded_at = CASE WHEN excluded.recorded_at > oauth_revocations.recorded_at
                              THEN excluded.recorded_at ELSE oauth_revocations.recorded_at END,
                until = CASE WHEN excluded.until > oauth_revocations.until
                        THEN excluded.until ELSE oauth_revocations.until END",
        )
        .bind(what)
        .bind(nanoseconds(window.recorded_at))
        .bind(text(window.until))
    }
}

/// Converts the result of a write limited to one row by [`Statement::expect_rows`] into the library's type.
fn outcome(written: bool) -> WriteOutcome {
    if written { WriteOutcome::Applied } else { WriteOutcome::RefusedRevoked }
}

impl<D: Database, P: Platform> Storage for Store<D, P> {
    async fn get_client(&self, client_id: &ClientId) -> Result<Option<Arc<Client>>, StorageError> {
        let select = Statement::new("SELECT record FROM oauth_clients WHERE id = ?").bind(client_id.as_str());
        let Some(row) = self.first(select).await? else { return Ok(None) };
        let record = row.text("record").map_err(failed)?;
        serde_json::from_str(&record).map(|client| Some(Arc::new(client))).map_err(|error| damaged(&error.to_string()))
    }

    async fn put_client(&self, client: Client) -> Result<(), StorageError> {
        let now = id::now();
        let insert = Statement::new(
            "INSERT INTO oauth_clients (id, record, created_at, used_at) VALUES (?, ?, ?, ?)
             ON CONFLICT (id) DO UPDATE SET record = excluded.record",
        )
        .bind(client.client_id.as_str())
        .bind(json_text(&client)?)
        .bind(&now)
        .bind(&now);
        self.write(vec![insert]).await.map(drop)
    }

    async fn compare_and_swap_client(&self, expected: &Client, updated: Client) -> Result<bool, StorageError> {
        let update = Statement::new("UPDATE oauth_clients SET record = ? WHERE id = ? AND record = ?")
            .bind(json_text(&updated)?)
            .bind(updated.client_id.as_str())
            .bind(json_text(expected)?)
            .expect_rows(1);
        self.write(vec![update]).await
    }

    async fn delete_client(&self, client_id: &ClientId, window: RevocationWindow) -> Result<bool, StorageError> {
        named("client_id", client_id.as_str())?;
        let existed = self.get_client(client_id).await?.is_some();
        let of = |sql| Statement::new(sql).bind(client_id.as_str());
        self.write(vec![
            Self::revocation(of_client(client_id), window),
            of("DELETE FROM oauth_clients WHERE id = ?"),
            of("DELETE FROM oauth_access_tokens WHERE client_id = ?"),
            of("DELETE FROM oauth_refresh_tokens WHERE client_id = ?"),
            of("DELETE FROM oauth_codes WHERE client_id = ?"),
        ])
        .await?;
        Ok(existed)
    }

    async fn put_authorization_code(&self, record: AuthorizationCodeRecord) -> Result<(), StorageError> {
        let insert = self.insert_code(&record)?;
        self.write(vec![insert]).await.map(drop)
    }

    async fn compare_and_swap_authorization_code(
        &self,
        expected: &AuthorizationCodeState,
        updated: AuthorizationCodeRecord,
    ) -> Result<bool, StorageError> {
        let update = Statement::new(
            "UPDATE oauth_codes SET state = ?, record = ?, expires_at = ? WHERE secret_hash = ? AND state = ?",
        )
        .bind(fingerprint(&updated.state)?)
        .bind(self.seal(CODE, &updated)?)
        .bind(text(updated.expires_at))
        .bind(secrets::hash(&updated.code))
        .bind(fingerprint(expected)?)
        .expect_rows(1);
        self.write(vec![update]).await
    }

    async fn take_authorization_code(&self, code: &str) -> Result<Option<AuthorizationCodeRecord>, StorageError> {
        let take =
            Statement::new("DELETE FROM oauth_codes WHERE secret_hash = ? RETURNING record").bind(secrets::hash(code));
        self.first(take).await?.map(|row| self.open(CODE, &row)).transpose()
    }

    async fn put_token(&self, token: IssuedToken) -> Result<WriteOutcome, StorageError> {
        let insert = self.insert_access(&token)?;
        self.write(vec![insert]).await.map(outcome)
    }

    async fn get_token(&self, access_token: &str) -> Result<Option<Arc<IssuedToken>>, StorageError> {
        let select = Statement::new("SELECT record FROM oauth_access_tokens WHERE secret_hash = ?");
        let row = self.first(select.bind(secrets::hash(access_token))).await?;
        row.map(|row| self.open(ACCESS, &row).map(Arc::new)).transpose()
    }

    async fn delete_token(&self, access_token: &str) -> Result<(), StorageError> {
        let delete = Statement::new("DELETE FROM oauth_access_tokens WHERE secret_hash = ?");
        self.write(vec![delete.bind(secrets::hash(access_token))]).await.map(drop)
    }

    async fn put_refresh_token(&self, record: RefreshTokenRecord) -> Result<WriteOutcome, StorageError> {
        let insert = self.insert_refresh(&record)?;
        self.write(vec![insert]).await.map(outcome)
    }

    async fn get_refresh_token(&self, refresh_token: &str) -> Result<Option<Arc<RefreshTokenRecord>>, StorageError> {
        let select = Statement::new("SELECT record FROM oauth_refresh_tokens WHERE secret_hash = ?");
        let row = self.first(select.bind(secrets::hash(refresh_token))).await?;
        row.map(|row| self.open(REFRESH, &row).map(Arc::new)).transpose()
    }

    async fn rotate_refresh_token(
        &self,
        expected: &RefreshTokenRecord,
        spent: &RefreshTokenRecord,
        access: &IssuedToken,
        next: Option<&RefreshTokenRecord>,
    ) -> Result<bool, StorageError> {
        let spend = Statement::new(concat!(
            "UPDATE oauth_refresh_tokens SET state = ?, record = ? WHERE secret_hash = ? AND state = ? AND ",
            not_revoked!()
        ))
        .bind(fingerprint(spent)?)
        .bind(self.seal(REFRESH, spent)?)
        .bind(secrets::hash(&expected.refresh_token))
        .bind(fingerprint(expected)?);
        let family = Some(expected.family_id.as_str());
        let spend =
            Self::bind_not_revoked(spend, &expected.client_id, family, expected.grant_established_at).expect_rows(1);
        let mut statements = vec![spend, self.insert_access(access)?];
        if let Some(next) = next {
            statements.push(self.insert_refresh(next)?);
        }
        self.write(statements).await
    }

    async fn take_refresh_token(&self, refresh_token: &str) -> Result<Option<RefreshTokenRecord>, StorageError> {
        let take = Statement::new("DELETE FROM oauth_refresh_tokens WHERE secret_hash = ? RETURNING record");
        let row = self.first(take.bind(secrets::hash(refresh_token))).await?;
        row.map(|row| self.open(REFRESH, &row)).transpose()
    }

    async fn revoke_token_family(&self, family_id: &str, window: RevocationWindow) -> Result<u64, StorageError> {
        named("family_id", family_id)?;
        let count = Statement::new(
            "SELECT (SELECT COUNT(*) FROM oauth_access_tokens WHERE family = ?)
                  + (SELECT COUNT(*) FROM oauth_refresh_tokens WHERE family = ?) AS removed",
        );
        let row = self.first(count.bind(family_id).bind(family_id)).await?;
        let removed = row.map(|row| row.int("removed").map_err(failed)).transpose()?.unwrap_or_default();
        self.write(vec![
            Self::revocation(of_family(family_id), window),
            Statement::new("DELETE FROM oauth_access_tokens WHERE family = ?").bind(family_id),
            Statement::new("DELETE FROM oauth_refresh_tokens WHERE family = ?").bind(family_id),
        ])
        .await?;
        Ok(u64::try_from(removed).unwrap_or_default())
    }

    async fn sweep_expired(&self, now: SystemTime) -> Result<u64, StorageError> {
        let now = text(now);
        let mut removed = 0;
        for sql in [
            "DELETE FROM oauth_codes WHERE expires_at <= ? RETURNING 1",
            "DELETE FROM oauth_access_tokens WHERE expires_at <= ? RETURNING 1",
            "DELETE FROM oauth_refresh_tokens WHERE expires_at <= ? RETURNING 1",
            "DELETE FROM oauth_revocations WHERE until <= ? RETURNING 1",
        ] {
            removed += self.database.query(Statement::new(sql).bind(&now)).await.map_err(failed)?.len() as u64;
        }
        Ok(removed)
    }

    // The device grant (RFC 8628) is not offered, and no client may use it, so the methods below are never called.

    async fn put_device_grant(&self, _: DeviceGrant) -> Result<(), StorageError> {
        Err(no_devices())
    }

    fn get_device_grant(&self, _: &str) -> impl Future<Output = Result<Option<DeviceGrant>, StorageError>> + Send {
        std::future::ready(Err(no_devices()))
    }

    fn find_device_grant_by_user_code(
        &self,
        _: &str,
    ) -> impl Future<Output = Result<Option<DeviceGrant>, StorageError>> + Send {
        std::future::ready(Err(no_devices()))
    }

    fn take_device_grant(&self, _: &str) -> impl Future<Output = Result<Option<DeviceGrant>, StorageError>> + Send {
        std::future::ready(Err(no_devices()))
    }

    async fn compare_and_swap_device_grant(&self, _: &DeviceGrantState, _: DeviceGrant) -> Result<bool, StorageError> {
        Err(no_devices())
    }
}

fn no_devices() -> StorageError {
    StorageError::new("the device grant is not offered")
}

fn named(what: &str, value: &str) -> Result<(), StorageError> {
    if value.is_empty() { Err(StorageError::new(format!("a revocation needs a {what}"))) } else { Ok(()) }
}

fn of_client(client: &ClientId) -> String {
    format!("client:{}", client.as_str())
}

fn of_family(family: &str) -> String {
    format!("family:{family}")
}

fn json(value: &impl Serialize) -> Result<Vec<u8>, StorageError> {
    serde_json::to_vec(value).map_err(|error| damaged(&error.to_string()))
}

fn json_text(value: &impl Serialize) -> Result<String, StorageError> {
    serde_json::to_string(value).map_err(|error| damaged(&error.to_string()))
}

/// Returns a hash of a record's state, for compare and swap.
fn fingerprint(value: &impl Serialize) -> Result<String, StorageError> {
    Ok(secrets::hash(&json_text(value)?))
}

fn text(moment: SystemTime) -> String {
    id::at(moment.into())
}

fn nanoseconds(moment: SystemTime) -> i64 {
    let since = moment.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    i64::try_from(since.as_nanos()).unwrap_or(i64::MAX)
}

fn failed(error: impl Into<DatabaseError>) -> StorageError {
    StorageError::new(error.into().to_string())
}

fn damaged(why: &str) -> StorageError {
    StorageError::new(format!("stored data is damaged: {why}"))
}
