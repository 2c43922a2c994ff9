//! Decodes bytes as a stored sheet and reads the result as extractors do. The bytes are the input itself, or a drawn sheet
//! that the input modifies in places.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plumbline_sheet::drawing::Drawing;
use plumbline_sheet::{FLATTEN, Sheet, lines, paragraphs, segments, words};

/// Returns a sheet with a path, a block of text and a layer.
fn drawn() -> Vec<u8> {
    let mut drawing = Drawing::new(200.0, 100.0);
    drawing.layer("E-POWR").line([10.0, 10.0], [50.0, 10.0]).circle([60.0, 40.0], 5.0);
    drawing.rect([100.0, 10.0, 190.0, 90.0]).text("LP-1", [20.0, 30.0], 8.0).text("E-101", [120.0, 80.0], 8.0);
    drawing.sheet().encode()
}

fuzz_target!(|bytes: &[u8]| {
    let mut encoded = bytes.to_vec();
    if let Some((b'#', changes)) = bytes.split_first() {
        encoded = drawn();
        for change in changes.chunks_exact(3) {
            let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % encoded.len();
            encoded[at] = change[2];
        }
    }
    let Ok(mut sheet) = Sheet::decode(&encoded) else { return };
    // NaN values differ from themselves, so the bytes are compared.
    let again = Sheet::decode(&sheet.encode()).expect("an encoded sheet can be decoded");
    assert_eq!(again.encode(), sheet.encode());
    for path in sheet.paths() {
        // A curve flattens into many segments. An extractor limits them as well.
        let _ = segments(&path, FLATTEN).take(10_000).count();
    }
    let lines = lines(&sheet);
    let _ = (words(&lines), paragraphs(&lines));
    sheet.read_title_block();
});
