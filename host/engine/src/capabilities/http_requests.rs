//! The types of `wasi:http`, for endpoints.

use wasmtime::component::Linker;
use wasmtime_wasi_http::{WasiHttp, WasiHttpView as _};

use crate::capability::{Capability, Interface};
use crate::slot::Class;
use crate::state::State;

/// HTTP requests that components answer. None may send any.
pub struct HttpRequests;

impl Capability for HttpRequests {
    fn interfaces(&self) -> Vec<Interface> {
        vec![Interface { class: Class::Endpoint, name: "wasi:http/types", link }]
    }
}

fn link(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    use wasmtime_wasi_http::{p2, p3};
    p3::bindings::http::types::add_to_linker::<_, WasiHttp>(linker, State::http)?;
    let options = p2::bindings::LinkOptions::default();
    p2::bindings::http::types::add_to_linker::<_, WasiHttp>(linker, &(&options).into(), State::http)
}
