//! PgBouncer in transaction mode: each transaction may have another connection to the server.

use std::fs;
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use plumbline_test_s3::ReservedPort;
use tempfile::TempDir;

use crate::postgres::ServerUser;
use crate::requirements::report_missing;

/// Maximum time until it listens.
const START_TIMEOUT: Duration = Duration::from_secs(30);
/// Pause between two attempts to connect.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// A running PgBouncer. Dropping it kills the process.
#[derive(Debug)]
pub struct PgBouncer {
    process: Child,
    /// The port of 127.0.0.1 that it listens on.
    pub port: u16,
    _reserved: ReservedPort,
    _folder: TempDir,
}

impl PgBouncer {
    /// Starts one for the server at a port of 127.0.0.1, with fewer connections to it than callers have, so that transactions
    /// change places. Returns `None` and reports the test as skipped if it is not installed.
    ///
    /// # Errors
    /// Returns an error if it does not start, or if it is missing and `CI` is set.
    pub fn start(server_port: u16, roles: &[&str]) -> Result<Option<Self>> {
        let Some(program) = program() else {
            report_missing("PgBouncer", "`apt-get install pgbouncer` installs it on Debian")?;
            return Ok(None);
        };
        let folder = tempfile::tempdir()?;
        let reserved = ReservedPort::reserve()?;
        let port = reserved.number();
        let users = folder.path().join("users.txt");
        fs::write(&users, roles.iter().map(|role| format!("\"{role}\" \"\"\n")).collect::<String>())?;
        let settings = folder.path().join("pgbouncer.ini");
        let text = format!(
            "[databases]\n* = host=127.0.0.1 port={server_port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n\
             listen_port = {port}\nunix_socket_dir =\nauth_type = trust\nauth_file = {}\npool_mode = transaction\n\
             default_pool_size = 6\n",
            users.display()
        );
        fs::write(&settings, text)?;
        let user = ServerUser::find()?;
        for path in [folder.path(), &users, &settings] {
            user.own(path)?;
        }
        let mut command = user.command(&program);
        let process = command.arg(&settings).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let pooler = Self { process, port, _reserved: reserved, _folder: folder };
        let started = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            if started.elapsed() > START_TIMEOUT {
                bail!("pgbouncer does not listen");
            }
            std::thread::sleep(POLL_INTERVAL);
        }
        Ok(Some(pooler))
    }
}

impl Drop for PgBouncer {
    fn drop(&mut self) {
        // The process may already be gone, which is fine.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns the program. Debian has it where only root's path leads.
fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into()]);
    folders.map(|folder| folder.join("pgbouncer")).find(|file| file.is_file())
}
