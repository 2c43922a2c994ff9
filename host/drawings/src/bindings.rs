//! Bindings of the WIT packages that concern drawings. The records of drawings and quantities are generated once and
//! shared by every world, so that a finding passes from extractor to worker without a field-by-field copy.
#![allow(missing_docs, reason = "generated; documented in the WIT")]

pub use plumbline_engine::bindings::provenance;

/// `plumbline:drawing`: sheets and quantities.
pub mod drawing {
    wasmtime::component::bindgen!({
        inline: "
            package plumbline:host-drawing;
            world drawing {
                import plumbline:drawing/sheets@1.0.0;
                import plumbline:drawing/quantities@1.0.0;
                import plumbline:drawing/describing@1.0.0;
            }
        ",
        path: ["../../wit/drawing@1.0.0"],
        world: "plumbline:host-drawing/drawing",
        additional_derives: [PartialEq, serde::Serialize, serde::Deserialize],
    });
    pub use plumbline::drawing::{describing, quantities, sheets};
}

/// `plumbline:reader`.
pub mod reader {
    wasmtime::component::bindgen!({
        path: ["../../wit/drawing@1.0.0", "../../wit/reader@1.0.0"],
        world: "plumbline:reader/reader-component@1.0.0",
        imports: { default: async | trappable },
        exports: { default: async },
        with: {
            "plumbline:drawing/sheets@1.0.0": super::drawing::sheets,
            "plumbline:reader/source.bytes": crate::file_bytes::FileBytes,
        },
    });
    pub use exports::plumbline::reader::reader as api;
}

/// `plumbline:recognition/recognition`, which readers may export.
pub mod recognition {
    wasmtime::component::bindgen!({
        inline: "
            package plumbline:host-recognition;
            world recogniser {
                import plumbline:reader/source@1.0.0;
                export plumbline:recognition/recognition@1.0.0;
            }
        ",
        path: [
            "../../wit/drawing@1.0.0",
            "../../wit/reader@1.0.0",
            "../../wit/deps/wasi-nn@0.2.0-rc-2024-10-28",
            "../../wit/recognition@1.0.0",
        ],
        world: "plumbline:host-recognition/recogniser",
        imports: { default: async | trappable },
        exports: { default: async },
        with: {
            "plumbline:drawing/sheets@1.0.0": super::drawing::sheets,
            "plumbline:reader/source@1.0.0": super::reader::plumbline::reader::source,
        },
    });
    pub use exports::plumbline::recognition::recognition as api;
}

/// `plumbline:pictures`, which readers may export.
pub mod pictures {
    wasmtime::component::bindgen!({
        path: ["../../wit/drawing@1.0.0", "../../wit/reader@1.0.0", "../../wit/pictures@1.0.0"],
        world: "plumbline:pictures/drawing-pages@1.0.0",
        imports: { default: async | trappable },
        exports: { default: async },
        with: { "plumbline:reader/source@1.0.0": super::reader::plumbline::reader::source },
    });
    pub use exports::plumbline::pictures::pictures as api;
}

/// `plumbline:deep-recognition`.
pub mod deep_recognition {
    wasmtime::component::bindgen!({
        path: ["../../wit/deep-recognition@1.0.0"],
        world: "plumbline:deep-recognition/recognizing-pages@1.0.0",
        imports: { default: async | trappable },
    });
    pub use plumbline::deep_recognition::pages;
}

/// The interface of `plumbline:recognition` for workers, the predecessor of `plumbline:deep-recognition`.
pub mod close_looking {
    wasmtime::component::bindgen!({
        path: [
            "../../wit/drawing@1.0.0",
            "../../wit/reader@1.0.0",
            "../../wit/deps/wasi-nn@0.2.0-rc-2024-10-28",
            "../../wit/recognition@1.0.0",
        ],
        world: "plumbline:recognition/close-looking@1.0.0",
        imports: { default: async | trappable },
    });
    pub use plumbline::recognition::closer;
}

/// `plumbline:extractor`.
pub mod extractor {
    wasmtime::component::bindgen!({
        path: ["../../wit/drawing@1.0.0", "../../wit/extractor@1.0.0"],
        world: "plumbline:extractor/extractor-component@1.0.0",
        exports: { default: async },
        with: {
            "plumbline:drawing/sheets@1.0.0": super::drawing::sheets,
            "plumbline:drawing/quantities@1.0.0": super::drawing::quantities,
            "plumbline:drawing/describing@1.0.0": super::drawing::describing,
        },
    });
    pub use exports::plumbline::extractor::extractor as api;
}

/// `plumbline:document`: both sides.
pub mod document {
    wasmtime::component::bindgen!({
        inline: "
            package plumbline:host-document;
            world document {
                import plumbline:document/facts@1.0.0;
                import plumbline:document/document@1.0.0;
                import plumbline:document/sharing@1.0.0;
            }
        ",
        path: ["../../wit/document@1.0.0"],
        world: "plumbline:host-document/document",
        imports: { default: async | trappable },
    });
    pub use plumbline::document::{document as reading, facts, sharing};
}

/// Creates a module that gives the worker's bindings the types of an interface that components *export*, without its
/// functions. A worker uses only the types, and its linker has no functions to provide for them.
macro_rules! types_alone {
    ($(#[$doc:meta])* $name:ident = $from:path { $($ty:ident),* }) => {
        $(#[$doc])*
        pub mod $name {
            use $from as from;
            pub use from::{$($ty),*};
            /// Has no functions: the interface has types only. Generated code names this trait.
            pub trait Host {}
            impl<T: ?Sized> Host for T {}
            /// The same with a store.
            pub trait HostWithStore<T> {}
            impl<T, D: ?Sized> HostWithStore<T> for D {}
            /// Links nothing: the interface has types only.
            pub fn add_to_linker<T, D: wasmtime::component::HasData>(
                _: &mut wasmtime::component::Linker<T>,
                _: fn(&mut T) -> D::Data<'_>,
            ) -> wasmtime::Result<()> {
                Ok(())
            }
        }
    };
}

types_alone! {
    /// Types of `plumbline:reader/reader`.
    reader_types = crate::bindings::reader::api { Failure, FailureCode }
}
types_alone! {
    /// Types of `plumbline:extractor/extractor`.
    extractor_types = crate::bindings::extractor::api { Failure, FailureCode, Options }
}
