//! A second store, with code of its own: `moto`, a simulation of AWS in Python.

use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};

use crate::{BUCKET, ReservedPort};

/// Variable that names `moto_server`.
pub const TEST_MOTO: &str = "TEST_MOTO";

/// Longest wait for the server.
const START: Duration = Duration::from_secs(60);

/// A running `moto_server`. Dropping it kills the process.
pub struct Moto {
    child: Child,
    port: ReservedPort,
}

impl Moto {
    /// Starts the server. Returns `None` if it is not installed.
    ///
    /// # Errors
    /// Returns an error if the server does not start.
    pub fn start() -> Result<Option<Self>> {
        let Some(program) = program() else { return Ok(None) };
        let port = ReservedPort::reserve()?;
        let child = Command::new(program)
            .args(["-H", "127.0.0.1", "-p", &port.number().to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let mut server = Self { child, port };
        let begun = Instant::now();
        while TcpStream::connect(server.port.address()).is_err() {
            ensure!(server.child.try_wait()?.is_none(), "moto_server ended");
            if begun.elapsed() > START {
                bail!("moto_server did not start");
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(Some(server))
    }

    /// Returns the address of the server.
    pub fn url(&self) -> String {
        format!("http://{}", self.port.address())
    }

    /// Returns the address to which a PUT creates the bucket. The server takes it without a signature.
    pub fn bucket_url(&self) -> String {
        format!("{}/{BUCKET}", self.url())
    }
}

/// Returns `moto_server`: what the variable [`TEST_MOTO`] names, or that of the tests' Python environment, which is in the
/// folder of the build.
fn program() -> Option<PathBuf> {
    let test = std::env::current_exe().ok()?;
    let built = test.ancestors().skip(1).take(4).map(|folder| folder.join("venv/bin/moto_server"));
    std::env::var_os(TEST_MOTO).map(PathBuf::from).into_iter().chain(built).find(|program| program.is_file())
}

impl Drop for Moto {
    fn drop(&mut self) {
        // The process may already be gone, which is fine.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
