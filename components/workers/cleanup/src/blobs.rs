//! Deletion of the blobs of deleted resources. A missing blob is not an error, so the deletion is safe to repeat.

use plumbline_worker::host::{Blobs, blob_error_text};
use plumbline_worker::{Failure, permanent, retryable};

/// Deletes every blob below the prefixes.
pub(crate) fn delete(blobs: &impl Blobs, prefixes: &[String]) -> Result<(), Failure> {
    // All are checked before the first deletion, so a wrong payload deletes nothing.
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

/// Returns whether a prefix is at least `<kind>/<id>`. A shorter one (`documents/`, or the empty prefix) would delete the
/// blobs of all resources of the tenant. The prefix `documents/doc_1` would also match `documents/doc_12`, but all ids
/// have the same length.
fn names_one_resource(prefix: &str) -> bool {
    let mut parts = prefix.split('/');
    let kind = parts.next().unwrap_or_default();
    let id = parts.next().unwrap_or_default();
    // A prefix of three letters, an underscore, 22 characters.
    !kind.is_empty() && id.len() == 26 && id.as_bytes()[3] == b'_' && parts.all(|part| part != "..")
}
