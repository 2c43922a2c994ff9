//! A running Spin application beside a server.

use std::path::PathBuf;
use std::process::{Child, Command};

use tempfile::TempDir;

/// Variable that makes tests call an edge: `harness`, or the path of a `spin`.
pub const TEST_EDGE: &str = "TEST_EDGE";

/// The runtime of an application.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Runtime {
    /// The built harness.
    Harness,
    /// The Spin program at this path.
    Spin(PathBuf),
}

impl Runtime {
    /// Returns the runtime that the environment asks for, if any.
    pub fn from_env() -> Option<Self> {
        let wanted = std::env::var_os(TEST_EDGE)?;
        Some(if wanted == "harness" { Self::Harness } else { Self::Spin(wanted.into()) })
    }
}

/// A running application. Dropping it kills the process.
pub struct Edge {
    process: Child,
    /// The address it listens on: `http://127.0.0.1:PORT`.
    pub url: String,
    _own: Option<TempDir>,
}

impl Edge {
    pub(crate) fn new(process: Child, url: String, own: Option<TempDir>) -> Self {
        Self { process, url, _own: own }
    }

    /// Returns the process id.
    pub fn pid(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for Edge {
    fn drop(&mut self) {
        // The process may already be gone, which is fine. SIGTERM makes Spin end the trigger that it started.
        let _ = Command::new("kill").args(["-TERM", &self.process.id().to_string()]).status();
        let _ = self.process.wait();
    }
}
