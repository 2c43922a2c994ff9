//! Cursors: the end of a list's page, sealed by the host and bound to the tenant, the list and the filter.
//!
//! The host's sealing binds to tenant and environment. The path and the filter are the purpose. So a modified cursor,
//! or one of another tenant, environment, list or filter, does not open.

use plumbline_contract::{ProblemCode, lists};

use crate::{OperationError, Services};

/// The path and the filter that a cursor is bound to, in addition to the tenant.
pub(crate) type Binding = [String; 2];

/// Returns the purpose under which a cursor is sealed. The path is preceded by its length, so it cannot run into the
/// filter.
fn purpose([path, filter]: &Binding) -> String {
    format!("cursor:{}:{path}{filter}", path.len())
}

/// Returns the cursor of a sort key.
pub(crate) fn seal(host: &dyn Services, key: &[String], binding: &Binding) -> String {
    // Strings always serialize.
    host.seal(&purpose(binding), &serde_json::to_string(key).unwrap_or_default())
}

/// Returns the sort key of a cursor.
///
/// # Errors
/// `invalid_cursor` if [`seal`] did not create it for the same binding.
pub(crate) fn open(host: &dyn Services, cursor: &str, binding: &Binding) -> Result<Vec<String>, OperationError> {
    let key = || {
        if cursor.chars().count() > lists::CURSOR_MAX {
            return None;
        }
        serde_json::from_str(&host.open(&purpose(binding), cursor)?).ok()
    };
    key().ok_or_else(|| {
        OperationError::problem(
            ProblemCode::InvalidCursor,
            "The cursor does not belong to this list with these filters. Start again without a cursor, and keep the filters while paging.",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::FakeServices;

    fn binding(filter: &str) -> Binding {
        ["/projects", filter].map(str::to_owned)
    }

    #[test]
    fn a_cursor_holds_its_key_for_its_own_list_only() {
        let host = FakeServices::default();
        let key = vec!["2026-11-21T08:00:00.000Z".to_owned(), "prj_1".to_owned()];
        let cursor = seal(&host, &key, &binding("q=a"));
        assert_eq!(open(&host, &cursor, &binding("q=a")).unwrap(), key);
        assert!(open(&host, &cursor, &binding("q=b")).is_err());
        assert!(open(&host, &cursor, &["/projectsq".to_owned(), "=a".to_owned()]).is_err());
        assert!(open(&host, "", &binding("q=a")).is_err());
        assert!(open(&host, &"A".repeat(513), &binding("q=a")).is_err());
    }
}
