//! Streams files to and from signed addresses of the host. With an S3 store, most clients get addresses of the store
//! instead, and a download from an address of the host leads to one.

use futures::TryStreamExt as _;
use http::{HeaderValue, Method, Request, Response, StatusCode, header};
use http_body_util::{BodyExt as _, BodyStream, StreamBody};
use hyper::body::Frame;
use plumbline_storage::{BlobError, BlobOperation, SignatureError, content_disposition};
use tracing::error;

use super::state::Edge;
use super::{Body, BodyError};
use plumbline_pipeline::{Problem, ProblemCode, RequestBody, set_header};

/// The path prefix of signed addresses.
pub(crate) const PREFIX: &str = "/blobs/";

/// Seconds after which to retry if the disk is full: an operator or retention may have freed space.
const SPACE_RETRY_SECONDS: u64 = 300;

/// Seconds after which to retry if the file store does not answer.
const STORE_RETRY_SECONDS: u64 = 5;

/// Handles a request to a signed address: `PUT` stores, `GET` and `HEAD` read, with ranges.
///
/// # Errors
/// Returns a problem if the signature, the size or a header does not match, or if storage fails.
pub(crate) async fn serve<B: RequestBody>(edge: &Edge, request: Request<B>) -> Result<Response<Body>, Problem> {
    let signer = &edge.storage.signer;
    match *request.method() {
        Method::PUT => {
            let grant = signer.verify(request.method(), request.uri(), request.headers()).map_err(refused)?;
            let BlobOperation::Upload { max_bytes, .. } = grant.operation else {
                return Err(refused(SignatureError::Invalid));
            };
            let too_large =
                || Problem::new(ProblemCode::PayloadTooLarge, format!("The upload is limited to {max_bytes} bytes."));
            let announced = request
                .headers()
                .get(header::CONTENT_LENGTH)
                .and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
            if announced.is_some_and(|size| size > max_bytes) {
                return Err(too_large());
            }
            let body = BodyStream::new(request.into_body().map_err(|error| -> BodyError { error.into() }))
                .try_filter_map(|frame| async move { Ok(frame.into_data().ok()) });
            let stream = edge.uploads.begin(&grant.scope, &grant.key).bound(
                body,
                edge.http.stall_timeout(),
                edge.upload_timeout,
            );
            match edge.storage.blobs.write_stream(&grant.scope, &grant.key, stream, max_bytes, false).await {
                Ok(_) => Ok(super::respond(StatusCode::NO_CONTENT, "")),
                Err(BlobError::TooLarge(_)) => Err(too_large()),
                Err(BlobError::Exists) => Err(Problem::new(
                    ProblemCode::PreconditionFailed,
                    "The file is already uploaded. Complete the upload, or create another document for another file.",
                )),
                Err(BlobError::Interrupted(reason)) => Err(Problem::new(
                    ProblemCode::InvalidRequest,
                    format!("The upload ended before the file was complete: {reason}. Send it again."),
                )),
                Err(BlobError::NoSpace) => Err(Problem::new(
                    ProblemCode::Unavailable,
                    "The server is out of space for files. Try again later.",
                )
                .status(StatusCode::INSUFFICIENT_STORAGE)
                .retry_after(SPACE_RETRY_SECONDS)),
                Err(error) => Err(broken(&error)),
            }
        }
        Method::GET | Method::HEAD => {
            let grant = signer.verify(request.method(), request.uri(), request.headers()).map_err(refused)?;
            let BlobOperation::Download { filename, content_type } = &grant.operation else {
                return Err(refused(SignatureError::Invalid));
            };
            let (blobs, scope, key) = (&edge.storage.blobs, &grant.scope, &grant.key);
            let size = blobs.size(scope, key).await.map_err(|error| broken(&error))?;
            // The size answers HEAD. Spin applications ask for it.
            if request.method() == Method::GET
                && let Some(address) =
                    blobs.redirect(scope, key, filename, content_type).await.map_err(|error| broken(&error))?
            {
                let mut response = super::respond(StatusCode::FOUND, "");
                let headers = response.headers_mut();
                headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
                set_header(headers, header::LOCATION, address.url);
                return Ok(response);
            }
            let range = wanted_range(request.headers().get(header::RANGE), size)?;
            let (from, until) = range.unwrap_or((0, size));
            let bounds = range.map(|(from, until)| from..until);
            let (_, stream) = blobs.stream(scope, key, bounds).await.map_err(|error| broken(&error))?;
            let body = StreamBody::new(stream.map_ok(Frame::data).map_err(|error| -> BodyError { Box::new(error) }));
            let mut response = Response::new(body.boxed_unsync());
            let headers = response.headers_mut();
            headers.insert(header::CONTENT_LENGTH, HeaderValue::from(until - from));
            headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
            headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
            set_header(headers, header::CONTENT_TYPE, content_type.as_str());
            set_header(headers, header::CONTENT_DISPOSITION, content_disposition(filename, content_type));
            if range.is_some() {
                set_header(headers, header::CONTENT_RANGE, format!("bytes {from}-{}/{size}", until - 1));
                *response.status_mut() = StatusCode::PARTIAL_CONTENT;
            }
            Ok(response)
        }
        _ => Err(Problem::new(
            ProblemCode::MethodNotAllowed,
            "A signed address supports only the method that it was signed for.",
        )
        .header(header::ALLOW, "GET, HEAD, PUT")),
    }
}

/// Returns the problem for a signed address that is refused.
pub(super) fn refused(error: SignatureError) -> Problem {
    let detail = format!("The signed address is refused: {error}.");
    match error {
        SignatureError::Invalid | SignatureError::Expired => Problem::new(ProblemCode::Unauthenticated, detail),
        SignatureError::Method { allowed } => {
            Problem::new(ProblemCode::MethodNotAllowed, detail).header(header::ALLOW, allowed)
        }
        SignatureError::Header { name: "content-type", .. } => Problem::new(ProblemCode::UnsupportedMediaType, detail),
        SignatureError::Header { .. } => Problem::new(ProblemCode::InvalidRequest, detail),
        SignatureError::TooLarge { .. } => Problem::new(ProblemCode::PayloadTooLarge, detail),
    }
}

fn broken(error: &BlobError) -> Problem {
    if matches!(error, BlobError::NotFound) {
        return Problem::new(ProblemCode::NotFound, "The file was deleted.");
    }
    error!(%error, "a blob cannot be served");
    if matches!(error, BlobError::Unavailable(_)) {
        return Problem::new(ProblemCode::Unavailable, "The file store is not responding. Try again in a moment.")
            .retry_after(STORE_RETRY_SECONDS);
    }
    Problem::new(ProblemCode::Internal, "The file cannot be read or written right now. Try again in a moment.")
}

/// Parses a single `bytes=a-b` range to a half-open interval. For several ranges the response is the whole file, as RFC
/// 9110 allows.
fn wanted_range(value: Option<&HeaderValue>, size: u64) -> Result<Option<(u64, u64)>, Problem> {
    let Some(spec) = value.and_then(|value| value.to_str().ok()?.strip_prefix("bytes=")) else { return Ok(None) };
    if spec.contains(',') {
        return Ok(None);
    }
    let Some((from, until)) = spec.split_once('-') else { return Ok(None) };
    let interval = match (from.trim().parse::<u64>(), until.trim().parse::<u64>()) {
        (Ok(from), Ok(last)) if last >= from => (from, last.saturating_add(1).min(size)),
        (Ok(from), Err(_)) if until.trim().is_empty() => (from, size),
        (Err(_), Ok(last)) if from.trim().is_empty() => (size.saturating_sub(last), size),
        _ => return Ok(None),
    };
    if interval.0 >= interval.1 {
        return Err(Problem::new(
            ProblemCode::InvalidRequest,
            format!("The Range is outside the file, which has {size} bytes."),
        ));
    }
    Ok(Some(interval))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(text: &str, size: u64) -> Option<(u64, u64)> {
        wanted_range(Some(&HeaderValue::from_str(text).unwrap()), size).unwrap()
    }

    #[test]
    fn ranges_are_read_as_rfc_9110_says() {
        assert_eq!(range("bytes=0-9", 100), Some((0, 10)));
        assert_eq!(range("bytes=90-", 100), Some((90, 100)));
        assert_eq!(range("bytes=-10", 100), Some((90, 100)));
        assert_eq!(range("bytes=0-1,5-6", 100), None);
        assert!(wanted_range(Some(&HeaderValue::from_static("bytes=100-")), 100).is_err());
    }
}
