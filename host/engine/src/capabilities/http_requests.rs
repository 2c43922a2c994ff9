//! The types of `wasi:http`, for endpoints.

use wasmtime::component::Linker;
use wasmtime_wasi_http::{WasiHttp, WasiHttpView as _};

use crate::capability::Capability;
use crate::slot::Class;
use crate::state::State;

/// HTTP requests that components answer. None may send any.
pub struct HttpRequests;

impl Capability for HttpRequests {
    fn grants(&self, class: Class) -> &'static [&'static str] {
        match class {
            Class::Endpoint => &["wasi:http/types"],
            _ => &[],
        }
    }

    fn link(&self, class: Class, linker: &mut Linker<State>) -> wasmtime::Result<()> {
        use wasmtime_wasi_http::{p2, p3};
        if class == Class::Endpoint {
            p3::bindings::http::types::add_to_linker::<_, WasiHttp>(linker, State::http)?;
            let options = p2::bindings::LinkOptions::default();
            p2::bindings::http::types::add_to_linker::<_, WasiHttp>(linker, &(&options).into(), State::http)?;
        }
        Ok(())
    }
}
