//! A middleware that forwards each call and its response unread: the minimum cost of a gateway that speaks HTTP with the
//! component behind it.
#![cfg(target_family = "wasm")]

use http::header;
use spin_sdk::http::{Request, Response};
use spin_sdk::http_service;
use spin_sdk::wasip3::http::types::{self, ErrorCode, Fields};
use spin_sdk::wasip3::wit_future;

#[http_service]
async fn pass(request: Request) -> Result<types::Response, ErrorCode> {
    // As in the gateway, a message without a body has no stream.
    let mut parts = request.into_parts().0;
    parts.headers.remove(header::HOST);
    let (_, no_trailers) = wit_future::new(|| Ok(None));
    let (request, _) = types::Request::new(fields(parts.headers)?, None, no_trailers, None);
    let path = parts.uri.path_and_query().map(http::uri::PathAndQuery::as_str);
    request.set_path_with_query(path).map_err(|()| ErrorCode::HttpRequestUriInvalid)?;
    let answer: Response = spin_sdk::http::next(request).await?;
    let (parts, mut body) = answer.into_parts();
    let message = body.take_unstarted().ok_or(ErrorCode::HttpResponseIncomplete)?;
    let (_, read) = wit_future::new(|| Ok(()));
    let (stream, trailers) = types::Response::consume_body(message, read);
    let (response, _) = types::Response::new(fields(parts.headers)?, Some(stream), trailers);
    Ok(response)
}

fn fields(headers: http::HeaderMap) -> Result<Fields, ErrorCode> {
    Fields::try_from(headers).map_err(|error| ErrorCode::InternalError(Some(error.to_string())))
}
