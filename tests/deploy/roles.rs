//! The roles of the database, made by psql as docs/operating-many-hosts.md says.

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::{PostgresServer, workspace};

#[test]
fn the_roles_can_be_created_twice_and_components_may_do_nothing() -> Result<()> {
    let Some(server) = PostgresServer::start()? else { return Ok(()) };
    let roles = workspace().join("deploy/postgresql/roles.sql");
    let query = |sql: &str| server.psql("postgres", "postgres", &["--command", sql]);
    for _ in 0..2 {
        server.psql("postgres", "postgres", &["--file", roles.to_str().context("a path")?])?;
    }
    let found = query(
        "SELECT string_agg(concat_ws(' ', rolname, rolcanlogin, rolsuper, rolbypassrls, rolcreaterole, \
         has_database_privilege(rolname, current_database(), 'CREATE'), \
         has_database_privilege(rolname, current_database(), 'TEMP'), \
         has_schema_privilege(rolname, 'public', 'USAGE')), '; ' ORDER BY rolname) AS roles \
         FROM pg_roles WHERE rolname LIKE 'plumbline%'",
    )?;
    // May sign in, superuser, sees all rows, creates roles, creates schemas, creates temporary tables, uses `public`.
    let expected = "plumbline_components t f f f f f f; plumbline_host t f f f f f f; plumbline_owner t f f f t f f";
    ensure!(found == expected, "{found}");
    let paths = query("SELECT count(*) FROM pg_db_role_setting WHERE setconfig::text LIKE '%search_path%'")?;
    ensure!(paths == "3", "{paths}");
    Ok(())
}
