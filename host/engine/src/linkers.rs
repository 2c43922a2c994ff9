//! The linkers: one per class, created once. A component cannot import what its linker does not provide.

use std::sync::Arc;

use wasmtime::component::Linker;
use wasmtime::{Engine, Result};
use wasmtime_wasi::cli::{WasiCli, WasiCliView as _};
use wasmtime_wasi::filesystem::{WasiFilesystem, WasiFilesystemView as _};
use wasmtime_wasi::p2::bindings as p2;
use wasmtime_wasi::random::{WasiRandom, WasiRandomView as _};

use crate::capability::{Capabilities, Driver};
use crate::slot::Class;
use crate::state::State;

/// The linkers and drivers of all classes.
pub(crate) struct Linkers {
    capabilities: Capabilities,
    linkers: [Linker<State>; Class::ALL.len()],
}

impl Linkers {
    pub(crate) fn new(engine: &Engine, capabilities: Capabilities) -> Result<Self> {
        let mut linkers = Class::ALL.map(|_| Linker::new(engine));
        for (class, linker) in Class::ALL.into_iter().zip(&mut linkers) {
            standard(linker)?;
            capabilities.link(class, linker)?;
        }
        Ok(Self { capabilities, linkers })
    }

    pub(crate) fn of(&self, class: Class) -> &Linker<State> {
        &self.linkers[class as usize]
    }

    /// Returns what the linkers were made of.
    pub(crate) const fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    /// Returns the driver of a class. Endpoints and workers have none: the engine calls them.
    pub(crate) fn driver(&self, class: Class) -> Option<Arc<dyn Driver>> {
        self.capabilities.driver(class)
    }
}

/// Adds WASI 0.2 and 0.3, without sockets.
fn standard(l: &mut Linker<State>) -> Result<()> {
    // Clocks, random, io and the standard streams of WASI 0.2.
    wasmtime_wasi::p2::add_to_linker_proxy_interfaces_async(l)?;
    p2::cli::environment::add_to_linker::<_, WasiCli>(l, State::cli)?;
    p2::cli::exit::add_to_linker::<_, WasiCli>(l, State::cli)?;
    p2::cli::terminal_input::add_to_linker::<_, WasiCli>(l, State::cli)?;
    p2::cli::terminal_output::add_to_linker::<_, WasiCli>(l, State::cli)?;
    p2::cli::terminal_stdin::add_to_linker::<_, WasiCli>(l, State::cli)?;
    p2::cli::terminal_stdout::add_to_linker::<_, WasiCli>(l, State::cli)?;
    p2::cli::terminal_stderr::add_to_linker::<_, WasiCli>(l, State::cli)?;
    p2::random::insecure::add_to_linker::<_, WasiRandom>(l, |state| state.random())?;
    p2::random::insecure_seed::add_to_linker::<_, WasiRandom>(l, |state| state.random())?;
    p2::filesystem::preopens::add_to_linker::<_, WasiFilesystem>(l, State::filesystem)?;
    p2::filesystem::types::add_to_linker::<_, WasiFilesystem>(l, State::filesystem)?;

    wasmtime_wasi::p3::cli::add_to_linker(l)?;
    wasmtime_wasi::p3::clocks::add_to_linker(l)?;
    wasmtime_wasi::p3::random::add_to_linker(l)?;
    wasmtime_wasi::p3::filesystem::add_to_linker(l)
}
