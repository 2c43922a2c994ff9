//! Scales that callers declare in `metadata`. They are checked when declared, before a takeoff spends time on them.

use plumbline_contract::Metadata;
use plumbline_notation::parse_declared_scale;

use crate::Fields;

/// Key of the scale of all pages. `scale.3` is the key for page 3.
const KEY: &str = "scale";

/// Reads `metadata`, like [`Fields::metadata`], and refuses scales in it that cannot be parsed. A blank scale declares
/// nothing.
pub fn metadata(fields: &mut Fields<'_>) -> Metadata {
    let metadata = fields.metadata().unwrap_or_default();
    for (key, value) in &metadata {
        let Some(page) = page_of(key) else { continue };
        if page.is_some_and(|page| page.starts_with('0')) {
            fields.fail_below("metadata", key, "must end in a page number without leading zeros, for example scale.3");
        } else if !value.trim().is_empty() && parse_declared_scale(value).is_none() {
            fields.fail_below(
                "metadata",
                key,
                r#"must be a scale such as 1:50, 1/8"=1'-0" or 1 in = 20 ft. Omit it if the drawing has no scale"#,
            );
        }
    }
    metadata
}

/// Returns whether the key declares a scale, and for which page. Other keys (`scale.note`) belong to the caller.
fn page_of(key: &str) -> Option<Option<&str>> {
    match key.strip_prefix(KEY)? {
        "" => Some(None),
        rest => {
            let page = rest.strip_prefix('.')?;
            (!page.is_empty() && page.bytes().all(|byte| byte.is_ascii_digit())).then_some(Some(page))
        }
    }
}

#[cfg(test)]
mod tests {
    use plumbline_contract::Problem;
    use serde_json::json;

    use super::*;
    use crate::{Request, validate};

    fn read(metadata: serde_json::Value) -> Result<Metadata, Box<Problem>> {
        let headers = vec![("content-type".to_owned(), "application/json".to_owned())];
        let body = json!({ "metadata": metadata }).to_string().into_bytes();
        let request = Request { headers, body, ..Request::default() };
        validate(&request, super::metadata).map_err(|failed| Box::new(failed.into_problem().0))
    }

    #[test]
    fn scales_that_can_be_read_are_taken() {
        for scale in ["1:50", "1/8\"=1'-0\"", "1 in = 20 ft", "50", "1/4\" = 1'-0\" @ A1", " 1 : 100 ", "", "  "] {
            let taken = read(json!({"scale": scale, "scale.3": scale})).unwrap();
            assert_eq!(taken["scale.3"], scale);
        }
        let own = json!({"scale.note": "none", "scales": "x", "scale.": "x", "scale.1a": "x", "Scale": "x"});
        assert_eq!(read(own).unwrap().len(), 5, "other keys are the caller's own");
    }

    #[test]
    fn scales_that_cannot_be_read_are_named() {
        for scale in ["NTS", "as noted", "1:0", "0", "-50", "fifty", "1/8\""] {
            let problem = read(json!({"scale": scale, "scale.12": scale, "other": scale})).unwrap_err();
            let named: Vec<_> = problem.errors.iter().map(|error| error.field.as_str()).collect();
            assert_eq!(named, ["/metadata/scale", "/metadata/scale.12"], "{scale}");
        }
        for key in ["scale.0", "scale.03"] {
            assert_eq!(read(json!({key: "1:50"})).unwrap_err().errors[0].field, format!("/metadata/{key}"));
        }
    }
}
