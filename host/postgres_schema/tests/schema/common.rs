//! A server with the schema, its roles and scopes.

use plumbline_postgres_schema::{BOOTSTRAP, GRANT_COMPONENTS, GRANT_HOST, MIGRATIONS};
use plumbline_tests::PostgresServer;
use tokio_postgres::{Client, Error, NoTls, SimpleQueryMessage};

pub(crate) const OWNER: &str = "plumbline_owner";
pub(crate) const HOST: &str = "plumbline_host";
pub(crate) const COMPONENTS: &str = "plumbline_components";

pub(crate) struct Fixture {
    pub(crate) server: PostgresServer,
}

/// A scope, and the value of the setting that opens it.
#[derive(Debug, Clone)]
pub(crate) struct Scope {
    pub(crate) id: i64,
    pub(crate) setting: String,
}

/// Starts a server with the schema. Returns `None` if PostgreSQL is not installed.
pub(crate) async fn fixture() -> Option<Fixture> {
    let server = PostgresServer::start().unwrap()?;
    server.psql("postgres", "postgres", &["--command", "CREATE DATABASE plumbline"]).unwrap();
    let roles = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/postgresql/roles.sql");
    // An operator may run it twice.
    for _ in 0..2 {
        server.psql("postgres", "plumbline", &["--file", roles]).unwrap();
    }
    let fixture = Fixture { server };
    let owner = fixture.connect(OWNER).await;
    owner.batch_execute(BOOTSTRAP).await.unwrap();
    for migration in MIGRATIONS {
        let name = migration.name;
        owner
            .batch_execute(&format!("BEGIN; {} COMMIT;", migration.sql))
            .await
            .unwrap_or_else(|e| panic!("{name}: {e:?}"));
    }
    owner.execute(GRANT_HOST, &[&HOST]).await.unwrap();
    owner.execute(GRANT_COMPONENTS, &[&COMPONENTS]).await.unwrap();
    Some(fixture)
}

impl Fixture {
    /// Connects as a role.
    pub(crate) async fn connect(&self, role: &str) -> Client {
        let (client, connection) = tokio_postgres::connect(&self.server.url(role, "plumbline"), NoTls).await.unwrap();
        tokio::spawn(connection);
        client
    }

    /// Creates a tenant with a scope.
    pub(crate) async fn scope(&self, tenant: &str) -> Scope {
        let host = self.connect(HOST).await;
        let insert = "INSERT INTO tenants (id, name, created_at) VALUES ($1, $1, '')";
        host.execute(insert, &[&tenant]).await.unwrap();
        let id: i64 = host.query_one("SELECT host.open_scope($1, 'production')", &[&tenant]).await.unwrap().get(0);
        let setting = host.query_one("SELECT host.scope_setting($1)", &[&id]).await.unwrap().get(0);
        Scope { id, setting }
    }

    /// Connects as a role and opens a scope for the whole session.
    pub(crate) async fn session(&self, role: &str, scope: &Scope) -> Client {
        let client = self.connect(role).await;
        set_scope(&client, &scope.setting).await;
        client
    }
}

/// Sets the scope's setting for the whole session.
pub(crate) async fn set_scope(client: &Client, setting: &str) {
    client.execute("SELECT set_config('plumbline.scope', $1, false)", &[&setting]).await.unwrap();
}

/// Runs a statement and returns its rows, each as texts.
pub(crate) async fn rows(client: &Client, sql: &str) -> Result<Vec<Vec<Option<String>>>, Error> {
    let messages = client.simple_query(sql).await?;
    Ok(messages
        .into_iter()
        .filter_map(|message| match message {
            SimpleQueryMessage::Row(row) => {
                Some((0..row.len()).map(|column| row.get(column).map(str::to_owned)).collect())
            }
            _ => None,
        })
        .collect())
}

/// Returns the first value of a statement's only row.
pub(crate) async fn one(client: &Client, sql: &str) -> String {
    rows(client, sql).await.unwrap().remove(0).remove(0).unwrap_or_default()
}

/// Fails if a query finds a row.
pub(crate) async fn assert_none(client: &Client, sql: &str) {
    let found = rows(client, sql).await.unwrap();
    assert!(found.is_empty(), "{sql}: {found:?}");
}

/// Runs a statement and returns how many rows it changed.
pub(crate) async fn changed(client: &Client, sql: &str) -> u64 {
    client.execute(sql, &[]).await.unwrap_or_else(|error| panic!("{sql}: {error:?}"))
}

/// Returns the server's message for a statement that it refuses.
pub(crate) async fn refusal(client: &Client, sql: &str) -> String {
    match client.batch_execute(sql).await {
        Ok(()) => panic!("{sql} was not refused"),
        Err(error) => text_of(&error),
    }
}

/// Returns `CODE: message`, as the server reported an error.
pub(crate) fn text_of(error: &Error) -> String {
    let error = error.as_db_error().unwrap_or_else(|| panic!("{error:?}"));
    format!("{}: {}", error.code().code(), error.message())
}
