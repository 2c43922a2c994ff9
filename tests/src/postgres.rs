//! A PostgreSQL server of a test, in a temporary folder.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result, bail};
use plumbline_test_s3::ReservedPort;
use tempfile::TempDir;

use crate::built::workspace;
use crate::process::run;
use crate::requirements::report_missing;

/// The name of the database of programs.
pub(crate) const DATABASE: &str = "plumbline";
/// The oldest major version of PostgreSQL that Plumbline supports.
const OLDEST: u32 = 15;
/// Where Debian and Ubuntu keep the programs of each version.
const DEBIAN: &str = "/usr/lib/postgresql";

/// A running server. Its superuser is `postgres`, and every role connects without a password, through its socket or a port of
/// 127.0.0.1. Dropping it stops the server and deletes its data.
#[derive(Debug)]
pub struct PostgresServer {
    folder: TempDir,
    port: ReservedPort,
    installed: Installed,
    server: Mutex<Child>,
}

impl PostgresServer {
    /// Starts a server, or returns `None` and reports the test as skipped if PostgreSQL is not installed.
    ///
    /// # Errors
    /// Returns an error if the server does not start, or if PostgreSQL is missing and `CI` is set.
    pub fn start() -> Result<Option<Self>> {
        let Some(installed) = Installed::find()? else { return Ok(None) };
        let template = installed.empty_template()?;
        installed.start(&template).map(Some)
    }

    /// Starts a server with what `prepare` made in one. That is made once for each `key`, and copied for each test.
    ///
    /// # Errors
    /// See [`PostgresServer::start`]. Returns the errors of `prepare` too.
    pub fn start_prepared(key: &str, prepare: impl FnOnce(&Self) -> Result<()>) -> Result<Option<Self>> {
        let Some(installed) = Installed::find()? else { return Ok(None) };
        let template = installed.template(key)?;
        if !template.exists() {
            let server = installed.start(&installed.empty_template()?)?;
            prepare(&server)?;
            server.stop("fast")?;
            server.server.lock().unwrap_or_else(PoisonError::into_inner).wait()?;
            installed.keep(&server.folder.path().join("data"), &template)?;
        }
        installed.start(&template).map(Some)
    }

    /// Creates the database `plumbline` with the roles of deploy/postgresql, without its schema.
    ///
    /// # Errors
    /// Returns an error if psql fails.
    pub fn create_database(&self) -> Result<()> {
        self.psql("postgres", "postgres", &["--command", &format!("CREATE DATABASE {DATABASE}")])?;
        let roles = workspace().join("deploy/postgresql/roles.sql");
        self.psql("postgres", DATABASE, &["--file", roles.to_str().context("a path")?])?;
        Ok(())
    }

    /// Restarts the server as after a crash: its sessions end at once.
    ///
    /// # Errors
    /// Returns an error if it does not stop, or does not start again.
    pub fn restart(&self) -> Result<()> {
        self.restart_after(|| Ok(()))
    }

    /// Restarts the server as after a crash, and calls `meanwhile` while it is stopped.
    ///
    /// # Errors
    /// See [`PostgresServer::restart`]. Returns the error of `meanwhile` too.
    pub fn restart_after(&self, meanwhile: impl FnOnce() -> Result<()>) -> Result<()> {
        let mut server = self.server.lock().unwrap_or_else(PoisonError::into_inner);
        self.stop("immediate")?;
        server.wait()?;
        let done = meanwhile();
        *server = run_server(self.folder.path(), self.port.number(), &self.installed)?;
        done
    }

    fn stop(&self, mode: &str) -> Result<()> {
        run(self
            .installed
            .command("pg_ctl")
            .args(["stop", "--mode", mode, "--silent", "--pgdata"])
            .arg(self.folder.path().join("data")))?;
        Ok(())
    }

    /// Returns the address of a database for a role, which drivers and psql read.
    pub fn url(&self, role: &str, database: &str) -> String {
        let socket = self.folder.path().display().to_string().replace('/', "%2F");
        format!("postgresql://{role}@{socket}:{}/{database}", self.port.number())
    }

    /// Returns the port of 127.0.0.1, for what has no sockets of files: a component.
    pub fn port(&self) -> u16 {
        self.port.number()
    }

    /// Runs psql with arguments and returns its standard output.
    ///
    /// # Errors
    /// Returns an error with psql's messages if it fails.
    pub fn psql(&self, role: &str, database: &str, arguments: &[&str]) -> Result<String> {
        let output = run(Command::new(self.installed.programs.join("psql"))
            .args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1"])
            .args(["--dbname", &self.url(role, database)])
            .args(arguments))?;
        Ok(String::from_utf8(output)?.trim().to_owned())
    }

    /// Returns all rows of a database, as the statements that insert them.
    pub(crate) fn dump(&self, database: &str) -> Result<String> {
        let output = run(Command::new(self.installed.programs.join("pg_dump")).args([
            "--data-only",
            "--inserts",
            "--dbname",
            &self.url("postgres", database),
        ]))?;
        Ok(String::from_utf8(output)?)
    }

    /// Writes a database to a file in PostgreSQL's own format.
    pub(crate) fn dump_to(&self, database: &str, file: &Path) -> Result<()> {
        let mut dump = Command::new(self.installed.programs.join("pg_dump"));
        dump.args(["--format", "custom", "--file"]).arg(file).arg(self.url("postgres", database));
        run(&mut dump)?;
        Ok(())
    }

    /// Restores a file of [`PostgresServer::dump_to`] into an empty database.
    pub(crate) fn restore(&self, database: &str, file: &Path) -> Result<()> {
        let mut restore = Command::new(self.installed.programs.join("pg_restore"));
        restore.args(["--exit-on-error", "--dbname", &self.url("postgres", database)]).arg(file);
        run(&mut restore)?;
        Ok(())
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        let is_stopped = self.stop("immediate").is_ok();
        let server = self.server.get_mut().unwrap_or_else(PoisonError::into_inner);
        if !is_stopped {
            // It may have ended by itself.
            let _ = server.kill();
        }
        let _ = server.wait();
    }
}

/// Starts the server in `folder`, and returns once it accepts connections.
fn run_server(folder: &Path, port: u16, installed: &Installed) -> Result<Child> {
    let mut server = installed
        .command("postgres")
        .arg("-D")
        .arg(folder.join("data"))
        .arg("-k")
        .arg(folder)
        .args(["-p", &port.to_string(), "-c", "listen_addresses=127.0.0.1"])
        // The data lives no longer than the server.
        .args(["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "lc_messages=C"])
        .stderr(Stdio::piped())
        .spawn()
        .context("cannot start postgres")?;
    if let Err(error) = wait_until_ready(&mut server) {
        // It may have ended by itself.
        let _ = server.kill();
        server.wait()?;
        return Err(error);
    }
    Ok(server)
}

/// An installation of PostgreSQL, and the templates of data folders that were made with it.
#[derive(Debug)]
struct Installed {
    programs: PathBuf,
    user: ServerUser,
}

/// The user that runs servers of databases if the test runs as root, which they refuse.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ServerUser(Option<(u32, u32)>);

impl ServerUser {
    /// Returns the user.
    ///
    /// # Errors
    /// Returns an error if the test runs as root and neither `postgres` nor `nobody` exists.
    pub(crate) fn find() -> Result<Self> {
        Ok(Self(if is_root()? { Some(unprivileged_user()?) } else { None }))
    }

    /// Returns a command that runs as the user.
    pub(crate) fn command(self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        if let Some((uid, gid)) = self.0 {
            command.uid(uid).gid(gid).current_dir("/");
        }
        command
    }

    /// Gives a file or folder to the user.
    ///
    /// # Errors
    /// Returns an error if the file cannot be given away.
    pub(crate) fn own(self, path: &Path) -> Result<()> {
        self.0.map_or(Ok(()), |(uid, gid)| chown(path, Some(uid), Some(gid))).context("cannot give a file away")
    }
}

impl Installed {
    /// Returns the installation, or `None` and reports the test as skipped if there is none.
    fn find() -> Result<Option<Self>> {
        let Some(programs) = programs()? else {
            report_missing("PostgreSQL 15 or later", "On Debian, install the package `postgresql`")?;
            return Ok(None);
        };
        Ok(Some(Self { programs, user: ServerUser::find()? }))
    }

    fn command(&self, program: &str) -> Command {
        self.user.command(self.programs.join(program))
    }

    /// Creates a temporary folder that the server's user owns.
    fn folder(&self) -> Result<TempDir> {
        let folder = tempfile::tempdir()?;
        self.user.own(folder.path())?;
        Ok(folder)
    }

    /// Starts a server on a copy of a data folder.
    fn start(&self, template: &Path) -> Result<PostgresServer> {
        let folder = self.folder()?;
        run(self.user.command("cp").arg("-a").arg(template).arg(folder.path().join("data")))?;
        let port = ReservedPort::reserve()?;
        let server = run_server(folder.path(), port.number(), self)?;
        let installed = Self { programs: self.programs.clone(), user: self.user };
        Ok(PostgresServer { folder, port, installed, server: Mutex::new(server) })
    }

    /// Returns the path of a template.
    fn template(&self, key: &str) -> Result<PathBuf> {
        let (uid, _) = self.user.0.unwrap_or_default();
        let version = version(&self.programs.join("initdb"))?;
        Ok(std::env::temp_dir().join(format!("plumbline-postgres-{version}-{uid}-{key}")))
    }

    /// Returns the data folder of a server that has never run. It is made once, because `initdb` takes seconds.
    fn empty_template(&self) -> Result<PathBuf> {
        let template = self.template("empty")?;
        if !template.exists() {
            let folder = self.folder()?;
            let data = folder.path().join("data");
            run(self
                .command("initdb")
                .args(["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "--no-sync", "--pgdata"])
                .arg(&data))?;
            self.keep(&data, &template)?;
        }
        Ok(template)
    }

    /// Makes a data folder a template.
    fn keep(&self, data: &Path, template: &Path) -> Result<()> {
        match fs::rename(data, template) {
            // Another test may have made it meanwhile.
            Err(_) if template.exists() => Ok(()),
            renamed => renamed.context("cannot keep the data folder of a new server"),
        }
    }
}

/// Returns the folder of a supported version's programs: that of `PATH`, or Debian's newest.
fn programs() -> Result<Option<PathBuf>> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    if let Ok(versions) = fs::read_dir(DEBIAN) {
        let mut versions: Vec<PathBuf> = versions.filter_map(Result::ok).map(|entry| entry.path()).collect();
        versions.sort();
        folders.extend(versions.into_iter().rev().map(|version| version.join("bin")));
    }
    for folder in folders {
        // A link in the path leads to the folder that has all of them.
        let Ok(initdb) = fs::canonicalize(folder.join("initdb")) else { continue };
        let Some(folder) = initdb.parent() else { continue };
        if version(&initdb)? >= OLDEST && folder.join("psql").is_file() {
            return Ok(Some(folder.to_owned()));
        }
    }
    Ok(None)
}

/// Returns the major version of a program: 15 for `initdb (PostgreSQL) 15.18`.
fn version(program: &Path) -> Result<u32> {
    let said = String::from_utf8(run(Command::new(program).arg("--version"))?)?;
    let number = said.split(' ').nth(2).and_then(|version| version.split(|c: char| !c.is_ascii_digit()).next());
    number.and_then(|major| major.parse().ok()).with_context(|| format!("{}: `{said}`", program.display()))
}

/// Returns whether the test runs as root.
fn is_root() -> Result<bool> {
    Ok(String::from_utf8(run(Command::new("id").arg("-u"))?)?.trim() == "0")
}

/// Returns the ids of the user `postgres`, or of `nobody`.
fn unprivileged_user() -> Result<(u32, u32)> {
    let users = fs::read_to_string("/etc/passwd")?;
    let find = |name: &str| {
        let mut fields = users.lines().find(|line| line.starts_with(&format!("{name}:")))?.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    find("postgres")
        .or_else(|| find("nobody"))
        .context("PostgreSQL refuses to run as root, and neither of the users postgres and nobody exists")
}

/// Waits for the line that says that the server accepts connections, and reads its log in the background from then on.
fn wait_until_ready(server: &mut Child) -> Result<()> {
    let mut log = BufReader::new(server.stderr.take().context("no standard error")?).lines();
    let mut said = Vec::new();
    while let Some(line) = log.next() {
        let line = line?;
        if line.contains("database system is ready to accept connections") {
            // A full pipe would stop the server.
            std::thread::spawn(move || log.for_each(drop));
            return Ok(());
        }
        said.push(line);
    }
    bail!("postgres ended: {}", said.join("\n"))
}
