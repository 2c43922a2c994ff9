//! Cursors: where a page of a list ended, opaque to the caller and bound to the list, the filter and the tenant.
//!
//! A cursor is base64url of a digest and the sort key of the last row. The digest covers the key and everything the
//! cursor is bound to, so a changed one, one of another filter, path, tenant or environment is refused. It is no secret:
//! whoever made one up would only choose where in his own tenant's list to go on.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use plumbline_contract::{ProblemCode, lists};
use sha2::{Digest, Sha256};

use crate::Failed;

/// What a cursor is bound to: tenant, environment, path, filter.
pub(crate) type Binding = [String; 4];

const DIGEST_BYTES: usize = 12;

/// The cursor of a sort key.
pub(crate) fn write(key: &[String], binding: &Binding) -> String {
    // Strings always serialize.
    let key = serde_json::to_vec(key).unwrap_or_default();
    let mut bytes = digest(&key, binding).to_vec();
    bytes.extend(key);
    BASE64.encode(bytes)
}

/// The sort key of a cursor.
///
/// # Errors
/// `invalid_cursor` for everything that [`write`] did not make for the same binding.
pub(crate) fn read(cursor: &str, binding: &Binding) -> Result<Vec<String>, Failed> {
    let key = || {
        if cursor.chars().count() > lists::CURSOR_MAX {
            return None;
        }
        let bytes = BASE64.decode(cursor).ok()?;
        let (found, key) = bytes.split_at_checked(DIGEST_BYTES)?;
        if found != digest(key, binding) {
            return None;
        }
        serde_json::from_slice(key).ok()
    };
    key().ok_or_else(|| {
        Failed::problem(
            ProblemCode::InvalidCursor,
            "The cursor was not made for this list with this filter. Start again without a cursor, and keep the filter while paging.",
        )
    })
}

fn digest(key: &[u8], binding: &Binding) -> [u8; DIGEST_BYTES] {
    let mut hash = Sha256::new();
    for part in binding.iter().map(String::as_bytes).chain([key]) {
        // With its length before it, no part can run into the next.
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    let mut digest = [0; DIGEST_BYTES];
    digest.copy_from_slice(&hash.finalize()[..DIGEST_BYTES]);
    digest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn binding(filter: &str) -> Binding {
        ["ten_1", "production", "/projects", filter].map(str::to_owned)
    }

    #[test]
    fn a_cursor_holds_its_key_for_its_own_list_only() {
        let key = vec!["2026-11-21T08:00:00.000Z".to_owned(), "prj_1".to_owned()];
        let cursor = write(&key, &binding("q=a"));
        assert_eq!(read(&cursor, &binding("q=a")).unwrap(), key);
        assert!(read(&cursor, &binding("q=b")).is_err());
        let mut other_tenant = binding("q=a");
        other_tenant[0] = "ten_2".to_owned();
        assert!(read(&cursor, &other_tenant).is_err());
        assert!(read("", &binding("q=a")).is_err());
        assert!(read(&"A".repeat(513), &binding("q=a")).is_err());
    }

    #[test]
    fn any_changed_character_is_refused() {
        let cursor = write(&["1".to_owned(), "2".to_owned()], &binding(""));
        for index in 0..cursor.len() {
            let mut changed = cursor.clone().into_bytes();
            changed[index] = if changed[index] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            assert!(read(&changed, &binding("")).is_err(), "{changed}");
        }
    }
}
