//! Looks for the operations of an endpoint in arbitrary bytes, as the host does before it compiles a component.
#![no_main]

use std::str::FromStr as _;

use libfuzzer_sys::fuzz_target;
use plumbline_engine::{Slot, endpoint_routes};

fuzz_target!(|bytes: &[u8]| {
    let slot = Slot::from_str("endpoint:projects").expect("a slot");
    let _ = endpoint_routes(&slot, bytes);
});
