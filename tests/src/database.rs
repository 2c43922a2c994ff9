//! A PostgreSQL database of a test's server: the roles, the schema, and the settings that name them.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use anyhow::Result;

use crate::pooler::PgBouncer;
use crate::postgres::{DATABASE, PostgresServer};
use crate::process::run;

/// Variable that is `postgres` if every server is to keep its data in PostgreSQL.
pub const TEST_DATABASE: &str = "TEST_DATABASE";
/// Variable that is `pgbouncer` if programs are to reach PostgreSQL through PgBouncer in transaction mode.
pub const TEST_POOLER: &str = "TEST_POOLER";

/// The roles of programs.
const HOST: &str = "plumbline_host";
const COMPONENTS: &str = "plumbline_components";

/// The database and its three roles. Dropping the last copy stops the server.
#[derive(Debug, Clone)]
pub struct TestDatabase {
    server: Arc<PostgresServer>,
    pooler: Option<Arc<PgBouncer>>,
}

impl TestDatabase {
    /// Starts a server with the roles and the schema that `program` makes, or returns `None` and reports the test as
    /// skipped if PostgreSQL is not installed.
    ///
    /// # Errors
    /// Returns an error if the server does not start or the schema cannot be made.
    pub fn start(program: &Path) -> Result<Option<Self>> {
        let prepare = |server: &PostgresServer| {
            server.create_database()?;
            migrate(server, program)
        };
        // Another program may make another schema.
        let built = std::fs::metadata(program)?;
        let age = built.modified()?.duration_since(std::time::UNIX_EPOCH)?.as_nanos();
        let server = PostgresServer::start_prepared(&format!("{age:x}-{:x}", built.len()), prepare)?;
        let Some(server) = server else { return Ok(None) };
        let mut pooler = None;
        if std::env::var_os(TEST_POOLER).is_some_and(|pooler| pooler == "pgbouncer") {
            let Some(started) = PgBouncer::start(server.port(), &[HOST, COMPONENTS])? else { return Ok(None) };
            pooler = Some(Arc::new(started));
        }
        Ok(Some(Self { server: Arc::new(server), pooler }))
    }

    /// Restores a dump of this database in a new server, as docs/operating-many-hosts.md says. Returns `None` and reports the
    /// test as skipped if PostgreSQL is not installed.
    ///
    /// # Errors
    /// Returns an error if the database cannot be dumped or restored, or `program` cannot migrate it.
    pub fn restore_elsewhere(&self, program: &Path) -> Result<Option<Self>> {
        let Some(server) = PostgresServer::start()? else { return Ok(None) };
        let folder = tempfile::tempdir()?;
        let dump = folder.path().join("plumbline.dump");
        self.server.dump_to(DATABASE, &dump)?;
        server.create_database()?;
        server.restore(DATABASE, &dump)?;
        migrate(&server, program)?;
        Ok(Some(Self { server: Arc::new(server), pooler: None }))
    }

    /// Returns the settings of the program, as environment variables.
    pub fn environment(&self) -> Vec<(String, String)> {
        let mut settings = Vec::from(environment(&self.server));
        if let Some(pooler) = &self.pooler {
            let url = |role: &str| format!("postgresql://{role}@127.0.0.1:{}/{DATABASE}", pooler.port);
            let through = [
                ("URL", url(HOST)),
                ("COMPONENTS_URL", url(COMPONENTS)),
                // Debian's PgBouncer is older than 1.21.
                ("PREPARED_STATEMENTS", "false".to_owned()),
            ];
            settings.extend(through.map(|(setting, value)| (setting_name(setting), value)));
        }
        settings
    }

    /// Returns the address of the database for a role.
    pub fn url(&self, role: &str) -> String {
        self.server.url(role, DATABASE)
    }

    /// Returns the address and port of the server.
    pub fn tcp_address(&self) -> String {
        format!("127.0.0.1:{}", self.server.port())
    }

    /// Restarts the server without waiting for its sessions to end.
    ///
    /// # Errors
    /// Returns an error if it does not start again.
    pub fn restart(&self) -> Result<()> {
        self.server.restart()
    }

    /// Restarts the server without waiting for its sessions to end, and calls `meanwhile` while it is stopped.
    ///
    /// # Errors
    /// Returns an error if it does not start again, and the error of `meanwhile`.
    pub fn restart_after(&self, meanwhile: impl FnOnce() -> Result<()>) -> Result<()> {
        self.server.restart_after(meanwhile)
    }

    /// Runs a statement as a role and returns its rows, with `|` between columns.
    ///
    /// # Errors
    /// Returns an error with the server's message if it refuses the statement.
    pub fn query(&self, role: &str, sql: &str) -> Result<String> {
        self.server.psql(role, DATABASE, &["--command", sql])
    }

    /// Returns all rows of the database, as the statements that insert them.
    ///
    /// # Errors
    /// Returns an error if the database cannot be dumped.
    pub(crate) fn dump(&self) -> Result<String> {
        self.server.dump(DATABASE)
    }
}

/// Creates the database and the roles.
fn migrate(server: &PostgresServer, program: &Path) -> Result<()> {
    let data = tempfile::tempdir()?;
    run(Command::new(program).args(["migrate", "--data-dir"]).arg(data.path()).envs(environment(server)))?;
    Ok(())
}

fn environment(server: &PostgresServer) -> [(String, String); 3] {
    [("URL", HOST), ("COMPONENTS_URL", COMPONENTS), ("OWNER_URL", "plumbline_owner")]
        .map(|(setting, role)| (setting_name(setting), server.url(role, DATABASE)))
}

fn setting_name(setting: &str) -> String {
    format!("PLUMBLINE_DATABASE__{setting}")
}
