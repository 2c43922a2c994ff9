//! Requests as handlers see them, independent of the component's bindings.

use plumbline_contract::ProblemCode;

use crate::error::OperationError;

/// Media type of resources.
pub(crate) const JSON: &str = "application/json";
/// Media type of problems.
pub(crate) const PROBLEM_JSON: &str = "application/problem+json";

/// A request with its whole body.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// Method in upper case.
    pub method: String,
    /// Path below the base address, still percent-encoded.
    pub path: String,
    /// The part after `?`, still percent-encoded.
    pub query: String,
    /// Headers, with names in lower case.
    pub headers: Vec<(String, String)>,
    /// The whole body. The host limits its size.
    pub body: Vec<u8>,
    /// Whether a tool of the surface for agents makes the call. The result of a tool has no headers. Set by
    /// [`Caller::from_request`](crate::Caller::from_request).
    pub is_tool_call: bool,
}

impl Request {
    /// Returns the first header with this name (in lower case).
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }

    /// Returns whether the caller accepts a response of this media type (in lower case, without parameters). Without an
    /// `Accept` header, every type is accepted. Otherwise the most specific matching range decides, and quality 0
    /// refuses (RFC 9110, 12.5.1).
    pub(crate) fn accepts(&self, media_type: &str) -> bool {
        let Some(accept) = self.header("accept").filter(|accept| !accept.trim().is_empty()) else { return true };
        let specificity = |range: &str| match range.strip_suffix('*') {
            Some("*/") => Some(1),
            Some(main) if main.ends_with('/') && media_type.starts_with(main) => Some(2),
            None if range == media_type || (media_type == JSON && range == PROBLEM_JSON) => Some(3),
            _ => None,
        };
        accept
            .split(',')
            .filter_map(|part| {
                let mut pieces = part.split(';').map(|piece| piece.trim().to_ascii_lowercase());
                let range = pieces.next().unwrap_or_default();
                let quality = pieces.find_map(|piece| piece.strip_prefix("q=")?.trim().parse::<f32>().ok());
                specificity(&range).map(|specificity| (specificity, quality != Some(0.0)))
            })
            .max()
            .is_some_and(|(_, wanted)| wanted)
    }

    /// Returns an error if the caller does not accept this media type. Operations that respond in several types call it
    /// as soon as they know the type. For the others, the check happens before they start.
    ///
    /// # Errors
    /// 406 `not_acceptable`.
    pub fn require_accepts(&self, media_type: &str) -> Result<(), OperationError> {
        if self.accepts(media_type) {
            return Ok(());
        }
        Err(OperationError::problem(
            ProblemCode::NotAcceptable,
            format!("The response is {media_type}. Send `Accept: {media_type}`, or no Accept header."),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn takes(accept: &str, media_type: &str) -> bool {
        let headers = vec![("accept".to_owned(), accept.to_owned())];
        Request { headers, ..Request::default() }.accepts(media_type)
    }

    #[test]
    fn h1_accept_is_honored() {
        assert!(Request::default().accepts(JSON));
        for accept in
            ["", "*/*", "application/json", "text/html, application/*;q=0.1", "Application/JSON; charset=utf-8"]
        {
            assert!(takes(accept, JSON), "{accept}");
        }
        assert!(takes(PROBLEM_JSON, JSON));
        for accept in ["text/html", "application/xml, application/json;q=0", "application/jsonl", "json", "*"] {
            assert!(!takes(accept, JSON), "{accept}");
        }
        assert!(takes("text/csv;header=present, application/json;q=0.5", "text/csv"));
        assert!(!takes("application/json", "text/csv"));
    }

    #[test]
    fn h1_the_most_specific_range_of_accept_decides() {
        assert!(!takes("*/*, application/json;q=0", JSON));
        assert!(!takes("application/*;Q=0, */*", JSON));
        assert!(takes("application/json;q=0.1, application/*;q=0, */*;q=0.0", JSON));
        assert!(takes("text/csv;q=0, */*", JSON));
    }
}
