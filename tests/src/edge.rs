//! Builds and starts a Spin application beside a server, on the data of one tenant: under the harness of `tests/edge`, or under Spin itself. Its
//! data is in PostgreSQL if the server's is.

use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use plumbline_test_s3::ReservedPort;
use serde_json::Value;
use tempfile::TempDir;

use crate::application::{Edge, Runtime};
use crate::built::{components, program};
use crate::made_once::made_once;
use crate::process::read_listening_url;
use crate::server::Server;

/// Maximum time until Spin listens. It compiles components that it has not compiled before.
const START_TIMEOUT: Duration = Duration::from_secs(180);
/// Pause between two attempts to connect.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

impl Edge {
    /// Serves the application of a tenant's sandbox. The tenant has no components of its own. The server must share its SQLite
    /// database or keep its data in PostgreSQL.
    ///
    /// # Errors
    /// Returns an error if the application cannot be built or does not start listening.
    pub fn start(runtime: &Runtime, server: &Server, tenant: &str, variables: &[(&str, &str)]) -> Result<Self> {
        Self::start_with_database(runtime, server, tenant, &server.spin_database(), variables)
    }

    /// Serves the application on another database.
    ///
    /// # Errors
    /// Returns an error if the application cannot be built or does not start listening.
    pub fn start_with_database(
        runtime: &Runtime,
        server: &Server,
        tenant: &str,
        database: &Path,
        variables: &[(&str, &str)],
    ) -> Result<Self> {
        let (folder, own) = application(server, tenant)?;
        let variables: Vec<_> = variables.iter().copied().chain([("tenant", tenant)]).collect();
        let (process, url) = serve(runtime, server, &folder.join("spin.toml"), database, &variables)?;
        Ok(Self::new(process, url, own))
    }

    /// Serves an application that is already built.
    ///
    /// # Errors
    /// Returns an error if the application does not start listening.
    pub fn start_from_manifest(
        runtime: &Runtime,
        server: &Server,
        manifest: &Path,
        variables: &[(&str, &str)],
    ) -> Result<Self> {
        let (process, url) = serve(runtime, server, manifest, &server.spin_database(), variables)?;
        Ok(Self::new(process, url, None))
    }
}

/// Returns the folder of the application of a tenant's sandbox, and the owner of the folder if it is the test's. The tenant has
/// no components of its own, so applications differ in the variable `tenant` only. One is built for all servers that have no
/// settings of their own.
fn application(server: &Server, tenant: &str) -> Result<(PathBuf, Option<TempDir>)> {
    let options = server.options();
    let build = |folder: &Path| build_edge(server, tenant, folder, &[]).map(drop);
    // What these set concerns no application.
    let is_elsewhere =
        |name: &str| ["SPIN", "DATABASE", "BLOBS"].iter().any(|part| name.starts_with(&format!("PLUMBLINE_{part}__")));
    if options.has_built_components() && options.environment.iter().all(|(name, _)| is_elsewhere(name)) {
        let database = if options.database.is_some() { "postgres" } else { "sqlite" };
        return Ok((made_once(&format!("application-{database}"), build)?, None));
    }
    let own = tempfile::tempdir()?;
    build(own.path())?;
    Ok((own.path().to_owned(), Some(own)))
}

/// Builds the application of a tenant's sandbox into a folder.
///
/// # Errors
/// Returns an error with the command's output if it fails.
pub fn build_edge(server: &Server, tenant: &str, output: &Path, more: &[&str]) -> Result<Value> {
    let path = |path: &Path| path.to_str().map(str::to_owned).context("a path");
    let (output, parts) = (path(output)?, path(&target()?.join("edge/parts"))?);
    let arguments = ["edge", "build", "--tenant", tenant, "--environment", "sandbox", "--parts", &parts, "-o", &output];
    server.admin(&[&arguments, more].concat())
}

fn serve(
    runtime: &Runtime,
    server: &Server,
    manifest: &Path,
    database: &Path,
    variables: &[(&str, &str)],
) -> Result<(Child, String)> {
    let secret = URL_SAFE_NO_PAD.encode(std::fs::read(server.data_dir().join("signing.key"))?);
    let mut usual = vec![("secret", secret), ("centre_url", server.url.clone())];
    if let Some(database) = server.database() {
        let address = database.tcp_address();
        for (name, role) in [("postgres", "plumbline_host"), ("postgres_components", "plumbline_components")] {
            usual.push((name, format!("postgresql://{role}@{address}/plumbline")));
        }
        usual.push(("postgres_host", address));
    }
    let given: Vec<String> = variables.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let others = usual.iter().filter(|(name, _)| !variables.iter().any(|(given, _)| given == name));
    let variables = given.into_iter().chain(others.map(|(name, value)| format!("{name}={value}")));
    let (mut process, url) = match runtime {
        Runtime::Harness => {
            let mut command = Command::new(program()?.with_file_name("edge-harness"));
            command.arg("--manifest").arg(manifest).arg("--database").arg(database);
            command.arg("--compiled").arg(target()?.join("edge/compiled"));
            command.args(variables.flat_map(|variable| ["--variable".to_owned(), variable]));
            let mut process =
                silence_stderr(&mut command).stdout(Stdio::piped()).spawn().context("cannot start the harness")?;
            let url = read_listening_url(&mut process);
            (process, url)
        }
        Runtime::Spin(spin) => {
            // Spin does not report the port that it picked, so a free one is chosen here.
            let port = ReservedPort::reserve()?;
            let address = port.address();
            let url = format!("http://{address}");
            let mut command = Command::new(spin);
            command.args(["up", "--quiet", "--from"]).arg(manifest).args(["--listen", &address.to_string()]);
            command.arg("--state-dir").arg(database.parent().context("no folder")?);
            command.args(["--variable", &format!("public_url={url}")]);
            command.args(variables.flat_map(|variable| ["--variable".to_owned(), variable]));
            let mut process =
                silence_stderr(&mut command).stdout(Stdio::null()).spawn().context("cannot start Spin")?;
            let listening = wait_until_listening(&mut process, &address);
            (process, listening.map(|()| url))
        }
    };
    if url.is_err() {
        // It did not start. The reason is on its standard error.
        let _ = process.kill();
        let _ = process.wait();
    }
    Ok((process, url.context("the edge did not start; set TEST_LOG=1 to see why")?))
}

fn silence_stderr(command: &mut Command) -> &mut Command {
    if std::env::var_os("TEST_LOG").is_none() {
        command.stderr(Stdio::null());
    }
    command
}

/// Waits until a process listens.
fn wait_until_listening(process: &mut Child, address: &std::net::SocketAddr) -> Result<()> {
    let begun = Instant::now();
    while TcpStream::connect(address).is_err() {
        if let Some(status) = process.try_wait()? {
            bail!("it ended with {status}");
        }
        if begun.elapsed() > START_TIMEOUT {
            bail!("it does not listen after {START_TIMEOUT:?}");
        }
        std::thread::sleep(POLL_INTERVAL);
    }
    Ok(())
}

/// Returns the build folder.
fn target() -> Result<PathBuf> {
    components()?.parent().map(Path::to_owned).context("no target folder")
}
