//! Entity tags, for polling without a body and for changes that require the latest state.

use plumbline_contract::ProblemCode;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::{OperationError, Outcome, Request, Response};

/// How long a private cache may reuse reference lists and the capabilities record without revalidation, in seconds.
pub const REFERENCE_SECONDS: u32 = 300;

/// Returns the tag of a resource: a digest of its JSON. The tag is weak, because a signed address may differ between equal
/// responses.
///
/// # Errors
/// [`OperationError::Internal`] if the resource does not serialize.
pub fn of(resource: &impl Serialize) -> Result<String, OperationError> {
    Ok(of_body(&Response::json(200, resource)?.body))
}

fn of_body(body: &[u8]) -> String {
    let digest = Sha256::digest(body);
    // The first 12 bytes of the digest, as one number.
    let number = digest[..12].iter().fold(0u128, |number, byte| number << 8 | u128::from(*byte));
    format!("W/\"{number:024x}\"")
}

/// Returns 200 with the resource and its tag, or 304 if the caller already has it. A tool's call gets no tag, because its
/// result has no headers.
///
/// # Errors
/// Same as [`of`].
pub fn respond(request: &Request, resource: &impl Serialize) -> Outcome {
    let response = Response::json(200, resource)?;
    if request.is_tool_call {
        return Ok(response);
    }
    let tag = of_body(&response.body);
    Ok(not_modified_or(request, response, tag))
}

/// Like [`respond`], with a given tag, for a resource whose JSON differs between equal states.
///
/// # Errors
/// Same as [`of`].
pub fn respond_tagged(request: &Request, tag: String, resource: &impl Serialize) -> Outcome {
    Ok(not_modified_or(request, Response::json(200, resource)?, tag))
}

/// Like [`respond`], for a resource that seldom changes: a private cache may reuse it for `seconds` without revalidation.
///
/// # Errors
/// Same as [`of`].
pub fn respond_cacheable(request: &Request, seconds: u32, resource: &impl Serialize) -> Outcome {
    Ok(respond(request, resource)?.replace_header("cache-control", format!("private, max-age={seconds}")))
}

pub(crate) fn not_modified_or(request: &Request, response: Response, tag: String) -> Response {
    if request.header("if-none-match").is_some_and(|header| matches_tag(header, &tag)) {
        return Response::empty(304).with_header("etag", tag).with_header("cache-control", "private, no-cache");
    }
    response.with_header("etag", tag)
}

/// Succeeds only if `If-Match` is absent or names the resource's current tag.
///
/// # Errors
/// 412 `precondition_failed`.
pub fn require_match(request: &Request, tag: &str) -> Result<(), OperationError> {
    match request.header("if-match") {
        Some(header) if !matches_tag(header, tag) => Err(OperationError::problem(
            ProblemCode::PreconditionFailed,
            format!(
                "The resource has changed since you read it. Read it again, then send its ETag, now {tag}, in If-Match."
            ),
        )),
        _ => Ok(()),
    }
}

/// Returns whether a list of tags contains this one. `*` matches every tag. The comparison is weak: only the quoted part
/// counts. A tag without quotes, such as the `version` of an item in a list, is accepted too.
fn matches_tag(header: &str, tag: &str) -> bool {
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").trim_matches('"').to_owned();
    header.trim() == "*" || header.split(',').any(|one| opaque(one) == opaque(tag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lasting_resource_may_be_cached_and_is_not_sent_twice() {
        let first = respond_cacheable(&Request::default(), 300, &"m").unwrap();
        let tag = first.header("etag").unwrap().to_owned();
        let headers = vec![("if-none-match".to_owned(), tag.clone())];
        let again = respond_cacheable(&Request { headers, ..Request::default() }, 300, &"m").unwrap();
        assert_eq!((first.status, again.status, again.body.len()), (200, 304, 0));
        for response in [first, again] {
            let cache_control: Vec<_> = response.headers.iter().filter(|(name, _)| name == "cache-control").collect();
            assert_eq!(cache_control, [&("cache-control".to_owned(), "private, max-age=300".to_owned())]);
            assert_eq!(response.header("etag"), Some(tag.as_str()));
        }
    }

    #[test]
    fn a_tool_gets_no_tag() {
        let response = respond(&Request { is_tool_call: true, ..Request::default() }, &"m").unwrap();
        assert_eq!((response.status, response.header("etag")), (200, None));
    }

    #[test]
    fn tags_compare_weakly_and_in_lists() {
        assert!(matches_tag("\"a\", W/\"b\"", "\"b\""));
        assert!(matches_tag("*", "\"b\""));
        assert!(!matches_tag("\"a\"", "\"b\""));
        assert_ne!(of(&1).unwrap(), of(&2).unwrap());
    }
}
