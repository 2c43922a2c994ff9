//! Links a component for its class: its imports against the grants of the class, its exports against the world.

use std::sync::Arc;

use wasmtime::Engine;
use wasmtime::component::{Component, InstancePre};
use wasmtime_wasi_http::handler::ProxyPre;

use crate::bindings::calls::CallsPre;
use crate::bindings::worker::WorkerPre;
use crate::capability::Prepared;
use crate::error::Refusal;
use crate::linkers::Linkers;
use crate::slot::{Class, Slot};
use crate::state::State;

/// The export of an endpoint that has the plain function. Other endpoints support only HTTP.
const CALLS: &str = "plumbline:endpoint/calls@1.0.0";

/// A component linked for its class, ready to be instantiated in a store.
pub(crate) enum Linked {
    Endpoint(Arc<ProxyPre<State>>, Option<CallsPre<State>>),
    Worker(WorkerPre<State>),
    /// A component that a capability drives, and the form in which its driver prepared it.
    Driven(InstancePre<State>, Prepared),
}

/// Checks a component's imports and exports, and links it.
pub(crate) fn link(engine: &Engine, linkers: &Linkers, slot: &Slot, component: &Component) -> Result<Linked, Refusal> {
    let ty = component.component_type();
    let capabilities = linkers.capabilities();
    let imports = ty.imports(engine).map(|(name, _)| name.to_owned());
    let beyond: Vec<String> = imports.filter(|name| !capabilities.may_import(slot.class, name)).collect();
    if !beyond.is_empty() {
        let granted = capabilities.granted(slot.class).map(str::to_owned).collect();
        return Err(Refusal::Import { slot: slot.clone(), imports: beyond, granted });
    }
    let misfit = |error: wasmtime::Error| Refusal::World { slot: slot.clone(), cause: format!("{error:#}") };
    let pre = linkers.of(slot.class).instantiate_pre(component).map_err(misfit)?;
    Ok(match slot.class {
        Class::Endpoint => {
            let has_calls = ty.exports(engine).any(|(name, _)| name == CALLS);
            let calls = has_calls.then(|| CallsPre::new(pre.clone()).map_err(misfit)).transpose()?;
            let http = if ty.exports(engine).any(|(name, _)| name.starts_with("wasi:http/handler@0.3")) {
                ProxyPre::P3(wasmtime_wasi_http::p3::bindings::ServicePre::new(pre).map_err(misfit)?)
            } else {
                ProxyPre::P2(wasmtime_wasi_http::p2::bindings::ProxyPre::new(pre).map_err(misfit)?)
            };
            Linked::Endpoint(Arc::new(http), calls)
        }
        Class::Worker => Linked::Worker(WorkerPre::new(pre).map_err(misfit)?),
        Class::Reader | Class::Extractor | Class::Exporter => {
            let driver = linkers.driver(slot.class);
            let driver = driver.ok_or_else(|| misfit(wasmtime::format_err!("this host runs no {}s", slot.class)))?;
            let exports: Vec<&str> = ty.exports(engine).map(|(name, _)| name).collect();
            let prepared = driver.prepare(pre.clone(), &exports).map_err(misfit)?;
            Linked::Driven(pre, prepared)
        }
    })
}
