//! The program as a child process, with tenants and keys created by its own commands.

use crate::build;
use crate::workspace::Workspace;
use anyhow::{Context as _, Result, bail};
use plumbline_client::blocking::Client;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

/// A running server. Dropping it stops the server.
pub(crate) struct Server {
    program: PathBuf,
    data: PathBuf,
    /// Environment variables of the server and of administrative commands, as names and values.
    settings: Vec<(String, String)>,
    child: Running,
    /// The address it listens on: `http://127.0.0.1:PORT`.
    pub(crate) origin: String,
}

/// A child process. Dropping it kills the process.
pub(crate) struct Running(pub(crate) Child);

impl Drop for Running {
    fn drop(&mut self) {
        // A kill cannot harm the database. The process may already be gone, which is fine.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A tenant with a key of all scopes.
pub(crate) struct Account {
    /// The client that uses the key.
    pub(crate) client: Client,
    /// The key.
    pub(crate) secret: String,
    pub(crate) tenant: String,
    environment: String,
}

impl Server {
    /// Starts the server on a data directory and waits for its "listening" line. Port 0 picks a free one.
    pub(crate) fn start(workspace: &Workspace, data: &Path, port: u16) -> Result<Self> {
        Self::start_with(workspace, data, port, &[])
    }

    /// Starts the server like [`Server::start`], with environment variables as names and values.
    pub(crate) fn start_with(workspace: &Workspace, data: &Path, port: u16, settings: &[(&str, &str)]) -> Result<Self> {
        let mut serve = build::host_command(workspace);
        serve.args(["serve", "--listen", &format!("127.0.0.1:{port}"), "--components"]);
        serve.arg(workspace.components_dir()).arg("--data-dir").arg(data);
        let compiled = workspace.components_dir().display().to_string();
        let settings = settings.iter().copied().chain([(build::COMPILED_DIR, compiled.as_str())]);
        Self::spawn(serve, data, settings)
    }

    /// Starts an unpacked program in an empty folder, without arguments, on a free port.
    pub(crate) fn start_unpacked(program: &Path, folder: &Path) -> Result<Self> {
        let mut serve = Command::new(program);
        serve.arg("serve").current_dir(folder);
        Self::spawn(serve, &folder.join("data"), [("PLUMBLINE_HTTP__LISTEN", "127.0.0.1:0")].into_iter())
    }

    fn spawn<'s>(mut serve: Command, data: &Path, settings: impl Iterator<Item = (&'s str, &'s str)>) -> Result<Self> {
        let settings: Vec<(String, String)> =
            settings.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        std::fs::create_dir_all(data).with_context(|| format!("cannot create {}", data.display()))?;
        let log = data.join("server.log");
        let file = std::fs::File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
        serve.envs(settings.iter().cloned()).stdout(Stdio::piped()).stderr(file);
        let mut child = serve.spawn().context("cannot start the server; `cargo xtask build` builds it")?;
        let output = child.stdout.take().context("the server has no output")?;
        let Some(origin) = read_address(output)? else {
            let _ = child.wait();
            let said = std::fs::read_to_string(&log).unwrap_or_default();
            let last: Vec<&str> = said.lines().rev().take(5).collect();
            bail!("the server did not start: {}", last.into_iter().rev().collect::<Vec<_>>().join(" | "));
        };
        Ok(Self { program: serve.get_program().into(), data: data.to_owned(), settings, child: Running(child), origin })
    }

    /// Creates a tenant with a key.
    pub(crate) fn account(&self, name: &str, environment: &str) -> Result<Account> {
        let tenant = self.administer(&["tenant", "create", name])?;
        let tenant = tenant["id"].as_str().context("`tenant create` printed no id")?.to_owned();
        let arguments = ["key", "create", "--tenant", &tenant, "--environment", environment, "--name", "xtask"];
        let key = self.administer(&[&arguments[..], &["--scopes", "all"]].concat())?;
        let secret = key["secret"].as_str().context("`key create` printed no secret")?.to_owned();
        let client = Client::new(&self.origin, &secret);
        Ok(Account { client, secret, tenant, environment: environment.to_owned() })
    }

    /// Adds credits to an account.
    pub(crate) fn grant(&self, account: &Account, credits: u32) -> Result<()> {
        let arguments = ["tenant", "grant", &account.tenant, "--environment", &account.environment, "--credits"];
        self.administer(&[&arguments[..], &[&credits.to_string()]].concat()).map(drop)
    }

    /// Returns the data directory.
    pub(crate) fn data(&self) -> &Path {
        &self.data
    }

    /// Runs an administrative command with the server's settings and parses the JSON that it prints.
    pub(crate) fn administer(&self, arguments: &[&str]) -> Result<serde_json::Value> {
        let output = Command::new(&self.program)
            .args(arguments)
            .arg("--json")
            .arg("--data-dir")
            .arg(&self.data)
            .envs(self.settings.iter().cloned())
            .env("PLUMBLINE_HTTP__PUBLIC_URL", &self.origin)
            .output()
            .context("cannot run plumbline")?;
        if !output.status.success() {
            bail!("plumbline {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim());
        }
        serde_json::from_slice(&output.stdout)
            .with_context(|| format!("plumbline {} printed no JSON", arguments.join(" ")))
    }

    /// Waits until the server exits by itself, for example when the terminal interrupts both.
    pub(crate) fn wait(mut self) -> Result<()> {
        let status = self.child.0.wait().context("cannot wait for the server")?;
        println!("server ended: {status}");
        Ok(())
    }
}

/// Reads the address in `listening on ADDRESS`, the first line of a server program.
pub(crate) fn read_address(output: ChildStdout) -> Result<Option<String>> {
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line).context("cannot read the server's output")?;
    Ok(line.trim().strip_prefix("listening on ").map(str::to_owned))
}
