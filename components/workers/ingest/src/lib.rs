//! The ingest job: converts a document's bytes to pages with parsed sheets.
//!
//! Payload: `{"document_id": "doc_…"}`. A document with an address is fetched first. The bytes must match the declared
//! type. The tenant's reader for that type parses page after page, and each page is recorded in its own transaction, so
//! a repeated job continues where the last one stopped. At the end the document is `ready`, or `failed` with a code and
//! a sentence that says what to do.
//!
//! ```
//! use plumbline_worker::{Host, Request};
//!
//! let db = plumbline_database::testing::database(200.0).expect("a database");
//! let request = Request { id: "job_1".into(), payload: r#"{"document_id": "doc_1"}"#.into(), attempt: 1 };
//! // The document was deleted in the meantime, so the job has nothing to do.
//! assert!(plumbline_worker_ingest::run(&db, &Host, &request).is_ok());
//! ```

mod disciplines;
mod document;
mod job;
mod sniff;

pub use job::{abandon, run};

plumbline_worker::worker!(run, abandon);
