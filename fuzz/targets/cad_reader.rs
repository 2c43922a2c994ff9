//! Opens arbitrary bytes as a DXF or DWG file and reads its first sheets.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plumbline_reader_cad::Document;

/// Maximum number of pages. The same code reads later pages.
const PAGES: u32 = 3;

fuzz_target!(|bytes: &[u8]| {
    let Ok(document) = Document::open(bytes.to_vec()) else { return };
    for page in 1..=document.page_count().min(PAGES) {
        let _ = document.sheet(page);
    }
});
