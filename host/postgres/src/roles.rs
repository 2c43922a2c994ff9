//! Checks at start: the server's version, and that the components' role has no more rights than it needs. The sandbox of
//! components' SQL is the first barrier. These rights are the second.

use std::time::Duration;

use plumbline_sql::SqlError;
use tokio_postgres::Row;

use crate::connection_error;
use crate::pool::{Object, Pool};
use crate::settings::{COMPONENTS_URL, PostgresError, URL};

/// The search path of both roles. `pg_temp` comes last, so that temporary tables hide nothing.
const SEARCH_PATH: &str = "plumbline, host, pg_catalog, pg_temp";
/// The oldest supported version, as `server_version_num` has it.
const OLDEST: i32 = 150_000;
/// Time that a check waits for a connection.
const WAIT: Duration = Duration::from_secs(10);

/// Everything about the components' role, in one row.
const COMPONENTS: &str = r"
    SELECT r.rolname::text AS role, r.rolsuper AS superuser, r.rolbypassrls AS bypasses,
        r.rolcreaterole OR r.rolcreatedb OR r.rolreplication AS administers,
        (SELECT count(*) FROM pg_catalog.pg_shdepend d WHERE d.refclassid = 'pg_catalog.pg_authid'::regclass
            AND d.refobjid = r.oid AND d.deptype = 'o') AS owned,
        (SELECT string_agg(quote_ident(n.nspname), ', ') FROM pg_catalog.pg_namespace n
            WHERE n.nspname NOT LIKE 'pg\_temp\_%' AND n.nspname NOT LIKE 'pg\_toast\_temp\_%'
            AND has_schema_privilege(n.oid, 'CREATE')) AS creates,
        has_database_privilege(current_database(), 'CREATE') AS creates_schemas,
        EXISTS (SELECT FROM pg_catalog.pg_namespace n WHERE n.nspname = 'host'
            AND has_schema_privilege(n.oid, 'USAGE')) AS reaches_host,
        (SELECT string_agg(quote_ident(g.rolname), ', ') FROM pg_catalog.pg_auth_members m
            JOIN pg_catalog.pg_roles g ON g.oid = m.roleid WHERE m.member = r.oid) AS memberships,
        (SELECT string_agg(quote_ident(c.relname), ', ') FROM pg_catalog.pg_class c
            JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attname = 'scope_id'
            WHERE n.nspname = 'plumbline' AND c.relkind IN ('r', 'p')
            AND NOT (c.relrowsecurity AND c.relforcerowsecurity)) AS unprotected
    FROM pg_catalog.pg_roles r WHERE r.rolname = current_user";

/// Where a connection leads, and as whom.
#[derive(PartialEq, Eq)]
struct Target {
    role: String,
    /// The database and the start of its server.
    database: (String, String),
}

/// Checks that both addresses lead to the same database of a supported server, as different roles. Sets the search path of
/// the roles.
///
/// # Errors
/// [`PostgresError`] with the setting and what to do.
pub(crate) async fn check_server(host: &Pool, components: &Pool) -> Result<(), PostgresError> {
    let target = target(URL, host).await?;
    let other = self::target(COMPONENTS_URL, components).await?;
    if target.database != other.database {
        return Err(PostgresError::Setting(format!(
            "{COMPONENTS_URL}: the address leads to database `{}` of another server or to another database than {URL} \
             (`{}`). Use the same host and database in both.",
            other.database.0, target.database.0
        )));
    }
    if target.role == other.role {
        return Err(PostgresError::Role(format!(
            "{COMPONENTS_URL}: the role `{0}` is that of {URL}. Create another role for components: CREATE ROLE \
             plumbline_components LOGIN PASSWORD '…';",
            other.role
        )));
    }
    set_search_path(URL, host).await?;
    set_search_path(COMPONENTS_URL, components).await
}

async fn target(setting: &str, pool: &Pool) -> Result<Target, PostgresError> {
    let row = row(
        setting,
        pool,
        "SELECT current_user::text, current_database()::text, extract(epoch FROM pg_postmaster_start_time())::text, \
         current_setting('server_version_num')::int4, current_setting('server_version')",
    )
    .await?;
    if row.get::<_, i32>(3) < OLDEST {
        return Err(PostgresError::Version { found: row.get(4) });
    }
    Ok(Target { role: row.get(0), database: (row.get(1), row.get(2)) })
}

/// Returns the row of a statement, on a connection of the pool.
async fn row(setting: &str, pool: &Pool, sql: &str) -> Result<Row, PostgresError> {
    let client = connection(setting, pool).await?;
    Ok(client.query_typed_one(sql, &[]).await.map_err(|error| connection_error::of(&error))?)
}

async fn connection(setting: &str, pool: &Pool) -> Result<Object, PostgresError> {
    pool.get(WAIT).await.map_err(|error| match error {
        SqlError::Io(problem) => PostgresError::Setting(format!("{setting}: {problem}")),
        other => other.into(),
    })
}

/// Makes sure that new connections of a role have the search path. It is set for the role rather than for the connection,
/// so that it holds behind PgBouncer too. A role may set it for itself.
async fn set_search_path(setting: &str, pool: &Pool) -> Result<(), PostgresError> {
    const CURRENT: &str =
        "SELECT current_setting('search_path'), quote_ident(current_user), quote_ident(current_database())";
    if row(setting, pool, CURRENT).await?.get::<_, &str>(0) == SEARCH_PATH {
        return Ok(());
    }
    let alter = "DO $$ BEGIN EXECUTE format('ALTER ROLE %I IN DATABASE %I SET search_path = plumbline, host, pg_catalog, \
                 pg_temp', current_user, current_database()); END $$";
    // Another host may set it at the same time, which fails for one of them. What counts is the result.
    if let Err(error) = connection(setting, pool).await?.batch_execute(alter).await {
        tracing::debug!(%error, setting, "the search path of the role was not set");
    }
    pool.close_idle();
    let row = row(setting, pool, CURRENT).await?;
    if row.get::<_, &str>(0) == SEARCH_PATH {
        return Ok(());
    }
    Err(PostgresError::Role(format!(
        "{setting}: the search path of role `{0}` is `{1}`. Run ALTER ROLE {0} IN DATABASE {2} SET search_path = \
         {SEARCH_PATH}; and, with PgBouncer, RECONNECT on its console.",
        row.get::<_, &str>(1),
        row.get::<_, &str>(0),
        row.get::<_, &str>(2)
    )))
}

/// Checks the rights of the components' role.
///
/// # Errors
/// [`PostgresError::Role`] with what to do.
pub(crate) async fn check_components(components: &Pool) -> Result<(), PostgresError> {
    let client = connection(COMPONENTS_URL, components).await?;
    let rows = client.query_typed(COMPONENTS, &[]).await;
    let rows = rows.map_err(|error| connection_error::of(&error))?;
    let Some(row) = rows.first() else { return Ok(()) };
    match problem(row) {
        Some(problem) => Err(PostgresError::Role(format!("{COMPONENTS_URL}: the role `{}` {problem}", role(row)))),
        None => Ok(()),
    }
}

fn role(row: &Row) -> &str {
    row.get("role")
}

/// Returns the first right too many, and the statement that removes it.
fn problem(row: &Row) -> Option<String> {
    let role = role(row);
    let is = |column: &str| row.get::<_, bool>(column);
    let list = |column: &str| row.get::<_, Option<&str>>(column);
    if is("superuser") {
        return Some(format!("is a superuser. Run ALTER ROLE {role} NOSUPERUSER; or use another role."));
    }
    if is("bypasses") {
        return Some(format!("is exempt from row-level security. Run ALTER ROLE {role} NOBYPASSRLS;"));
    }
    if is("administers") {
        return Some(format!(
            "can create roles or databases, or replicate. Run ALTER ROLE {role} NOCREATEROLE NOCREATEDB NOREPLICATION;"
        ));
    }
    if let Some(groups) = list("memberships") {
        return Some(format!("is a member of {groups} and can do all that they can. Run REVOKE {groups} FROM {role};"));
    }
    if row.get::<_, i64>("owned") > 0 {
        return Some(format!(
            "owns objects of the database, so row-level security can be switched off. Run REASSIGN OWNED BY {role} TO \
             another role, as a superuser."
        ));
    }
    if is("creates_schemas") {
        return Some(format!(
            "can create schemas. Run REVOKE CREATE ON DATABASE current_database FROM PUBLIC, {role}; with the database's \
             name."
        ));
    }
    if let Some(schemas) = list("creates") {
        return Some(format!(
            "can create objects in {schemas}. Run REVOKE CREATE ON SCHEMA {schemas} FROM PUBLIC, {role};"
        ));
    }
    if is("reaches_host") {
        return Some(format!("has rights in the schema host. Run REVOKE ALL ON SCHEMA host FROM PUBLIC, {role};"));
    }
    list("unprotected").map(|tables| {
        format!(
            "may see all tenants' rows of {tables}, where row-level security is not both enabled and forced. Run ALTER TABLE \
             … ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY; for each."
        )
    })
}
