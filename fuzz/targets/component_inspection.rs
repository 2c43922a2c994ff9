//! Looks for the operations of an endpoint and the survey format of an extractor in arbitrary bytes, as the host does
//! when it loads a component.
#![no_main]

use std::str::FromStr as _;

use libfuzzer_sys::fuzz_target;
use plumbline_engine::{Slot, endpoint_routes, format_in};

fuzz_target!(|bytes: &[u8]| {
    let slot = |text| Slot::from_str(text).expect("a slot");
    let _ = endpoint_routes(&slot("endpoint:projects"), bytes);
    let _ = format_in(&slot("extractor:electrical"), bytes, "plumbline:survey");
});
