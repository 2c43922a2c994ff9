//! Compiles a component in a separate process with limits: the child's side. `compiler_process` is the host's side.
//!
//! Standard input holds the component's length, as eight bytes, least significant first, and then the component. The child
//! writes to standard output what its machine code is compiled for (`code_cache::environment`), then the code. Standard error
//! holds the reason for a failure.

use std::io::{self, Read as _, Write as _};
use std::process::ExitCode;

use rustix::process::{Resource, Rlimit, getrlimit, nice, setrlimit};
use wasmtime::Engine;

use crate::code_cache::environment;
use crate::compiler_protocol::{OUT_OF_MEMORY, REFUSED};
use crate::settings::code_config;

/// The niceness of a child, so that requests are served meanwhile. With 10, compiling took eight times as long on a machine with
/// four other busy processes.
const NICENESS: i32 = 5;

/// The limits of a child.
#[derive(Debug, Clone, Copy)]
pub struct ChildLimits {
    /// Memory it may write to, in bytes.
    pub memory_bytes: u64,
    /// Processor time it may use, of all cores together, in seconds.
    pub processor_seconds: u64,
}

/// Compiles one component from standard input to standard output. Call it before the process has opened any file.
#[must_use = "it is the exit code of the process"]
pub fn compile_for_parent(limits: ChildLimits) -> ExitCode {
    close_inherited();
    let compiled = bound(limits).map_err(|error| Failure::other(&error)).and_then(|()| compile());
    match compiled {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure { code, why }) => {
            eprintln!("{why}");
            ExitCode::from(code)
        }
    }
}

/// The reason a component was not compiled.
struct Failure {
    code: u8,
    why: String,
}

impl Failure {
    fn other(error: &dyn std::fmt::Display) -> Self {
        Self { code: 1, why: error.to_string() }
    }

    fn of(error: &wasmtime::Error) -> Self {
        let code = if error.is::<wasmtime::error::OutOfMemory>() { OUT_OF_MEMORY } else { REFUSED };
        Self { code, why: format!("{error:#}") }
    }
}

fn compile() -> Result<(), Failure> {
    let mut input = io::stdin().lock();
    let mut length = [0; 8];
    input.read_exact(&mut length).map_err(|error| Failure::other(&error))?;
    let mut bytes = Vec::new();
    let length = u64::from_le_bytes(length);
    input.by_ref().take(length).read_to_end(&mut bytes).map_err(|error| Failure::other(&error))?;
    drop(input);
    end_with_parent().map_err(|error| Failure::other(&error))?;
    let engine = Engine::new(&code_config()).map_err(|error| Failure::of(&error))?;
    let code = engine.precompile_component(&bytes).map_err(|error| Failure::of(&error))?;
    let mut output = io::stdout().lock();
    let written = output.write_all(environment(&engine).as_bytes()).and_then(|()| output.write_all(&code));
    written.and_then(|()| output.flush()).map_err(|error| Failure::other(&error))
}

/// Sets the limits. A lower limit that the process was started with stays.
fn bound(limits: ChildLimits) -> io::Result<()> {
    let ChildLimits { memory_bytes, processor_seconds } = limits;
    // All private writable memory. Reserved memory and mapped files do not count.
    limit(Resource::Data, memory_bytes, memory_bytes)?;
    // The signal that names the reason comes first.
    limit(Resource::Cpu, processor_seconds, processor_seconds.saturating_add(1))?;
    // It writes only to pipes.
    limit(Resource::Fsize, 0, 0)?;
    limit(Resource::Core, 0, 0)?;
    // If this fails, the process only competes more with others.
    let _ = nice(NICENESS);
    Ok(())
}

fn limit(resource: Resource, current: u64, maximum: u64) -> io::Result<()> {
    let inherited = getrlimit(resource).maximum.unwrap_or(u64::MAX);
    let (current, maximum) = (Some(current.min(inherited)), Some(maximum.min(inherited)));
    Ok(setrlimit(resource, Rlimit { current, maximum })?)
}

/// Exits this process when its standard input ends. The parent keeps it open, so it ends when the parent does, for any reason.
fn end_with_parent() -> io::Result<()> {
    let watch = || {
        let _ = io::stdin().lock().read(&mut [0]);
        std::process::exit(1);
    };
    std::thread::Builder::new().name("parent".into()).spawn(watch)?;
    Ok(())
}

/// Closes descriptors that the host's own parent may have left open for its descendants. The host opens its own files
/// close-on-exec.
#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "a call of the system that has no wrapper here")]
fn close_inherited() {
    const FIRST: libc::c_uint = 3;
    // SAFETY: this process has opened no file yet, so nothing in it owns a descriptor beyond the standard streams. A system that
    // does not know the call changes nothing.
    unsafe {
        libc::syscall(libc::SYS_close_range, FIRST, libc::c_uint::MAX, 0);
    }
}

#[cfg(not(target_os = "linux"))]
fn close_inherited() {}
