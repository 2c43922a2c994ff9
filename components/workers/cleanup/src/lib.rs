//! The cleanup job: background work that no request waits for. Its payload is one of
//!
//! - `{"prefixes": ["documents/doc_…/", …]}`: deletes the blobs of deleted resources. The transaction that deletes the
//!   rows enqueues it, so blobs are deleted only after their rows;
//! - `{"expire_document": "doc_…"}`: deletes the document after its `retain_until`;
//! - `{"expire_upload": "doc_…"}`: fails the document if its upload slot expired without a file.
//!
//! All of them are safe to repeat.
//!
//! ```
//! use plumbline_worker::{Host, Request};
//!
//! let db = plumbline_database::testing::database(200.0).expect("a database");
//! let request = Request { id: "job_1".into(), payload: r#"{"expire_document": "doc_1"}"#.into(), attempt: 1 };
//! // The document was deleted in the meantime, so the job has nothing to do.
//! assert!(plumbline_worker_cleanup::run(&db, &Host, &request).is_ok());
//! ```

mod blobs;
mod expiry;

use plumbline_contract::timestamp;
use plumbline_database::Db;
use plumbline_worker::host::Blobs;
use plumbline_worker::{Failure, Request, payload};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Payload {
    Prefixes(Vec<String>),
    ExpireDocument(String),
    ExpireUpload(String),
}

/// Runs the payload's job.
///
/// # Errors
/// A permanent error if the payload does not parse or a prefix could match more than one resource; a retryable one if
/// the store or the database fails.
pub fn run(db: &Db, host: &impl Blobs, request: &Request) -> Result<(), Failure> {
    run_at(&timestamp::now(), db, host, request)
}

fn run_at(now: &str, db: &Db, host: &impl Blobs, request: &Request) -> Result<(), Failure> {
    match payload(request)? {
        Payload::Prefixes(prefixes) => blobs::delete(host, &prefixes),
        Payload::ExpireDocument(id) => expiry::document(now, db, &id, &request.id),
        Payload::ExpireUpload(id) => expiry::upload(now, db, host, &id),
    }
}

/// Handles a job that failed at its last attempt. Deletion of an expired document is retried later, because its owner
/// was promised it. The other jobs are dropped: remaining blobs are garbage, which the host logs, and a slot has
/// expired in any case.
///
/// # Errors
/// Same as [`run`].
pub fn abandon(db: &Db, request: &Request) -> Result<(), Failure> {
    abandon_at(&timestamp::now(), db, request)
}

fn abandon_at(now: &str, db: &Db, request: &Request) -> Result<(), Failure> {
    match payload(request)? {
        Payload::ExpireDocument(id) => expiry::postpone(now, db, &id, &request.id),
        Payload::Prefixes(_) | Payload::ExpireUpload(_) => Ok(()),
    }
}

plumbline_worker::worker!(run, |db, _host, request| abandon(db, request));

#[cfg(test)]
mod tests;
