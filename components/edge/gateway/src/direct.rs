//! Calls to the endpoint group through `plumbline:endpoint/calls`: one function call, without streams and futures.

use bytes::Bytes;
use http::{HeaderName, HeaderValue, Request, Response, StatusCode};

use crate::imports::calls;
use crate::wire::Body;

/// Calls the endpoint and returns its response.
pub(crate) fn call(request: Request<Bytes>) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let headers = parts.headers.iter().map(|(name, value)| (name.as_str().to_owned(), value.as_bytes().to_vec()));
    let answer = calls::answer(&calls::Request {
        method: parts.method.as_str().to_owned(),
        path: parts.uri.path().to_owned(),
        query: parts.uri.query().unwrap_or_default().to_owned(),
        headers: headers.collect(),
        body: body.into(),
    });
    let mut response = Response::new(Body::Full(answer.body.into()));
    *response.status_mut() = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in answer.headers {
        // The endpoint sets only valid header names and values.
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::from_maybe_shared(Bytes::from(value)))
        {
            response.headers_mut().append(name, value);
        }
    }
    response
}
