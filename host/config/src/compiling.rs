//! Settings of the compilation of components.

use std::num::{NonZeroU64, NonZeroUsize};
use std::time::Duration;

use anyhow::{Context as _, Result};
use plumbline_engine::{Compile, CompilerProcess};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

/// Settings of the compilation to machine code, which runs once for each component and version of the program.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(deny_unknown_fields, default)]
pub struct Compiling {
    /// `child` compiles each component in a separate process with the limits below. `in_process` compiles in the server
    /// without limits, for systems on which a program cannot start another.
    pub process: Process,
    /// Maximum memory for compiling one component, in MiB.
    // Five times the need of the largest component that ships with the program: `reader-cad` compiles with 512 and not
    // with 384. Components that include an interpreter are larger.
    #[default(const { NonZeroU64::new(2_048).unwrap() })]
    pub max_memory_mib: NonZeroU64,
    /// Maximum processor time for compiling one component, on all cores together, in seconds.
    // Thirty times the need of that component.
    #[default(const { NonZeroU64::new(300).unwrap() })]
    pub max_cpu_seconds: NonZeroU64,
    /// Seconds after which the compilation of a component is stopped, however busy the machine is.
    // Compiler processes have a lower priority than requests and jobs.
    #[default(const { NonZeroU64::new(900).unwrap() })]
    pub timeout_seconds: NonZeroU64,
    /// Number of components that are compiled at the same time. Each may use `max_memory_mib`.
    // A component that takes minutes does not delay the others.
    #[default(const { NonZeroUsize::new(2).unwrap() })]
    pub concurrency: NonZeroUsize,
}

/// The process in which components are compiled.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Process {
    /// A separate process for each component.
    #[default]
    Child,
    /// The server process.
    InProcess,
}

impl Compiling {
    /// Returns the engine's settings.
    ///
    /// # Errors
    /// Returns an error if the path of this program is not known.
    pub fn engine(&self) -> Result<Compile> {
        Ok(match self.process {
            Process::InProcess => Compile::InProcess,
            Process::Child => Compile::Child(CompilerProcess {
                program: program()?,
                memory_bytes: self.max_memory_mib.get().saturating_mul(1 << 20),
                processor_time: Duration::from_secs(self.max_cpu_seconds.get()),
                timeout: Duration::from_secs(self.timeout_seconds.get()),
                concurrent: self.concurrency.get(),
            }),
        })
    }
}

/// Returns the path of this program's executable. On Linux, this path stays valid if a newer version replaces the file.
fn program() -> Result<std::path::PathBuf> {
    let running = std::path::PathBuf::from("/proc/self/exe");
    if cfg!(target_os = "linux") && running.exists() {
        return Ok(running);
    }
    std::env::current_exe()
        .context("cannot find the path of this program, which compiles components in processes of its own")
}
