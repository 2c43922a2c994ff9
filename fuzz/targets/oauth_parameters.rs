//! Sends arbitrary parameters to the authorization server's endpoints that need no sign-in. None may answer with a server error.
#![no_main]
#![allow(dead_code, unreachable_pub, reason = "the fixture has more than is needed here")]

use std::cell::LazyCell;

use bytes::Bytes;
use http::{Method, Request};
use libfuzzer_sys::fuzz_target;
// The fixture imports these from the crate root.
use plumbline_identity::{Clock, FetchError, Identity, Platform, PlatformError, Settings, Web};
use tokio::runtime::{Builder, Runtime};

/// The in-memory database of the unit tests.
#[path = "../../host/identity/src/testing.rs"]
mod testing;

const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";
const ENDPOINTS: [(&str, &str, &str); 6] = [
    ("GET", "/oauth/authorize", ""),
    ("POST", "/oauth/token", FORM),
    ("POST", "/oauth/register", JSON),
    ("POST", "/oauth/revoke", FORM),
    ("POST", "/oauth/introspect", FORM),
    ("POST", "/identity/token", FORM),
];

thread_local! {
    static RUNTIME: LazyCell<Runtime> = LazyCell::new(|| Builder::new_current_thread().enable_all().build().unwrap());
    static WEB: LazyCell<Web<testing::Memory, testing::TestPlatform>> =
        LazyCell::new(|| Web::new(testing::fixture().identity));
}

fuzz_target!(|bytes: &[u8]| {
    let Some((endpoint, parameters)) = bytes.split_first() else { return };
    let (method, path, media_type) = ENDPOINTS[usize::from(*endpoint) % ENDPOINTS.len()];
    let mut uri = path.to_owned();
    let mut body = Bytes::copy_from_slice(parameters);
    if method == "GET" {
        uri = format!("{path}?{}", String::from_utf8_lossy(parameters));
        body = Bytes::new();
    }
    let request = Request::builder().method(Method::from_bytes(method.as_bytes()).unwrap()).uri(uri);
    let Ok(request) = request.header("content-type", media_type).body(body) else { return };
    let answered = WEB.with(|web| RUNTIME.with(|runtime| runtime.block_on(web.answer(request, None))));
    let answer = answered.unwrap_or_else(|error| panic!("{method} {path}: {error}"));
    assert!(!answer.status().is_server_error(), "{method} {path}: {}", answer.status());
});
