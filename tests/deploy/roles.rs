//! The roles of the database, made by PostgreSQL's single-user mode, which listens nowhere.

use std::ffi::OsStr;
use std::io::Write as _;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::{report_missing, run};

use crate::read;

/// The user `nobody`. PostgreSQL refuses to run as root.
const NOBODY: u32 = 65534;

/// Returns whether the tests run as root.
fn is_root() -> Result<bool> {
    Ok(run(Command::new("id").arg("-u"))?.trim_ascii() == b"0")
}

/// Creates a command that runs a program of PostgreSQL on a data directory.
fn postgres(program: &str, data: &Path) -> Result<Command> {
    let mut command = Command::new(program);
    command.current_dir(data.parent().context("a data directory is in a folder")?);
    if is_root()? {
        command.uid(NOBODY).gid(NOBODY);
    }
    Ok(command)
}

/// Executes SQL as the superuser and returns the output. With `-j`, an empty line after a semicolon ends a statement.
fn execute(data: &Path, sql: &str) -> Result<String> {
    let mut command = postgres("postgres", data)?;
    command.args([
        OsStr::new("--single"),
        OsStr::new("-j"),
        OsStr::new("-D"),
        data.as_os_str(),
        OsStr::new("postgres"),
    ]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    child.stdin.take().context("no standard input")?.write_all(format!("{sql}\n\n").as_bytes())?;
    let output = child.wait_with_output()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success() && !errors.contains("ERROR:"), "{errors}");
    Ok(String::from_utf8(output.stdout)?)
}

#[test]
fn the_roles_can_be_created_twice_and_components_may_do_nothing() -> Result<()> {
    if Command::new("initdb").arg("--version").stdout(Stdio::null()).status().is_err() {
        return report_missing("initdb", "Install PostgreSQL 15 or later, with its programs on the PATH");
    }
    let folder = tempfile::tempdir()?;
    if is_root()? {
        chown(folder.path(), Some(NOBODY), Some(NOBODY))?;
    }
    let data = folder.path().join("data");
    run(postgres("initdb", &data)?.args(["--username", "postgres", "--auth", "trust", "--no-sync", "-D"]).arg(&data))?;
    let roles = read("postgresql/roles.sql")?;
    for _ in 0..2 {
        execute(&data, &roles)?;
    }
    let found = execute(
        &data,
        "SELECT string_agg(concat_ws(' ', rolname, rolcanlogin, rolsuper, rolbypassrls, rolcreaterole, \
         has_database_privilege(rolname, current_database(), 'CREATE'), \
         has_database_privilege(rolname, current_database(), 'TEMP'), \
         has_schema_privilege(rolname, 'public', 'USAGE')), '; ' ORDER BY rolname) AS roles \
         FROM pg_roles WHERE rolname LIKE 'plumbline%';",
    )?;
    // May sign in, superuser, sees all rows, creates roles, creates schemas, creates temporary tables, uses `public`.
    let expected = "plumbline_components t f f f f f f; plumbline_host t f t f f f f; plumbline_owner t f t f t t t";
    assert!(found.contains(expected), "{found}");
    let paths =
        execute(&data, "SELECT count(*) AS paths FROM pg_db_role_setting WHERE setconfig::text LIKE '%search_path%';")?;
    assert!(paths.contains(r#"paths = "3""#), "{paths}");
    Ok(())
}
