//! Bindings of our WIT packages for the host, without those that concern drawings. An interface whose resources are the
//! host's own is bound where they are (`capabilities`).
#![allow(missing_docs, reason = "generated; documented in the WIT")]

/// `wasmtime::component::bindgen!` for interfaces of `plumbline:endpoint`.
macro_rules! bindgen_endpoint {
    ({ $($options:tt)* }) => {
        wasmtime::component::bindgen!({
            path: [
                "../../wit/deps/wasi-clocks@0.3.0",
                "../../wit/deps/wasi-random@0.3.0",
                "../../wit/deps/wasi-filesystem@0.3.0",
                "../../wit/deps/wasi-sockets@0.3.0",
                "../../wit/deps/wasi-cli@0.3.0",
                "../../wit/deps/wasi-http@0.3.0",
                "../../wit/deps/spin-sqlite@3.1.0",
                "../../wit/endpoint@1.0.0",
            ],
            $($options)*
        });
    };
}

/// `wasmtime::component::bindgen!` for interfaces of `plumbline:worker`. Paths are relative to the caller's folder,
/// `host/<name>`.
#[macro_export]
macro_rules! bindgen_worker {
    ({ $($options:tt)* }) => {
        wasmtime::component::bindgen!({
            path: [
                "../../wit/drawing@1.0.0",
                "../../wit/reader@1.0.0",
                "../../wit/extractor@1.0.0",
                "../../wit/exporter@1.0.0",
                "../../wit/deps/spin-sqlite@3.1.0",
                "../../wit/worker@1.0.0",
            ],
            $($options)*
        });
    };
}

/// `plumbline:provenance`.
pub mod provenance {
    wasmtime::component::bindgen!({
        path: ["../../wit/provenance@1.0.0"],
        world: "plumbline:provenance/recording-provenance@1.0.0",
        imports: { default: trappable },
        additional_derives: [PartialEq],
    });
    pub use plumbline::provenance::components;
}

/// `plumbline:making`, the predecessor of `plumbline:provenance`.
pub mod making {
    wasmtime::component::bindgen!({
        path: ["../../wit/making@1.0.0"],
        world: "plumbline:making/naming-makers@1.0.0",
        imports: { default: trappable },
        additional_derives: [PartialEq],
    });
    pub use plumbline::making::makers;
}

/// `plumbline:blob-totals`.
pub mod blob_totals {
    wasmtime::component::bindgen!({
        path: ["../../wit/blob-totals@1.0.0"],
        world: "plumbline:blob-totals/measuring-blobs@1.0.0",
        imports: { default: async | trappable },
    });
    pub use plumbline::blob_totals::totals;
}

/// `plumbline:endpoint`'s own interfaces. The rest of the endpoint world uses the bindings of `wasi:http`.
pub mod endpoint {
    bindgen_endpoint!({
        inline: "
            package plumbline:host-endpoint;
            world endpoint {
                import plumbline:endpoint/signing@1.0.0;
                import plumbline:endpoint/sealing@1.0.0;
                import plumbline:endpoint/sources@1.0.0;
            }
        ",
        world: "plumbline:host-endpoint/endpoint",
        imports: { default: async | trappable },
    });
    pub use plumbline::endpoint::{sealing, signing, sources};
}

/// `plumbline:endpoint/calls`, which endpoints may export.
pub mod calls {
    bindgen_endpoint!({
        inline: "package plumbline:host-calls; world calls { export plumbline:endpoint/calls@1.0.0; }",
        world: "plumbline:host-calls/calls",
        exports: { default: async },
        // A request is copied into the guest's memory directly from the host's.
        ownership: Borrowing { duplicate_if_necessary: true },
    });
    pub use exports::plumbline::endpoint::calls as api;
}

/// `plumbline:worker`: the call of a job, and the interface of blobs.
pub mod worker {
    crate::bindgen_worker!({
        inline: "
            package plumbline:host-worker;
            world worker {
                import plumbline:worker/blobs@1.0.0;
                export plumbline:worker/job@1.0.0;
            }
        ",
        world: "plumbline:host-worker/worker",
        imports: { default: async | trappable },
        exports: { default: async },
    });
    pub use exports::plumbline::worker::job;
    pub use plumbline::worker::blobs;
}
