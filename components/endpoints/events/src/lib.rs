//! The events endpoints: the event log of a tenant.
//!
//! ```
//! use plumbline_endpoint::testing::Harness;
//!
//! let harness = Harness::new(plumbline_endpoint_events::ROUTES).expect("a database");
//! // The trial credits of the test's database are its first event.
//! assert_eq!(harness.get("/events").value()["data"][0]["type"], "credits.changed");
//! ```

mod events;
#[cfg(not(target_family = "wasm"))]
pub mod openapi;

plumbline_endpoint::endpoint! {
    scopes = include_str!("scopes.json");
    GET "/events" "events:read" "events.list" => events::list, query = true;
    GET "/events/{event_id}" "events:read" "events.get" => events::get;
}
