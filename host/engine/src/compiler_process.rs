//! Compiles a component in a separate process with limits: the host's side.
//!
//! A component comes from outside, and its size does not predict what compiling it takes: a module of a megabyte can need
//! gigabytes and minutes. A process has limits that the system enforces, and its memory returns to the system when it
//! ends. The host runs its own executable (`compiler_child`), writes the component to its standard input and reads the machine
//! code from its standard output.
//!
//! This bounds resources and is not a sandbox. The child runs as the same user as the host, and the host later executes the code
//! that the child returned. So a component that exploited an error of the compiler could do what it could do if the host
//! compiled in-process, and no more. The child does not get the key of the seals: the host seals the code it read.

use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use rustix::process::Signal;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{ChildStdin, Command};
use tokio::sync::Semaphore;

use crate::compiler_protocol::{OUT_OF_MEMORY, REFUSED, SUBCOMMAND};

/// Bytes read from a child at a time.
const CHUNK: usize = 64 * 1024;
/// Bytes of a child's standard error that are kept.
const STDERR_TAIL: usize = 4 * 1024;
const MIB: u64 = 1 << 20;

/// The compiler process, one for each compilation, and its limits.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CompilerProcess {
    /// The `plumbline` executable.
    pub program: PathBuf,
    /// Memory it may write to, in bytes, the component and its machine code included.
    pub memory_bytes: u64,
    /// Processor time it may use on all cores together, a whole number of seconds.
    pub processor_time: Duration,
    /// Wall-clock time after which it is killed, however little it has computed, for example on a busy machine.
    pub timeout: Duration,
    /// Most processes at one time.
    pub concurrent: usize,
}

/// The reason why a component was not compiled.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CompileError {
    /// The bytes are not a component.
    #[error("{0}")]
    NotAComponent(String),
    /// The process needed more memory than it may use.
    #[error("compilation exceeded {mib} MiB of memory. Make the component smaller, or raise compiling.max_memory_mib")]
    Memory { mib: u64 },
    /// The process used more processor time than it may.
    #[error(
        "compilation exceeded {seconds} s of processor time. Make the component smaller, or raise \
         compiling.max_cpu_seconds"
    )]
    ProcessorTime { seconds: u64 },
    /// The process did not finish in time.
    #[error(
        "compilation did not finish within {seconds} s. Try again when the machine is less busy, make the component smaller, \
         or raise compiling.timeout_seconds"
    )]
    Timeout { seconds: u64 },
    /// The process could not be run.
    #[error("{0}")]
    Process(String),
    /// The machine code could not be written to its destination.
    #[error("{0}")]
    Output(#[source] io::Error),
}

/// Runs the compiler processes.
pub(crate) struct ChildCompiler {
    settings: CompilerProcess,
    permits: Semaphore,
}

impl ChildCompiler {
    pub(crate) fn new(settings: CompilerProcess) -> Self {
        let permits = Semaphore::new(settings.concurrent.max(1));
        Self { settings, permits }
    }

    /// Compiles a component and writes its machine code to `code`. `environment` is what the code must be made for.
    pub(crate) async fn compile(
        &self,
        bytes: &[u8],
        environment: &str,
        code: &mut impl io::Write,
    ) -> Result<(), CompileError> {
        let limits = &self.settings;
        // The semaphore is never closed.
        let _permit = self.permits.acquire().await;
        let mut child = self.command().spawn().map_err(|error| {
            CompileError::Process(format!(
                "cannot start the compiler process {}: {error}. If the system does not allow another process, set \
                 compiling.process = \"in_process\"",
                limits.program.display()
            ))
        })?;
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(CompileError::Process("the compiler process does not have standard streams".into()));
        };
        let exchange = async {
            let receive = async {
                let received = receive(stdout, environment, limits.memory_bytes, code).await;
                if received.is_err() {
                    // The rest of its output is not needed. If this fails, the child has already ended.
                    let _ = child.start_kill();
                }
                received
            };
            let (stdin, received, stderr_tail) = tokio::join!(feed(stdin, bytes), receive, tail(stderr));
            let ended = child.wait().await;
            // Kept open until here. The child exits when its standard input ends, and so does not outlive a killed host.
            drop(stdin);
            let ended = ended.map_err(|error| CompileError::Process(format!("waiting for the compiler: {error}")))?;
            match received {
                Ok(()) if ended.success() => Ok(()),
                Err(wrong @ (CompileError::Output(_) | CompileError::Process(_))) => Err(wrong),
                _ => Err(self.error_for(ended, &stderr_tail)),
            }
        };
        let outcome = tokio::time::timeout(limits.timeout, exchange).await;
        outcome.unwrap_or(Err(CompileError::Timeout { seconds: limits.timeout.as_secs() }))
        // A child that still runs is killed when its handle is dropped.
    }

    fn command(&self) -> Command {
        let limits = &self.settings;
        let mut command = Command::new(&limits.program);
        command
            .arg0("plumbline")
            .arg(SUBCOMMAND)
            .args(["--memory-bytes", &limits.memory_bytes.to_string()])
            .args(["--processor-seconds", &limits.processor_time.as_secs().to_string()])
            // The child needs no settings or secrets from the host's environment.
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        command
    }

    /// Returns the reason why a child ended without machine code.
    fn error_for(&self, ended: ExitStatus, stderr_tail: &str) -> CompileError {
        let limits = &self.settings;
        let out_of_memory = || CompileError::Memory { mib: limits.memory_bytes / MIB };
        let is = |signal: Signal| ended.signal() == Some(signal.as_raw());
        match ended.code() {
            Some(code) if code == i32::from(REFUSED) => return CompileError::NotAComponent(stderr_tail.to_owned()),
            Some(code) if code == i32::from(OUT_OF_MEMORY) => return out_of_memory(),
            _ => {}
        }
        // Rust's standard library prints this before it aborts.
        if is(Signal::ABORT) && stderr_tail.contains("memory allocation of") {
            return out_of_memory();
        }
        if is(Signal::XCPU) {
            return CompileError::ProcessorTime { seconds: limits.processor_time.as_secs() };
        }
        if is(Signal::KILL) {
            return CompileError::Process(
                "the compiler process was killed, probably because the machine ran out of memory".into(),
            );
        }
        CompileError::Process(format!("the compiler process ended with {ended}: {stderr_tail}"))
    }
}

/// Writes the component's length and the component. If the child stops reading, it has ended, and its status gives the reason.
async fn feed(mut stdin: ChildStdin, bytes: &[u8]) -> ChildStdin {
    let length = (bytes.len() as u64).to_le_bytes();
    let fed = async {
        stdin.write_all(&length).await?;
        stdin.write_all(bytes).await
    };
    let _: io::Result<()> = fed.await;
    stdin
}

/// Reads the environment of the machine code and, if it is this host's, the code, up to a size.
async fn receive(
    mut stdout: impl AsyncRead + Unpin,
    environment: &str,
    most: u64,
    code: &mut impl io::Write,
) -> Result<(), CompileError> {
    let broken = |error: io::Error| match error.kind() {
        // It ended too early.
        io::ErrorKind::UnexpectedEof => CompileError::NotAComponent(String::new()),
        _ => CompileError::Process(format!("reading from the compiler: {error}")),
    };
    let mut made_for = vec![0; environment.len()];
    stdout.read_exact(&mut made_for).await.map_err(broken)?;
    if made_for != environment.as_bytes() {
        return Err(CompileError::Process("the compiler process has a different version. Restart the server".into()));
    }
    let mut chunk = vec![0; CHUNK];
    let mut length = 0;
    loop {
        let read = stdout.read(&mut chunk).await.map_err(broken)?;
        length += read as u64;
        if length > most {
            return Err(CompileError::Process("the compiler process returned too much code".into()));
        }
        match chunk.get(..read) {
            None | Some([]) => return Ok(()),
            Some(read) => code.write_all(read).map_err(CompileError::Output)?,
        }
    }
}

/// Reads to the end and returns the last part as text.
async fn tail(mut stderr: impl AsyncRead + Unpin) -> String {
    let mut last = Vec::new();
    let mut chunk = vec![0; CHUNK];
    while let Ok(read @ 1..) = stderr.read(&mut chunk).await {
        last.extend_from_slice(&chunk[..read]);
        let beyond = last.len().saturating_sub(STDERR_TAIL);
        last.drain(..beyond);
    }
    String::from_utf8_lossy(&last).trim().to_owned()
}
