//! Opens arbitrary bytes as a PNG or JPEG image and reads its header.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plumbline_reader_image::Document;

fuzz_target!(|bytes: &[u8]| {
    let Ok(document) = Document::open(bytes.to_vec()) else { return };
    let _ = document.sheet(1);
});
