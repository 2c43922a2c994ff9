//! `wasmtime serve` of a hello component: the minimum cost of an HTTP component.

use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::{ReservedPort, program, workspace};

/// `wasmtime serve` of the hello component as a child process.
pub(crate) struct WasmtimeServe {
    child: std::process::Child,
    /// The address it listens on: `127.0.0.1:PORT`.
    pub address: String,
    _port: ReservedPort,
}

impl WasmtimeServe {
    /// Starts the process.
    ///
    /// # Errors
    /// Returns an error if the program or its component was not built, or it does not listen.
    pub(crate) async fn start() -> Result<Self> {
        let program = program()?;
        let folder = program.parent().context("no folder")?;
        let component =
            folder.parent().context("no target folder")?.join("wasm32-wasip2/release/plumbline_bench_hello.wasm");
        ensure!(
            component.exists(),
            "{} is missing in {}; `cargo xtask bench` builds it",
            component.display(),
            workspace().display()
        );
        let port = ReservedPort::reserve()?;
        let address = port.address().to_string();
        let child = Command::new(folder.join("wasmtime-serve"))
            .args(["-S", "cli=y", "-W", "component-model-async=y", "-O", "pooling-allocator=y", "--addr", &address])
            .arg(component)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("wasmtime-serve does not start")?;
        let peer = Self { child, address, _port: port };
        for _ in 0..200 {
            if tokio::net::TcpStream::connect(&peer.address).await.is_ok() {
                return Ok(peer);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        anyhow::bail!("wasmtime serve does not listen")
    }
}

impl Drop for WasmtimeServe {
    fn drop(&mut self) {
        // It runs until it is killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
