//! The clients endpoints: the calling credential, its capabilities, and requests for more access.
//!
//! ```
//! use plumbline_endpoint::testing::Harness;
//!
//! let harness = Harness::new(plumbline_endpoint_clients::ROUTES).expect("a database");
//! assert_eq!(harness.get("/clients/me").status, 200);
//! ```

mod access_requests;
mod capabilities;
mod catalog;
mod me;
#[cfg(not(target_family = "wasm"))]
pub mod openapi;

plumbline_endpoint::endpoint! {
    tools = include_str!("tools.json");
    GET "/clients/me" any "clients.me" => me::get;
    POST "/access-requests" any "access_requests.create" => access_requests::create;
    GET "/capabilities" any "capabilities.get" => capabilities::get;
}
