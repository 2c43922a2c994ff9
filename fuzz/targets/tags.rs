//! Reads arbitrary text as the tags, circuits and sizes beside a symbol. The first line lists the known names.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plumbline_symbols::annotations::{DocumentContext, read, read_framed};

fuzz_target!(|text: &str| {
    let (names, text) = text.split_once('\n').unwrap_or(("LP-1 EF-1", text));
    let names: Vec<&str> = names.split(' ').collect();
    let known = DocumentContext::new().with_panels(&names).with_tags(&names).with_keynotes(&names);
    let _ = read(text, &known);
    let _ = read_framed(text, &known);
});
