//! An endpoint that attacks its host. The path selects the attack, and headers hold its parameters (`x-text`, `x-purpose`).

#[macro_use]
#[path = "../../endpoint_bindings.rs"]
mod endpoint_bindings;

mod bombs;
mod reach;

use spin_sdk::http::{Request, Response};
use spin_sdk::http_service;

/// Imports of our own interfaces, in addition to spin-sdk's.
mod bindings {
    endpoint_bindings!(
        "package plumbline:hostile; world hostile { import plumbline:endpoint/signing@1.0.0; \
         import plumbline:endpoint/sealing@1.0.0; }",
        "plumbline:hostile/hostile"
    );
}

const ROUTES_JSON: &[u8; ROUTES_LENGTH] =
    br#"[{"method":"GET","path":"/hostile/{what}","scope":null,"operation":"hostile.get"}]"#;
const ROUTES_LENGTH: usize = 82;

#[used]
#[unsafe(link_section = "plumbline:routes")]
static ROUTES: [u8; ROUTES_LENGTH] = *ROUTES_JSON;

/// The state of this instance: the number of requests, and a text that a request left for the next.
static mut SERVED: u32 = 0;
static mut LEFT: Option<String> = None;

pub(crate) type Answer = Response<bombs::Body>;

pub(crate) fn answer(status: u16, body: impl Into<String>) -> Answer {
    let mut response = Response::new(bombs::Body::Text(Some(body.into())));
    *response.status_mut() = spin_sdk::http::StatusCode::from_u16(status).unwrap();
    response
}

#[http_service]
async fn handle(request: Request) -> Answer {
    let header = |name: &str| request.headers().get(name).map_or("", |value| value.to_str().unwrap()).to_owned();
    let text = header("x-text");
    // Guests have one thread.
    #[allow(static_mut_refs)]
    let (served, left) = unsafe {
        SERVED += 1;
        (SERVED, &mut LEFT)
    };
    match request.uri().path() {
        "/hello" => answer(200, "hello"),
        "/served" => answer(200, served.to_string()),
        "/leave" => {
            *left = Some(text);
            answer(200, "left")
        }
        "/left" => answer(200, left.clone().unwrap_or_default()),
        path => match bombs::explode(path, &text).await {
            Some(answer) => answer,
            None => reach::out(path, &text, &header("x-purpose")),
        },
    }
}
