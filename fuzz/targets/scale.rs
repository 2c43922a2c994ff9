//! Reads arbitrary text as a scale, both as on a drawing and as declared by a client.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plumbline_notation::{parse_declared_scale, parse_scale};

fuzz_target!(|text: &str| {
    for scale in [parse_scale(text), parse_declared_scale(text)].into_iter().flatten() {
        assert!(scale.ratio.is_finite() && scale.ratio > 0.0, "{text:?}: {}", scale.ratio);
    }
});
