//! The ingest job: converts a document's bytes to pages with parsed sheets.
//!
//! Payload: `{"document_id": "doc_…"}`. A document with an address is fetched first. The bytes must match the declared
//! type. The tenant's reader for that type parses page after page, and each page is recorded in its own transaction, so
//! a repeated job continues where the last one stopped. At the end the document is `ready`, or `failed` with a code and
//! a sentence that says what to do.
//!
//! ```
//! use plumbline_guest_worker::{Host, Request};
//!
//! let db = plumbline_db::testing::database(200.0).expect("a database");
//! let request = Request { id: "job_1".into(), payload: r#"{"document_id": "doc_1"}"#.into(), attempt: 1 };
//! // The document was deleted in the meantime, so the job has nothing to do.
//! assert!(plumbline_worker_ingest::run(&db, &Host, &request).is_ok());
//! ```

mod disciplines;
mod document;
mod job;
mod sniff;

#[cfg(target_family = "wasm")]
mod component {
    //! The component's functions that the host calls.

    use plumbline_db::Db;
    use plumbline_guest_worker::{Failure, Guest, Host, Request, export, retryable};

    struct Ingest;

    impl Guest for Ingest {
        fn run(request: Request) -> Result<(), Failure> {
            crate::run(&Db::open().map_err(retryable)?, &Host, &request)
        }
        fn abandon(request: Request, _reason: String) -> Result<(), Failure> {
            crate::abandon(&Db::open().map_err(retryable)?, &Host, &request)
        }
    }

    export!(Ingest with_types_in plumbline_guest_worker::bindings);
}

pub use job::{abandon, run};
