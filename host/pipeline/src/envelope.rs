//! Steps common to every request and response: internal headers, request id, deprecation headers, HEAD.

use http::{HeaderName, HeaderValue, Method, Request, Response, header};

use crate::announcement::Announcement;
use crate::call::BASE_PATH;
use crate::caller;
use crate::header::set_header;

/// `X-Request-Id`, set on every response.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// A request in progress.
#[derive(Debug)]
pub struct Envelope {
    id: String,
    method: Method,
    /// Whether the path belongs to this version of the API.
    is_versioned: bool,
}

impl Envelope {
    /// Strips internal headers from a request and assigns a request id.
    pub fn open<B>(request: &mut Request<B>) -> Self {
        caller::strip_internal_headers(request.headers_mut());
        Self {
            id: plumbline_tenancy::id::random("req_"),
            method: request.method().clone(),
            is_versioned: request.uri().path().starts_with(BASE_PATH),
        }
    }

    /// Returns the request's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Finishes a response whose body has a length, if that is known. `empty` creates a body without bytes.
    pub fn close<B>(
        self,
        mut answer: Response<B>,
        announcement: &Announcement,
        length: Option<u64>,
        empty: impl FnOnce() -> B,
    ) -> Response<B> {
        if self.is_versioned {
            announcement.write_headers(answer.headers_mut());
        }
        set_header(answer.headers_mut(), REQUEST_ID, self.id);
        if self.method == Method::HEAD {
            // The length is that of the response to GET.
            if let Some(length) = length {
                answer.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
            }
            *answer.body_mut() = empty();
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use http_body_util::Full;

    use super::*;

    fn envelope(method: Method, path: &str) -> (Request<()>, Envelope) {
        let mut request = Request::builder().method(method).uri(path).body(()).unwrap();
        request.headers_mut().insert("x-plumbline-tenant", HeaderValue::from_static("ten_of_another"));
        request.headers_mut().insert("accept", HeaderValue::from_static("*/*"));
        let envelope = Envelope::open(&mut request);
        (request, envelope)
    }

    #[test]
    fn internal_headers_are_stripped() {
        let (request, envelope) = envelope(Method::GET, "/partner/v1/projects");
        assert_eq!(request.headers().keys().map(HeaderName::as_str).collect::<Vec<_>>(), ["accept"]);
        assert!(envelope.id().starts_with("req_"));
    }

    #[test]
    fn an_answer_to_head_has_the_length_and_no_body() {
        for (method, left) in [(Method::GET, 5), (Method::HEAD, 0)] {
            let (_, envelope) = envelope(method.clone(), "/healthz");
            let id = envelope.id().to_owned();
            let full = Response::new(Full::new(Bytes::from_static(b"hello")));
            let answer = envelope.close(full, &Announcement::default(), Some(5), Full::default);
            assert_eq!(answer.headers()[REQUEST_ID], id);
            let length = answer.headers().get(header::CONTENT_LENGTH).map(|value| value.to_str().unwrap());
            assert_eq!(length, (method == Method::HEAD).then_some("5"));
            assert_eq!(http_body::Body::size_hint(answer.body()).exact(), Some(left));
        }
    }
}
