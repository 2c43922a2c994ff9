//! An in-memory database, a platform with simulated servers, and an identity service over both, for unit tests.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use plumbline_tenancy::{CreditAccount, Database, DatabaseError, Row, Scope, Statement, Value};

use crate::{Clock, FetchError, Identity, Platform, PlatformError, Settings};

/// An in-memory SQLite database with the control migrations.
#[derive(Clone)]
pub(crate) struct Memory(Arc<Mutex<rusqlite::Connection>>);

impl Memory {
    pub(crate) fn new() -> Self {
        let connection = rusqlite::Connection::open_in_memory().unwrap();
        for sql in [
            include_str!("../../../migrations/control/0001_platform.sql"),
            include_str!("../../../migrations/control/0004_tenant_settings.sql"),
            include_str!("../../../migrations/control/0005_identity.sql"),
            include_str!("../../../migrations/control/0013_tenant_events.sql"),
            include_str!("../../../migrations/control/0014_credential_changes.sql"),
        ] {
            connection.execute_batch(sql).unwrap();
        }
        Self(Arc::new(Mutex::new(connection)))
    }

    /// Creates a tenant and returns its id.
    pub(crate) fn tenant(&self, name: &str) -> plumbline_tenancy::TenantId {
        let id = plumbline_tenancy::TenantId::random();
        let sql = "INSERT INTO tenants (id, name, created_at) VALUES (?, ?, '2026-01-01T00:00:00.000Z')";
        self.0.lock().unwrap().execute(sql, (id.as_str(), name)).unwrap();
        id
    }
}

fn failed(error: rusqlite::Error) -> DatabaseError {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::ConstraintViolation) if error.to_string().contains("UNIQUE") => {
            DatabaseError::UniqueViolation
        }
        _ => DatabaseError::Failed(error.to_string()),
    }
}

// Each call yields first, so that concurrent calls in a test interleave as they would with a real database.
impl Database for Memory {
    async fn query(&self, statement: Statement) -> Result<Vec<Row>, DatabaseError> {
        tokio::task::yield_now().await;
        let connection = self.0.lock().unwrap();
        let mut prepared = connection.prepare(statement.sql).map_err(failed)?;
        let columns: Arc<[String]> = prepared.column_names().into_iter().map(str::to_owned).collect();
        let rows = prepared
            .query_map(rusqlite::params_from_iter(statement.values), |row| {
                let values = (0..columns.len()).map(|index| Ok(Value::try_from(row.get_ref(index)?)?));
                values.collect::<rusqlite::Result<_>>().map(|values| Row::new(Arc::clone(&columns), values))
            })
            .map_err(failed)?;
        rows.collect::<rusqlite::Result<_>>().map_err(failed)
    }

    async fn write(&self, statements: Vec<Statement>) -> Result<bool, DatabaseError> {
        tokio::task::yield_now().await;
        let mut connection = self.0.lock().unwrap();
        let transaction = connection.transaction().map_err(failed)?;
        for statement in statements {
            let changed =
                transaction.execute(statement.sql, rusqlite::params_from_iter(statement.values)).map_err(failed)?;
            if statement.changes.is_some_and(|rows| rows != changed as u64) {
                return Ok(false);
            }
        }
        transaction.commit().map_err(failed)?;
        Ok(true)
    }
}

/// A platform with simulated servers. It records the requested URLs.
#[derive(Clone, Default)]
pub(crate) struct TestPlatform {
    pub(crate) answers: Arc<Mutex<HashMap<String, (u16, String)>>>,
    pub(crate) asked: Arc<Mutex<Vec<String>>>,
    /// Number of calls of [`Platform::work`].
    pub(crate) works: Arc<AtomicUsize>,
    /// Last request body sent to each provider URL.
    pub(crate) sent: Arc<Mutex<HashMap<String, String>>>,
    /// Credits of tenants.
    pub(crate) credits: Arc<Mutex<HashMap<Scope, CreditAccount>>>,
    /// Whether [`Platform::fetch_public`] reports that it is busy.
    pub(crate) busy: Arc<AtomicBool>,
}

impl TestPlatform {
    /// Sets the response of a URL.
    pub(crate) fn set(&self, url: &str, status: u16, body: impl Into<String>) {
        self.answers.lock().unwrap().insert(url.to_owned(), (status, body.into()));
    }

    /// Returns how often a URL was requested.
    pub(crate) fn times(&self, url: &str) -> usize {
        self.asked.lock().unwrap().iter().filter(|asked| *asked == url).count()
    }

    fn answer(&self, url: &str) -> Result<(u16, String), PlatformError> {
        self.asked.lock().unwrap().push(url.to_owned());
        self.answers.lock().unwrap().get(url).cloned().ok_or_else(|| PlatformError(format!("{url} cannot be reached")))
    }
}

impl Platform for TestPlatform {
    async fn fetch_public(&self, url: &str, limit: usize) -> Result<http::Response<Bytes>, FetchError> {
        if self.busy.load(Ordering::Relaxed) {
            return Err(FetchError::Busy);
        }
        let (status, body) = self.answer(url).map_err(|error| FetchError::Failed(error.to_string()))?;
        if body.len() > limit {
            return Err(FetchError::Failed("the answer is too large".into()));
        }
        Ok(http::Response::builder()
            .status(status)
            .header("content-type", "application/json")
            .body(Bytes::from(body))
            .unwrap())
    }

    async fn send_to_provider(
        &self,
        request: http::Request<Vec<u8>>,
    ) -> Result<http::Response<Vec<u8>>, PlatformError> {
        let url = request.uri().to_string();
        self.sent.lock().unwrap().insert(url.clone(), String::from_utf8_lossy(request.body()).into_owned());
        let (status, body) = self.answer(&url)?;
        Ok(http::Response::builder()
            .status(status)
            .header("content-type", "application/json")
            .body(body.into_bytes())
            .unwrap())
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        self.works.fetch_add(1, Ordering::Relaxed);
        work()
    }

    async fn credit_account(&self, scope: &Scope, _: u32) -> Result<CreditAccount, PlatformError> {
        let known = self.credits.lock().unwrap().get(scope).cloned();
        known.ok_or_else(|| PlatformError(format!("the database of {scope} cannot be opened")))
    }

    // Reversed, not encrypted: enough for tests to see that the stored bytes are not the record itself.
    fn seal(&self, purpose: &str, bytes: &[u8]) -> Vec<u8> {
        [purpose.as_bytes(), b"\n", bytes].concat().into_iter().rev().collect()
    }

    fn open(&self, purpose: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        let bytes: Vec<u8> = sealed.iter().rev().copied().collect();
        bytes.strip_prefix(purpose.as_bytes())?.strip_prefix(b"\n").map(<[u8]>::to_vec)
    }
}

/// An identity service over a new database, its platform, and a tenant.
pub(crate) struct Fixture {
    pub(crate) identity: Identity<Memory, TestPlatform>,
    database: Memory,
    pub(crate) platform: TestPlatform,
    pub(crate) clock: Clock,
    pub(crate) tenant: plumbline_tenancy::TenantId,
}

impl Fixture {
    /// Returns the events `credential.changed`, oldest first: name and type of the credential, and the change.
    pub(crate) async fn credential_changes(&self) -> Vec<String> {
        let select = "SELECT resource_id, data FROM tenant_events WHERE kind = 'credential.changed' ORDER BY sequence";
        let rows = self.database.query(Statement::new(select)).await.unwrap();
        let words = |row: &Row| {
            let data: serde_json::Value = serde_json::from_str(&row.text("data").unwrap()).unwrap();
            let field = |name: &str| data[name].as_str().unwrap();
            assert_eq!(field("id"), row.text("resource_id").unwrap());
            format!("{} {} {}", field("name"), field("credential_type"), field("change"))
        };
        rows.iter().map(words).collect()
    }
}

pub(crate) fn fixture() -> Fixture {
    fixture_with(|_| {})
}

pub(crate) fn fixture_with(change: impl FnOnce(&mut Settings)) -> Fixture {
    let database = Memory::new();
    let tenant = database.tenant("Hidden Creek Electric");
    let (platform, clock) = (TestPlatform::default(), Clock::default());
    let mut settings = Settings::new("https://plumbline.example");
    change(&mut settings);
    let identity = Identity::new(database.clone(), platform.clone(), settings, clock.clone());
    Fixture { identity, database, platform, clock, tenant }
}
