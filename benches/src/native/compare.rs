//! The check that the peer gives the same answers as the host.

use anyhow::{Context as _, Result, ensure};
use http::{Method, Response};
use hyper::body::Bytes;
use serde_json::Value;

use crate::load::{Call, Connection};

const ETAG: &str = "etag";

/// Makes a call at both and compares bodies, `ETag`s and, unless the peer is bare, the header names and the stated rate.
///
/// # Errors
/// Returns an error if the answers differ.
pub(crate) async fn ensure_same_response(
    host: &str,
    native: &str,
    bearer: &str,
    call: &Call,
    is_bare: bool,
) -> Result<()> {
    let ours = Connection::open(host, bearer).await?.send(call).await?;
    let theirs = Connection::open(native, bearer).await?.send(call).await?;
    let (our_body, their_body) = (body(call, &ours)?, body(call, &theirs)?);
    ensure!(our_body == their_body, "{} {} differs:\n{our_body}\n{their_body}", call.method, call.path);
    if call.method == Method::PATCH {
        // Compares the revisions. Each of the two calls raises the revision by one.
        let revision = |answer| header(answer, ETAG).and_then(|tag| tag.trim_matches('"').parse::<i64>().ok());
        let (ours, theirs) = (revision(&ours).context("no revision")?, revision(&theirs).context("no revision")?);
        ensure!(theirs == ours + 1, "{}: revision {theirs} after {ours}", call.path);
    } else {
        let (ours, theirs) = (header(&ours, ETAG), header(&theirs, ETAG));
        ensure!(ours == theirs, "{}: ETag {ours:?} and {theirs:?}", call.path);
    }
    if is_bare {
        return Ok(());
    }
    let policy = |answer| header(answer, "ratelimit-policy");
    ensure!(policy(&ours) == policy(&theirs), "{}: {:?} and {:?}", call.path, policy(&ours), policy(&theirs));
    for name in ["ratelimit", "x-request-id", "content-type"] {
        let (ours, theirs) = (header(&ours, name), header(&theirs, name));
        ensure!(ours.is_some() == theirs.is_some(), "{}: {name} is {ours:?} and {theirs:?}", call.path);
    }
    Ok(())
}

fn header<'a>(answer: &'a Response<Bytes>, name: &str) -> Option<&'a str> {
    answer.headers().get(name)?.to_str().ok()
}

/// Returns the body with the values that differ in every response masked.
fn body(call: &Call, answer: &Response<Bytes>) -> Result<Value> {
    let mut body: Value = serde_json::from_slice(answer.body())?;
    // Cursors are sealed again each time.
    let own = match call.method {
        Method::POST => &["id", "created_at"][..],
        // The revision, which the `ETag` repeats.
        Method::PATCH => &["version"],
        _ => &["next_cursor"],
    };
    for name in own {
        if body[*name].is_string() {
            body[*name] = Value::from("…");
        }
    }
    Ok(body)
}
