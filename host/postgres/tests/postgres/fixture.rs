//! A database with a small schema: scopes with a sealed setting, and two tables with constraints.

use std::sync::Arc;

use plumbline_postgres::{Connection, Database, Kind, Migration, Postgres, Refusal, Settings, Statement, Translate};
use plumbline_sql::{QueryResult, SqlError, SqlLimits, Value};
use rcgen::{CertificateParams, KeyPair};
use tokio_postgres::NoTls;

use crate::server::Server;

pub(crate) const HOST: &str = "plumbline_host";
pub(crate) const COMPONENTS: &str = "plumbline_components";
pub(crate) const DATABASE: &str = "plumbline";

pub(crate) const SCHEMA: Migration = Migration { version: 1, name: "schema", sql: include_str!("schema.sql") };
/// The grants of the schema.
pub(crate) const AFTER: &str = "
    GRANT USAGE ON SCHEMA plumbline TO plumbline_components;
    GRANT SELECT, INSERT, UPDATE, DELETE ON plumbline.things, plumbline.parts TO plumbline_components;";

pub(crate) const INSERT: &str = "INSERT INTO things (id, name, size) VALUES (?, ?, ?)";

/// Which way to the server a test takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Prepared,
    Unprepared,
}

pub(crate) struct Fixture {
    pub(crate) server: Server,
    pub(crate) postgres: Postgres,
}

impl Fixture {
    /// Starts a server with roles and schema. Returns `None` if that is not possible, which is reported.
    pub(crate) async fn start(mode: Mode) -> Option<Self> {
        Self::start_with(mode, 8).await
    }

    /// Starts a server to which each role has this many connections.
    pub(crate) async fn start_with(mode: Mode, connections: usize) -> Option<Self> {
        let server = Server::start("")?;
        create_roles(&server).await;
        let settings = Settings { connections, prepared_statements: mode == Mode::Prepared, ..settings(&server) };
        let postgres = Postgres::connect(&settings, translate()).await.unwrap();
        postgres.migrate(&[SCHEMA], AFTER).await.unwrap();
        Some(Self { server, postgres })
    }

    /// Returns the database of a scope with limits.
    pub(crate) async fn database(&self, tenant: &str, limits: SqlLimits) -> Arc<Database> {
        let scope = self.postgres.open_scope(tenant, "sandbox").await.unwrap();
        self.postgres.database(scope, limits, None)
    }

    /// Returns a connection to a scope.
    pub(crate) async fn connect(&self, tenant: &str) -> Connection {
        self.database(tenant, SqlLimits::default()).await.connect()
    }
}

/// Returns the settings that lead to a server.
pub(crate) fn settings(server: &Server) -> Settings {
    Settings {
        url: server.url(HOST, DATABASE),
        components_url: server.url(COMPONENTS, DATABASE),
        ..Settings::default()
    }
}

/// Starts a server with the roles that offers TLS. Returns it with its certificate, or `None` if it cannot be started, which
/// is reported.
pub(crate) async fn start_with_tls() -> Option<(Server, String)> {
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(vec!["localhost".into()]).unwrap().self_signed(&key).unwrap();
    let (key, certificate) = (key.serialize_pem(), certificate.pem());
    let files = [("server.key", key.as_str()), ("server.crt", certificate.as_str())];
    let server = Server::start_with("-c ssl=on", &files)?;
    create_roles(&server).await;
    Some((server, certificate))
}

pub(crate) async fn create_roles(server: &Server) {
    let admin = session(&server.url("postgres", "postgres")).await;
    for sql in [
        "CREATE ROLE plumbline_host LOGIN PASSWORD 'secret'",
        "CREATE ROLE plumbline_components LOGIN PASSWORD 'secret'",
        "CREATE DATABASE plumbline OWNER plumbline_host",
        // Lets tests see which statements run.
        "GRANT pg_read_all_stats TO plumbline_host",
    ] {
        admin.batch_execute(sql).await.unwrap();
    }
}

/// Opens a session without this crate, as `psql` does.
pub(crate) async fn session(url: &str) -> tokio_postgres::Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

/// Translates placeholders and refuses whatever is not a statement of rows or transactions.
pub(crate) fn translate() -> Translate {
    Arc::new(|sql: &str| {
        let mut words = sql.split_whitespace();
        let kind = match words.next().unwrap_or_default() {
            "SELECT" | "WITH" => Kind::Read,
            "INSERT" | "UPDATE" | "DELETE" => Kind::Write,
            "BEGIN" => Kind::Begin { immediate: words.next() == Some("IMMEDIATE") },
            "COMMIT" => Kind::Commit,
            "ROLLBACK" => Kind::Rollback,
            "DROP" => return Err(Refusal::Denied("DROP".into())),
            other => return Err(Refusal::Invalid(format!("near \"{other}\": syntax error"))),
        };
        let mut parts = sql.split('?');
        let mut translated = parts.next().unwrap_or_default().to_owned();
        let mut parameters = 0;
        for part in parts {
            parameters += 1;
            translated.push_str(&format!("${parameters}{part}"));
        }
        let inserts = sql.starts_with("INSERT");
        let reports: &[_] = if sql.contains("reported") { &["plumbline.other", "plumbline.test"] } else { &[] };
        let outbox = sql.contains("outbox");
        Ok(Arc::new(Statement { sql: translated, kind, parameters, inserts, outbox, reports }))
    })
}

pub(crate) async fn run(connection: &Connection, sql: &str) -> Result<QueryResult, SqlError> {
    connection.execute(sql, vec![]).await
}

/// Returns the only value of a result.
pub(crate) async fn one(connection: &Connection, sql: &str) -> Value {
    let result = run(connection, sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    assert_eq!((result.rows.len(), result.columns.len()), (1, 1), "{sql}: {result:?}");
    result.rows[0][0].clone()
}

pub(crate) fn text(text: &str) -> Value {
    text.into()
}

/// Inserts a row.
pub(crate) async fn insert(connection: &Connection, id: &str) -> Result<QueryResult, SqlError> {
    connection.execute(INSERT, vec![text(id), text(id), Value::Integer(1)]).await
}
