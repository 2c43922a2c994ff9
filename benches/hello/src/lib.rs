//! A component that answers every request with the same bytes.
#![cfg(target_family = "wasm")]

use spin_sdk::http::{IntoResponse, Request};
use spin_sdk::http_service;

#[http_service]
async fn hello(_request: Request) -> impl IntoResponse {
    "hello"
}
