//! The program as a child process.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;
use tempfile::TempDir;

use plumbline_test_s3::{Moto, S3Server};

use crate::application::{Edge, Runtime};
use crate::built::{components, program};
use crate::database::{TEST_DATABASE, TestDatabase};
use crate::http::{agent, send};
use crate::made_once::data_after_first_start;
use crate::process::{checked_stdout, read_listening_url, run};

/// The options of a server.
#[derive(Default, Clone)]
pub struct ServerOptions {
    /// Environment variables in addition to the test's own.
    pub environment: Vec<(String, String)>,
    /// Components to start without, as files of the components folder: `extractor-structural.wasm`.
    pub excluded_components: Vec<&'static str>,
    /// The test's own components folder, instead of the one that was built.
    pub components: Option<PathBuf>,
    /// The log filter and the log file. Otherwise warnings are printed if the variable `TEST_LOG` is set.
    pub log: Option<(&'static str, PathBuf)>,
    /// The soft limit of file descriptors, by default the test's own.
    pub descriptors: Option<u32>,
    /// The soft and the hard limit of file descriptors, which the program cannot raise.
    pub hard_descriptors: Option<u32>,
    /// Another program to run instead of the one under test: that of an earlier release.
    pub program: Option<PathBuf>,
    /// The address to listen on, by default a free port of 127.0.0.1.
    pub listen: Option<&'static str>,
    /// The S3 store of tenants' files. Otherwise they are in the data directory or, if the variable [`TEST_BLOBS`] is
    /// `s3`, in a new store.
    pub store: Option<Arc<S3Server>>,
    /// The S3 store if it is that of `moto`, in which tests see no files: a new one if [`TEST_BLOBS`] is `moto`.
    pub moto: Option<Arc<Moto>>,
    /// The PostgreSQL database. Otherwise the data is in SQLite files or, if the variable [`TEST_DATABASE`] is `postgres`,
    /// in a new database.
    pub database: Option<TestDatabase>,
}

/// Variable that is `s3` if every server is to keep its files in an S3 store, and `moto` if in that of `moto`.
pub const TEST_BLOBS: &str = "TEST_BLOBS";
/// Variable that is `2` if every server on PostgreSQL and an S3 store is to have a second host, to which every other call
/// goes.
pub const TEST_HOSTS: &str = "TEST_HOSTS";
/// The files that hosts have in common (docs/operating-many-hosts.md).
pub(crate) const COMMON_FILES: [&str; 2] = ["signing.key", "admin.token"];

/// Rates that no test reaches by accident. Tests of the limits set their own.
const HIGH_RATE_LIMITS: [(&str, &str); 8] = [
    ("PLUMBLINE_TIERS__SANDBOX__READ__PER_MINUTE", "10000000"),
    ("PLUMBLINE_TIERS__SANDBOX__READ__BURST", "10000000"),
    ("PLUMBLINE_TIERS__SANDBOX__WRITE__PER_MINUTE", "10000000"),
    ("PLUMBLINE_TIERS__SANDBOX__WRITE__BURST", "10000000"),
    ("PLUMBLINE_TIERS__STANDARD__READ__PER_MINUTE", "10000000"),
    ("PLUMBLINE_TIERS__STANDARD__READ__BURST", "10000000"),
    ("PLUMBLINE_TIERS__STANDARD__WRITE__PER_MINUTE", "10000000"),
    ("PLUMBLINE_TIERS__STANDARD__WRITE__BURST", "10000000"),
];

impl ServerOptions {
    /// Returns whether a first start makes the same data with other options: with the built components, in files.
    fn is_default_installation(&self) -> bool {
        self.has_built_components() && self.database.is_none() && !self.has_store()
    }

    /// Returns whether the built program has all built components.
    pub(crate) fn has_built_components(&self) -> bool {
        self.components.is_none() && self.excluded_components.is_empty() && self.program.is_none()
    }

    fn has_store(&self) -> bool {
        self.store.is_some() || self.moto.is_some()
    }

    /// Starts the store that [`TEST_BLOBS`] names, if the test has none of its own.
    fn start_named_store(&mut self) -> Result<()> {
        if self.has_store() || self.environment.iter().any(|(name, _)| name == "PLUMBLINE_BLOBS__URL") {
            return Ok(());
        }
        match std::env::var(TEST_BLOBS).as_deref() {
            Ok("s3") => self.store = Some(Arc::new(S3Server::start()?)),
            Ok("moto") => {
                let moto = Moto::start()?.context("moto is missing. `cargo xtask test` installs it")?;
                let created = send(&agent(), "PUT", &moto.bucket_url(), &[], &[])?;
                ensure!(created.status == 200, "moto answered {} to the new bucket", created.status);
                self.moto = Some(Arc::new(moto));
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns options with these environment variables.
    pub fn with_environment(variables: &[(&str, &str)]) -> Self {
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        Self { environment: variables.iter().map(own).collect(), ..Self::default() }
    }
}

/// A server with its own data directory. Dropping it kills the process.
pub struct Server {
    child: Option<Child>,
    data: Arc<TempDir>,
    options: ServerOptions,
    /// The components folder if some components are left out.
    component_links: TempDir,
    /// The edge that tests call instead, for the first tenant.
    pub(crate) edge: Arc<Mutex<Option<Edge>>>,
    /// The second host, to which every other call of an account goes.
    peer: Option<Box<Self>>,
    /// The address it listens on: `http://127.0.0.1:PORT`.
    pub url: String,
}

impl Server {
    fn new(mut options: ServerOptions, data: Arc<TempDir>) -> Result<Self> {
        options.start_named_store()?;
        let wants_postgres = std::env::var_os(TEST_DATABASE).is_some_and(|database| database == "postgres");
        // An earlier release knows only files.
        if options.database.is_none() && options.program.is_none() && wants_postgres {
            options.database = TestDatabase::start(&program()?)?;
        }
        if let Some(database) = &options.database {
            options.environment.splice(..0, database.environment());
        }
        if let Some(store) = &options.store {
            // The test's own settings come later and count.
            options.environment.splice(..0, store.environment());
        }
        if let Some(moto) = &options.moto {
            options.environment.splice(..0, plumbline_test_s3::environment(&moto.url()));
        }
        let component_links = tempfile::tempdir()?;
        let (edge, url) = (Arc::default(), String::new());
        Ok(Self { child: None, data, options, component_links, edge, peer: None, url })
    }

    /// Starts a server with default options.
    ///
    /// # Errors
    /// Returns an error if the server does not start listening.
    pub fn start() -> Result<Self> {
        Self::start_with(ServerOptions::default())
    }

    /// Starts a server with these options.
    ///
    /// # Errors
    /// Returns an error if the server does not start listening.
    pub fn start_with(options: ServerOptions) -> Result<Self> {
        let mut server = Self::new(options, Arc::new(tempfile::tempdir()?))?;
        // An edge on PostgreSQL uses the server's database.
        let shares = Runtime::from_env().is_some() && server.options.database.is_none();
        if server.options.is_default_installation() {
            let kind = if shares { "spin" } else { "usual" };
            server.data = Arc::new(data_after_first_start(kind, || {
                let mut first = Self::new(ServerOptions::default(), Arc::new(tempfile::tempdir()?))?;
                if shares {
                    first.share_database()?;
                }
                first.launch()?;
                first.stop()?;
                let data = std::mem::replace(&mut first.data, Arc::new(tempfile::tempdir()?));
                Arc::into_inner(data).context("the data directory is shared")
            })?);
        }
        if shares {
            server.share_database()?;
        }
        server.launch()?;
        if std::env::var_os(TEST_HOSTS).is_some_and(|hosts| hosts == "2")
            && server.options.database.is_some()
            && server.options.has_store()
        {
            let mut options = server.options.clone();
            // Hosts of one installation have one address for callers.
            options.environment.insert(0, server.public_url_setting());
            // A test's own address for operators and its own log are those of one host.
            options.environment.retain(|(name, _)| name != "PLUMBLINE_ADMIN__LISTEN");
            options.log = None;
            server.peer = Some(Box::new(server.start_peer(options)?));
        }
        Ok(server)
    }

    /// Starts another host on the database and the store of this one, with its own data directory.
    ///
    /// # Errors
    /// Returns an error if it does not start listening.
    pub fn start_peer(&self, options: ServerOptions) -> Result<Self> {
        let mut peer = Self::prepare(options)?;
        for name in COMMON_FILES {
            let from = self.data_dir().join(name);
            if from.exists() {
                std::fs::copy(from, peer.data_dir().join(name))?;
            }
        }
        peer.launch()?;
        Ok(peer)
    }

    /// Returns the addresses to which an account's calls go in turn.
    pub(crate) fn urls(&self) -> Vec<String> {
        let peer = self.peer.iter().map(|peer| peer.url.clone());
        std::iter::once(self.url.clone()).chain(peer).collect()
    }

    /// Starts a server whose data is in the database of a Spin application.
    ///
    /// # Errors
    /// Returns an error if the server does not start listening.
    pub fn start_with_spin_database(options: ServerOptions) -> Result<Self> {
        let mut server = Self::prepare_with_spin_database(options)?;
        server.launch()?;
        Ok(server)
    }

    /// Prepares a server whose data will be in the database of a Spin application. [`Server::restart`] starts it.
    ///
    /// # Errors
    /// Returns an error if its folder cannot be created.
    pub fn prepare_with_spin_database(options: ServerOptions) -> Result<Self> {
        let mut server = Self::new(options, Arc::new(tempfile::tempdir()?))?;
        server.share_database()?;
        Ok(server)
    }

    /// Prepares a server that [`Server::restart`] starts.
    ///
    /// # Errors
    /// Returns an error if its folder cannot be created.
    pub fn prepare(options: ServerOptions) -> Result<Self> {
        Self::new(options, Arc::new(tempfile::tempdir()?))
    }

    /// Prepares a server on an existing data directory. [`Server::restart`] starts it.
    ///
    /// # Errors
    /// Returns an error if its folder cannot be created.
    pub fn prepare_on(data: TempDir) -> Result<Self> {
        Self::new(ServerOptions::default(), Arc::new(data))
    }

    /// Sets an environment variable of the program, for its next start and for commands.
    pub fn set_environment(&mut self, name: &str, value: impl AsRef<Path>) {
        self.options.environment.push((name.to_owned(), value.as_ref().display().to_string()));
    }

    /// Returns the options.
    pub(crate) fn options(&self) -> &ServerOptions {
        &self.options
    }

    /// Returns the program of this server.
    fn program(&self) -> Result<PathBuf> {
        self.options.program.clone().map_or_else(program, Ok)
    }

    /// Keeps the data of its next start in the data directory, whatever the test's variables say.
    pub fn use_files(&mut self) {
        (self.options.database, self.options.store, self.options.moto) = (None, None, None);
        let is_elsewhere =
            |name: &str| name.starts_with("PLUMBLINE_DATABASE__") || name.starts_with("PLUMBLINE_BLOBS__");
        self.options.environment.retain(|(name, _)| !is_elsewhere(name));
    }

    /// Keeps the tables of its next start in a database.
    pub fn use_database(&mut self, database: &TestDatabase) {
        self.options.environment.splice(..0, database.environment());
        self.options.database = Some(database.clone());
    }

    /// Keeps the files of its next start in a store.
    pub fn use_store(&mut self, store: &Arc<S3Server>) {
        self.options.environment.splice(..0, store.environment());
        self.options.store = Some(Arc::clone(store));
    }

    fn share_database(&mut self) -> Result<()> {
        self.options.database = None;
        self.options.environment.retain(|(name, _)| !name.starts_with("PLUMBLINE_DATABASE__"));
        let database = self.spin_database();
        if let Some(folder) = database.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let database = database.to_str().context("a path")?;
        for (name, value) in [("PLUMBLINE_SPIN__DATABASE", database), ("PLUMBLINE_SPIN__ENVIRONMENT", "sandbox")] {
            self.options.environment.push((name.to_owned(), value.to_owned()));
        }
        Ok(())
    }

    /// Returns the path of a tenant's sandbox database.
    pub fn sandbox_database(&self, tenant: &str) -> PathBuf {
        let shared = self.spin_database();
        if shared.exists() { shared } else { self.data.path().join("tenants").join(tenant).join("sandbox.db") }
    }

    /// Runs a statement on the tables of a tenant's sandbox from outside, and returns the first column of its first row, or
    /// nothing if it has none. On PostgreSQL, the statement sees the rows of all tenants.
    ///
    /// # Errors
    /// Returns an error if the database refuses the statement.
    pub fn sandbox_query(&self, tenant: &str, sql: &str) -> Result<String> {
        // What is inserted belongs to the scope.
        let opened = format!(
            "DO $$ BEGIN PERFORM set_config('plumbline.scope', host.scope_setting((SELECT id FROM host.scopes \
             WHERE tenant_id = '{tenant}' AND environment = 'sandbox')), false); END $$; "
        );
        self.query("plumbline", &self.sandbox_database(tenant), &opened, sql)
    }

    /// Runs a statement on the host's own tables from outside, and returns the first column of its first row, or nothing if
    /// it has none.
    ///
    /// # Errors
    /// Returns an error if the database refuses the statement.
    pub fn control_query(&self, sql: &str) -> Result<String> {
        self.query("host", &self.data.path().join("control.db"), "", sql)
    }

    fn query(&self, schema: &str, file: &Path, opened: &str, sql: &str) -> Result<String> {
        if let Some(database) = &self.options.database {
            let printed = database.query("postgres", &format!("{opened}SET search_path = {schema}; {sql}"))?;
            return Ok(printed.lines().next().unwrap_or_default().to_owned());
        }
        let database = rusqlite::Connection::open(file)?;
        database.busy_timeout(Duration::from_secs(60))?;
        let mut statement = database.prepare(sql)?;
        let mut rows = statement.query([])?;
        let Some(row) = rows.next()? else { return Ok(String::new()) };
        Ok(match row.get(0)? {
            rusqlite::types::Value::Integer(value) => value.to_string(),
            rusqlite::types::Value::Text(text) => text,
            other => bail!("a value that is neither an integer nor text: {other:?}"),
        })
    }

    /// Returns the PostgreSQL database of the server, if its data is in one.
    pub fn database(&self) -> Option<&TestDatabase> {
        self.options.database.as_ref()
    }

    /// Returns whether the server's files are in an S3 store.
    pub fn has_store(&self) -> bool {
        self.options.has_store()
    }

    /// Returns the S3 store of the server, if its files are in one and tests see them.
    pub fn store(&self) -> Option<&S3Server> {
        self.options.store.as_deref()
    }

    /// Returns the path of a Spin application's database beside the server, named as Spin does.
    pub fn spin_database(&self) -> PathBuf {
        self.data.path().join("spin/sqlite_db.db")
    }

    /// Returns the second host, to which every other call of an account goes.
    pub(crate) fn peer(&self) -> Option<&Self> {
        self.peer.as_deref()
    }

    /// Starts a second host on the same data.
    ///
    /// # Errors
    /// Returns an error if the server does not start listening.
    pub fn start_second_host(&self) -> Result<Self> {
        let mut server = Self::new(self.options.clone(), Arc::clone(&self.data))?;
        server.launch()?;
        Ok(server)
    }

    /// Returns the data directory.
    pub fn data_dir(&self) -> &Path {
        self.data.path()
    }

    /// Returns the process id.
    pub fn pid(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }

    /// Kills the server as in a crash (SIGKILL) and waits until it is gone.
    ///
    /// # Errors
    /// Returns an error if the process cannot be killed.
    pub fn kill(&mut self) -> Result<()> {
        if let Some(peer) = &mut self.peer {
            peer.kill()?;
        }
        if let Some(mut child) = self.child.take() {
            child.kill()?;
            child.wait()?;
        }
        Ok(())
    }

    /// Stops the server gracefully (SIGTERM) and waits until it is gone.
    ///
    /// # Errors
    /// Returns an error if it does not exit successfully.
    pub fn stop(&mut self) -> Result<()> {
        if let Some(peer) = &mut self.peer {
            peer.stop()?;
        }
        self.signal("TERM")?;
        if let Some(mut child) = self.child.take() {
            let ended = child.wait()?;
            anyhow::ensure!(ended.success(), "the server ended with {ended}");
        }
        Ok(())
    }

    /// Pauses the server (SIGSTOP), as a host that hangs.
    ///
    /// # Errors
    /// Returns an error if the process cannot be signaled.
    pub fn pause(&self) -> Result<()> {
        self.signal("STOP")
    }

    /// Lets a paused server go on (SIGCONT).
    ///
    /// # Errors
    /// Returns an error if the process cannot be signaled.
    pub fn resume(&self) -> Result<()> {
        self.signal("CONT")
    }

    fn signal(&self, name: &str) -> Result<()> {
        if let Some(pid) = self.pid() {
            run(Command::new("kill").args([&format!("-{name}"), &pid.to_string()]))?;
        }
        Ok(())
    }

    /// Restarts the server on the same data. The port may change.
    ///
    /// # Errors
    /// Returns an error if the server does not start listening.
    pub fn restart(&mut self) -> Result<()> {
        self.kill()?;
        self.launch()?;
        let public_url = self.public_url_setting();
        self.peer.as_mut().map_or(Ok(()), |peer| {
            // The first is that of the start. A test's own setting comes later.
            if let Some(setting) = peer.options.environment.iter_mut().find(|(name, _)| *name == public_url.0) {
                *setting = public_url;
            }
            peer.launch()
        })
    }

    /// Returns the setting of the address for callers that this server has by default.
    fn public_url_setting(&self) -> (String, String) {
        ("PLUMBLINE_HTTP__PUBLIC_URL".to_owned(), self.url.clone())
    }

    /// Returns the components folder: all built components, or links to those that are not left out.
    fn components(&self) -> Result<PathBuf> {
        if let Some(own) = &self.options.components {
            return Ok(own.clone());
        }
        let all = components()?;
        if self.options.excluded_components.is_empty() {
            return Ok(all);
        }
        for entry in std::fs::read_dir(&all)? {
            let entry = entry?;
            let (name, link) = (entry.file_name(), self.component_links.path().join(entry.file_name()));
            if !self.options.excluded_components.iter().any(|excluded| name == *excluded) && !link.exists() {
                std::os::unix::fs::symlink(entry.path(), link)?;
            }
        }
        Ok(self.component_links.path().to_owned())
    }

    fn launch(&mut self) -> Result<()> {
        let own = self.components()?;
        let compiled = if self.options.components.is_some() { components()? } else { own.clone() };
        let (soft, hard) = (self.options.descriptors, self.options.hard_descriptors);
        let limit = hard.map(|limit| format!("-n {limit}")).or(soft.map(|limit| format!("-Sn {limit}")));
        let mut command = match limit {
            None => Command::new(self.program()?),
            Some(limit) => {
                let mut shell = Command::new("sh");
                shell.arg("-c").arg(format!("ulimit {limit} && exec \"$0\" \"$@\"")).arg(self.program()?);
                shell
            }
        };
        command
            .args(["serve", "--listen", self.options.listen.unwrap_or("127.0.0.1:0"), "--log"])
            .arg(self.options.log.as_ref().map_or("warn", |(filter, _)| filter))
            .arg("--components")
            .arg(&own)
            .arg("--data-dir")
            .arg(self.data.path())
            .env("PLUMBLINE_COMPILED_DIR", &compiled)
            .envs(HIGH_RATE_LIMITS)
            .envs(self.options.environment.iter().cloned())
            .stdout(Stdio::piped());
        if let Some((_, file)) = &self.options.log {
            command.stderr(std::fs::File::create(file)?);
        } else if std::env::var_os("TEST_LOG").is_none() {
            command.stderr(Stdio::null());
        }
        let mut child = command.spawn().context("cannot start the program")?;
        let url = read_listening_url(&mut child);
        self.child = Some(child);
        self.url = url.context("the server did not start; set TEST_LOG=1 to see why")?;
        Ok(())
    }

    /// Runs an administrative command on the data directory and parses the JSON that it prints.
    ///
    /// # Errors
    /// Returns an error with the command's output if it fails.
    pub fn admin(&self, arguments: &[&str]) -> Result<Value> {
        self.admin_with_input(arguments, "")
    }

    /// Runs an administrative command with text, such as a password, on its standard input.
    ///
    /// # Errors
    /// Returns an error with the command's output if it fails.
    pub fn admin_with_input(&self, arguments: &[&str], input: &str) -> Result<Value> {
        let mut child = self
            .command()?
            .args(arguments)
            .arg("--json")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            // A command that reads no input may have exited already.
            let _ = stdin.write_all(input.as_bytes());
        }
        let output = child.wait_with_output()?;
        Ok(serde_json::from_slice(&checked_stdout(&format!("plumbline {}", arguments.join(" ")), &output)?)?)
    }

    /// Returns the program, to be run with further arguments on the server's data.
    ///
    /// # Errors
    /// Returns an error if the program was not built.
    pub fn command(&self) -> Result<Command> {
        let mut command = Command::new(self.program()?);
        command
            .env("PLUMBLINE_DATA_DIR", self.data.path())
            .env("PLUMBLINE_COMPILED_DIR", components()?)
            .envs(HIGH_RATE_LIMITS)
            .envs(self.options.environment.iter().cloned());
        Ok(command)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may already be gone, which is fine.
        let _ = self.kill();
    }
}
