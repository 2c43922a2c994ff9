//! The library for workers: the bindings of the worker world, and the host's interfaces as traits.
//!
//! A worker's logic is generic over the traits in [`host`]. In a component they are implemented by [`Host`], the
//! bindings. In a native test they are implemented by the test, so that every path of a job runs without a host. The
//! database is not part of them: `plumbline-database` has its own native backend. The steps that all jobs share are here:
//! parsing the payload, marking the resource as failed, and the component around the worker ([`worker!`]).
//!
//! ```
//! use plumbline_worker::{Request, payload};
//!
//! #[derive(serde::Deserialize)]
//! struct Payload {
//!     document_id: String,
//! }
//!
//! let request = Request { id: "job_1".into(), payload: r#"{"document_id": "doc_1"}"#.into(), attempt: 1 };
//! assert_eq!(payload::<Payload>(&request)?.document_id, "doc_1");
//!
//! // A payload that does not parse fails every attempt.
//! let wrong = Request { payload: "{}".into(), ..request };
//! assert!(!payload::<Payload>(&wrong).err().expect("a failure").retryable);
//! # Ok::<(), plumbline_worker::Failure>(())
//! ```

/// Generated from `wit/worker@1.0.0`.
#[allow(missing_docs, clippy::all, reason = "generated; documented in the WIT")]
pub mod bindings {
    wit_bindgen::generate!({
        world: "plumbline:worker/worker-component",
        path: [
            "../../../../wit/deps/spin-sqlite@3.1.0",
            "../../../../wit/drawing@1.0.0",
            "../../../../wit/reader@1.0.0",
            "../../../../wit/extractor@1.0.0",
            "../../../../wit/exporter@1.0.0",
            "../../../../wit/worker@1.0.0",
        ],
        generate_all,
        with: { "plumbline:drawing/quantities@1.0.0": plumbline_drawing_types::quantities },
        additional_derives: [PartialEq],
        pub_export_macro: true,
        default_bindings_module: "plumbline_worker::bindings",
    });
}

/// Generated from `wit/deep-recognition@1.0.0`.
mod recognition_bindings {
    #![allow(missing_docs, unreachable_pub, clippy::all, reason = "generated; documented in the WIT")]
    wit_bindgen::generate!({
        world: "plumbline:deep-recognition/recognizing-pages",
        path: ["../../../../wit/deep-recognition@1.0.0"],
        generate_all,
    });
}

/// Generated from `wit/provenance@1.0.0`.
mod provenance_bindings {
    #![allow(missing_docs, unreachable_pub, clippy::all, reason = "generated; documented in the WIT")]
    wit_bindgen::generate!({
        world: "plumbline:provenance/recording-provenance",
        path: ["../../../../wit/provenance@1.0.0"],
        generate_all,
        additional_derives: [PartialEq, serde::Serialize, serde::Deserialize],
    });
}

/// Generated from `wit/blob-totals@1.0.0`: the bytes of blobs.
mod blob_totals_bindings {
    #![allow(missing_docs, unreachable_pub, clippy::all, reason = "generated; documented in the WIT")]
    wit_bindgen::generate!({
        world: "plumbline:blob-totals/measuring-blobs",
        path: ["../../../../wit/blob-totals@1.0.0"],
        generate_all,
    });
}

/// Generated from `wit/document@1.0.0`: the drawing of an export.
mod document_bindings {
    #![allow(missing_docs, unreachable_pub, clippy::all, reason = "generated; documented in the WIT")]
    wit_bindgen::generate!({
        world: "plumbline:document/sharing-document",
        path: ["../../../../wit/document@1.0.0"],
        generate_all,
        additional_derives: [PartialEq],
    });
}

pub mod host;
mod job;

pub use bindings::export;
pub use bindings::exports::plumbline::worker::job::{Failure, Guest, Request};
pub use host::Host;
pub use job::{Problem, StepError, finish, payload, permanent, retryable};
pub use plumbline_database::Db;
pub use plumbline_drawing_types::{Name, quantities};
