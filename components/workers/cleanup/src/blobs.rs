//! Deletes the blobs of resources that were deleted. What is gone already is not an error, which makes it safe to repeat.

use plumbline_guest_worker::host::{Blobs, blob_error_text};
use plumbline_guest_worker::{Failure, permanent, retryable};

/// Deletes every blob below the prefixes.
pub(crate) fn delete(blobs: &impl Blobs, prefixes: &[String]) -> Result<(), Failure> {
    // All are checked before the first is deleted: a wrong payload deletes nothing.
    if let Some(prefix) = prefixes.iter().find(|prefix| !names_one_resource(prefix)) {
        return Err(permanent(format!(
            "prefixes: \"{prefix}\" does not name one resource; write <kind>/<id>/, as in documents/doc_…/"
        )));
    }
    for prefix in prefixes {
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
