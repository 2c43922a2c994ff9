//! The cleanup job: deletes the blobs of resources that were deleted.
//!
//! Payload: `{"prefixes": ["documents/doc_…/", …]}`. The endpoint writes it in the transaction that deletes the rows,
//! so the blobs go when the rows are gone, and not before. Deleting what is already gone succeeds, which makes the job
//! safe to repeat.

use plumbline_guest_worker::host::{Blobs, blob_error_text};
use plumbline_guest_worker::{Failure, Request, payload, permanent, retryable};
use serde::Deserialize;

#[derive(Deserialize)]
struct Payload {
    prefixes: Vec<String>,
}

/// Deletes every blob below the payload's prefixes.
///
/// # Errors
/// Permanent for a payload that does not fit or a prefix that could take more than one resource's blobs; retryable
/// when the store fails.
pub fn run(blobs: &impl Blobs, request: &Request) -> Result<(), Failure> {
    let Payload { prefixes } = payload(request)?;
    // All are checked before the first is deleted: a wrong payload deletes nothing.
    if let Some(prefix) = prefixes.iter().find(|prefix| !names_one_resource(prefix)) {
        return Err(permanent(format!(
            "prefixes: \"{prefix}\" does not name one resource; write <kind>/<id>/, as in documents/doc_…/"
        )));
    }
    for prefix in &prefixes {
        blobs
            .delete_prefix(prefix)
            .map_err(|error| retryable(format!("deleting {prefix}: {}", blob_error_text(&error))))?;
    }
    Ok(())
}

/// Whether a prefix is at least `<kind>/<id>`. A shorter one (`documents/`, or nothing at all) would delete the blobs
/// of every resource of the tenant; and `documents/doc_1` would also take `documents/doc_12`, but ids have one length.
fn names_one_resource(prefix: &str) -> bool {
    let mut parts = prefix.split('/');
    let kind = parts.next().unwrap_or_default();
    let id = parts.next().unwrap_or_default();
    // prefix of three letters, underscore, 22 characters
    !kind.is_empty() && id.len() == 26 && id.as_bytes()[3] == b'_' && parts.all(|part| part != "..")
}

#[cfg(target_family = "wasm")]
mod component {
    //! The component's two functions, for the host.

    use plumbline_guest_worker::{Failure, Guest, Host, Request, export};

    struct Cleanup;

    impl Guest for Cleanup {
        fn run(request: Request) -> Result<(), Failure> {
            crate::run(&Host, &request)
        }
        /// Nothing waits for a cleanup: the rows are gone already. What stays is garbage, which the host's log names.
        fn abandon(_request: Request, _reason: String) -> Result<(), Failure> {
            Ok(())
        }
    }

    export!(Cleanup with_types_in plumbline_guest_worker::bindings);
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_guest_worker::host::BlobError;
    use std::cell::RefCell;

    #[derive(Default)]
    struct Deleted(RefCell<Vec<String>>, bool);

    impl Blobs for Deleted {
        fn size(&self, _: &str) -> Result<u64, BlobError> {
            Err(BlobError::NotFound)
        }
        fn read(&self, _: &str, _: u64, _: u32) -> Result<Vec<u8>, BlobError> {
            Err(BlobError::NotFound)
        }
        fn delete_prefix(&self, prefix: &str) -> Result<(), BlobError> {
            if self.1 {
                return Err(BlobError::Io("the disk is read-only".into()));
            }
            self.0.borrow_mut().push(prefix.to_string());
            Ok(())
        }
        fn fetch(&self, _: &str, _: &str, _: u64) -> Result<u64, BlobError> {
            Err(BlobError::NotFound)
        }
    }

    fn request(payload: &str) -> Request {
        Request { id: "job_1".into(), payload: payload.into(), attempt: 1 }
    }

    #[test]
    fn each_prefix_is_deleted() {
        let blobs = Deleted::default();
        let payload = r#"{"prefixes":["documents/doc_0123456789abcdefghijkl/","exports/exp_0123456789abcdefghijkl/"]}"#;
        assert_eq!(run(&blobs, &request(payload)), Ok(()));
        assert_eq!(*blobs.0.borrow(), ["documents/doc_0123456789abcdefghijkl/", "exports/exp_0123456789abcdefghijkl/"]);
    }

    #[test]
    fn a_prefix_over_many_resources_deletes_nothing() {
        for wide in ["", "documents/", "documents/doc_", "/", "documents/doc_0123456789abcdefghijkl/../"] {
            let blobs = Deleted::default();
            let payload = format!(r#"{{"prefixes":["documents/doc_0123456789abcdefghijkl/","{wide}"]}}"#);
            let failure = run(&blobs, &request(&payload)).expect_err("refused");
            assert!(!failure.retryable && failure.message.contains("does not name one resource"), "{failure:?}");
            assert!(blobs.0.borrow().is_empty());
        }
    }

    #[test]
    fn a_failing_store_is_tried_again() {
        let blobs = Deleted(RefCell::default(), true);
        let failure = run(&blobs, &request(r#"{"prefixes":["documents/doc_0123456789abcdefghijkl/"]}"#));
        assert!(failure.is_err_and(|f| f.retryable && f.message.contains("read-only")));
    }
}
