//! The ingest job: a document's bytes become pages with parsed sheets.
//!
//! Payload: `{"document_id": "doc_…"}`. A document that came by address is fetched first. The bytes must be what they
//! claim to be; the tenant's reader for that type parses page after page, and each page is recorded in a transaction of
//! its own, so that a repeated job goes on where the last one stopped. At the end the document is `ready`, or `failed`
//! with a code and a sentence that says what to do.

mod disciplines;
mod document;
mod job;
mod sniff;

#[cfg(target_family = "wasm")]
mod component {
    //! The component's two functions, for the host.

    use plumbline_db::Db;
    use plumbline_guest_worker::{Failure, Guest, Host, Request, export, retryable};

    struct Ingest;

    impl Guest for Ingest {
        fn run(request: Request) -> Result<(), Failure> {
            crate::run(&Db::open().map_err(retryable)?, &Host, &request)
        }
        fn abandon(request: Request, _reason: String) -> Result<(), Failure> {
            crate::abandon(&Db::open().map_err(retryable)?, &request)
        }
    }

    export!(Ingest with_types_in plumbline_guest_worker::bindings);
}

pub use job::{abandon, run};
