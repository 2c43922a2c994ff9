//! The cleanup job: what nobody waits for. Its payload is one of
//!
//! - `{"prefixes": ["documents/doc_…/", …]}`: deletes the blobs of resources that were deleted. It is written in the
//!   transaction that deletes the rows, so the blobs go when the rows are gone, and not before;
//! - `{"expire_document": "doc_…"}`: deletes the document when its `retain_until` has passed;
//! - `{"expire_upload": "doc_…"}`: fails the document when its upload slot has passed without bytes.
//!
//! Each is safe to repeat.

mod blobs;
mod expiry;

use plumbline_contract::timestamp;
use plumbline_db::Db;
use plumbline_guest_worker::host::Blobs;
use plumbline_guest_worker::{Failure, Request, payload};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Payload {
    Prefixes(Vec<String>),
    ExpireDocument(String),
    ExpireUpload(String),
}

/// Does what the payload says.
///
/// # Errors
/// Permanent for a payload that does not fit or a prefix that could take more than one resource's blobs; retryable
/// when the store or the database fails.
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

/// After the last attempt: a document whose time is over is tried again later, since that is promised to its owner.
/// Nothing waits for the rest. Blobs that stay are garbage, which the host's log names; a slot is over in any case.
///
/// # Errors
/// As [`run`].
pub fn abandon(db: &Db, request: &Request) -> Result<(), Failure> {
    abandon_at(&timestamp::now(), db, request)
}

fn abandon_at(now: &str, db: &Db, request: &Request) -> Result<(), Failure> {
    match payload(request)? {
        Payload::ExpireDocument(id) => expiry::postpone(now, db, &id, &request.id),
        Payload::Prefixes(_) | Payload::ExpireUpload(_) => Ok(()),
    }
}

#[cfg(target_family = "wasm")]
mod component {
    //! The component's two functions, for the host.

    use plumbline_db::Db;
    use plumbline_guest_worker::{Failure, Guest, Host, Request, export, retryable};

    struct Cleanup;

    impl Guest for Cleanup {
        fn run(request: Request) -> Result<(), Failure> {
            crate::run(&Db::open().map_err(retryable)?, &Host, &request)
        }
        fn abandon(request: Request, _reason: String) -> Result<(), Failure> {
            crate::abandon(&Db::open().map_err(retryable)?, &request)
        }
    }

    export!(Cleanup with_types_in plumbline_guest_worker::bindings);
}

#[cfg(test)]
mod tests;
