//! A session of the components' role that no host has bound to a tenant.

use anyhow::{Result, ensure};
use plumbline_sample::{Drawing, Options};

use crate::Hosts;

#[test]
fn a_raw_session_of_the_components_role_reads_and_writes_nothing() -> Result<()> {
    let Some(hosts) = Hosts::start()? else { return Ok(()) };
    let account = hosts.account("Ames & Co")?;
    let drawing = Drawing::e101(1, &Options::default());
    let takeoff = account.start_takeoff("E-101.pdf", &drawing.pdf)?;
    account.wait_for_takeoff(&takeoff.id)?;
    let tables =
        "SELECT relname FROM pg_class WHERE relnamespace = 'plumbline'::regnamespace AND relkind IN ('r', 'p', 'v')";
    let tables = hosts.database.query("postgres", tables)?;
    ensure!(tables.lines().count() > 10, "{tables}");
    let mut filled = 0;
    for table in tables.lines() {
        let count = format!("SELECT COUNT(*) FROM plumbline.{table}");
        filled += usize::from(hosts.database.query("postgres", &count)? != "0");
        let read = hosts.database.query("plumbline_components", &count);
        ensure!(read.as_ref().is_ok_and(|rows| rows == "0"), "{table}: {read:?}");
    }
    ensure!(filled > 5, "only {filled} tables have rows at all");
    // The setting that opens a scope is sealed.
    for setting in ["1", "1.00", "2"] {
        let guessed = format!("SET plumbline.scope = '{setting}'; SELECT COUNT(*) FROM plumbline.items");
        let refused = hosts.database.query("plumbline_components", &guessed).unwrap_err().to_string();
        ensure!(refused.contains("plumbline.scope is not a value"), "{setting}: {refused}");
    }
    for statement in [
        "SELECT * FROM host.tenants",
        "SELECT host.scope_setting(1)",
        "CREATE TABLE plumbline.mine (id BIGINT)",
        "ALTER TABLE plumbline.items DISABLE ROW LEVEL SECURITY",
        "SET ROLE plumbline_owner",
        "SET ROLE plumbline_host",
    ] {
        let done = hosts.database.query("plumbline_components", statement);
        ensure!(done.is_err(), "{statement}: {done:?}");
    }
    Ok(())
}
