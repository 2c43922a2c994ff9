//! The grants of each class: one linker per class, created once. A component cannot import what its linker does not
//! provide.

use wasmtime::component::{HasSelf, Linker};
use wasmtime::{Engine, Result};
use wasmtime_wasi::cli::{WasiCli, WasiCliView as _};
use wasmtime_wasi::filesystem::{WasiFilesystem, WasiFilesystemView as _};
use wasmtime_wasi::p2::bindings as p2;
use wasmtime_wasi::random::{WasiRandom, WasiRandomView as _};
use wasmtime_wasi_http::{WasiHttp, WasiHttpView as _};

use crate::bindings::{
    close_looking, deep_recognition, document, endpoint, exporter, exporter2, extractor, making, provenance, reader,
    recognition, sqlite, worker,
};
use crate::slot::Class;
use crate::state::State;

/// Interfaces that every class may import, in any version, because the standard libraries of guest languages always
/// import them. No directory is open, so `filesystem` reaches nothing. Sockets are absent.
const STANDARD: [&str; 5] = ["wasi:cli/", "wasi:clocks/", "wasi:io/", "wasi:random/", "wasi:filesystem/"];

/// Returns what a class may import beyond [`STANDARD`]. Interfaces of `plumbline:drawing` contain only types.
pub(crate) fn granted(class: Class) -> &'static [&'static str] {
    match class {
        Class::Endpoint => &[
            "wasi:http/types",
            "spin:sqlite/sqlite@3.1.0",
            "plumbline:endpoint/signing@1.0.0",
            "plumbline:endpoint/sealing@1.0.0",
            "plumbline:endpoint/sources@1.0.0",
        ],
        Class::Worker => &[
            "spin:sqlite/sqlite@3.1.0",
            "plumbline:worker/blobs@1.0.0",
            "plumbline:worker/readers@1.0.0",
            "plumbline:worker/extraction@1.0.0",
            "plumbline:worker/exporting@1.0.0",
            "plumbline:deep-recognition/pages@1.0.0",
            "plumbline:provenance/components@1.0.0",
            // Released interfaces that the two above replace.
            "plumbline:recognition/closer@1.0.0",
            "plumbline:making/makers@1.0.0",
            "plumbline:document/sharing@1.0.0",
            "plumbline:document/facts@1.0.0",
            // Only types: no linker of this class has their functions.
            "plumbline:drawing/",
            "plumbline:reader/reader@1.0.0",
            "plumbline:extractor/extractor@1.0.0",
            "plumbline:exporter/rows@1.0.0",
        ],
        Class::Reader => {
            &["plumbline:reader/source@1.0.0", "plumbline:recognition/models@1.0.0", "wasi:nn/", "plumbline:drawing/"]
        }
        Class::Extractor => &["plumbline:extractor/progress@1.0.0", "plumbline:drawing/"],
        Class::Exporter => &[
            "plumbline:exporter/rows@1.0.0",
            "plumbline:exporter/rows@2.0.0",
            "plumbline:document/document@1.0.0",
            // Only types.
            "plumbline:document/facts@1.0.0",
            "plumbline:drawing/",
        ],
    }
}

/// Returns whether a class may import the interface.
pub(crate) fn may_import(class: Class, interface: &str) -> bool {
    STANDARD.iter().chain(granted(class)).any(|grant| interface.starts_with(grant))
}

/// The linkers of all classes.
pub(crate) struct Linkers {
    endpoint: Linker<State>,
    worker: Linker<State>,
    reader: Linker<State>,
    extractor: Linker<State>,
    exporter: Linker<State>,
}

impl Linkers {
    pub(crate) fn new(engine: &Engine) -> Result<Self> {
        let mut http = standard(engine)?;
        wasmtime_wasi_http::p3::bindings::http::types::add_to_linker::<_, WasiHttp>(&mut http, State::http)?;
        wasmtime_wasi_http::p2::bindings::http::types::add_to_linker::<_, WasiHttp>(
            &mut http,
            &(&wasmtime_wasi_http::p2::bindings::LinkOptions::default()).into(),
            State::http,
        )?;
        sqlite::api::add_to_linker::<_, HasSelf<State>>(&mut http, |state| state)?;
        endpoint::signing::add_to_linker::<_, HasSelf<State>>(&mut http, |state| state)?;
        endpoint::sealing::add_to_linker::<_, HasSelf<State>>(&mut http, |state| state)?;
        endpoint::sources::add_to_linker::<_, HasSelf<State>>(&mut http, |state| state)?;

        let mut worker = standard(engine)?;
        sqlite::api::add_to_linker::<_, HasSelf<State>>(&mut worker, |state| state)?;
        worker::blobs::add_to_linker::<_, HasSelf<State>>(&mut worker, |state| state)?;
        worker::readers::add_to_linker::<_, HasSelf<State>>(&mut worker, |state| state)?;
        worker::extraction::add_to_linker::<_, HasSelf<State>>(&mut worker, |state| state)?;
        worker::exporting::add_to_linker::<_, HasSelf<State>>(&mut worker, |state| state)?;
        deep_recognition::pages::add_to_linker::<_, HasSelf<State>>(&mut worker, |state| state)?;
        provenance::components::add_to_linker::<_, HasSelf<State>>(&mut worker, |state| state)?;
        close_looking::closer::add_to_linker::<_, HasSelf<State>>(&mut worker, |state| state)?;
        making::makers::add_to_linker::<_, HasSelf<State>>(&mut worker, |state| state)?;
        document::sharing::add_to_linker::<_, HasSelf<State>>(&mut worker, |state| state)?;

        let mut reader = standard(engine)?;
        reader::plumbline::reader::source::add_to_linker::<_, HasSelf<State>>(&mut reader, |state| state)?;

        recognition::models::add_to_linker::<_, HasSelf<State>>(&mut reader, |state| state)?;
        recognition::nn::tensor::add_to_linker::<_, HasSelf<State>>(&mut reader, |state| state)?;
        recognition::nn::graph::add_to_linker::<_, HasSelf<State>>(&mut reader, |state| state)?;
        recognition::nn::inference::add_to_linker::<_, HasSelf<State>>(&mut reader, |state| state)?;
        recognition::nn::errors::add_to_linker::<_, HasSelf<State>>(&mut reader, |state| state)?;

        let mut extractor = standard(engine)?;
        extractor::plumbline::extractor::progress::add_to_linker::<_, HasSelf<State>>(&mut extractor, |state| state)?;

        let mut exporter = standard(engine)?;
        exporter::rows::add_to_linker::<_, HasSelf<State>>(&mut exporter, |state| state)?;
        exporter2::rows::add_to_linker::<_, HasSelf<State>>(&mut exporter, |state| state)?;
        document::reading::add_to_linker::<_, HasSelf<State>>(&mut exporter, |state| state)?;

        Ok(Self { endpoint: http, worker, reader, extractor, exporter })
    }

    pub(crate) fn of(&self, class: Class) -> &Linker<State> {
        match class {
            Class::Endpoint => &self.endpoint,
            Class::Worker => &self.worker,
            Class::Reader => &self.reader,
            Class::Extractor => &self.extractor,
            Class::Exporter => &self.exporter,
        }
    }
}

/// Creates a linker with WASI 0.2 and 0.3, without sockets.
fn standard(engine: &Engine) -> Result<Linker<State>> {
    let mut linker = Linker::new(engine);
    let l = &mut linker;
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
    wasmtime_wasi::p3::filesystem::add_to_linker(l)?;
    Ok(linker)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_granted() {
        assert!(may_import(Class::Reader, "wasi:cli/environment@0.2.6"));
        assert!(may_import(Class::Endpoint, "wasi:http/types@0.3.0"));
        assert!(!may_import(Class::Endpoint, "wasi:http/outgoing-handler@0.2.4"));
        assert!(!may_import(Class::Endpoint, "wasi:http/client@0.3.0"));
        for class in Class::ALL {
            assert!(!may_import(class, "wasi:sockets/tcp@0.2.0"));
        }
        assert!(!may_import(Class::Reader, "spin:sqlite/sqlite@3.1.0"));
        assert!(may_import(Class::Reader, "wasi:nn/graph@0.2.0-rc-2024-10-28"));
        assert!(!may_import(Class::Exporter, "wasi:nn/graph@0.2.0-rc-2024-10-28"));
        assert!(!may_import(Class::Extractor, "plumbline:worker/blobs@1.0.0"));
    }

    #[test]
    fn workers_may_import_an_interface_and_its_predecessor() {
        for interface in [
            "plumbline:provenance/components@1.0.0",
            "plumbline:making/makers@1.0.0",
            "plumbline:deep-recognition/pages@1.0.0",
            "plumbline:recognition/closer@1.0.0",
        ] {
            assert!(may_import(Class::Worker, interface), "{interface}");
            assert!(!may_import(Class::Exporter, interface), "{interface}");
        }
    }
}
