//! Decodes any bytes as a stored sheet, and uses what was decoded as extractors do.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plumbline_sheet::Sheet;

fuzz_target!(|bytes: &[u8]| {
    let Ok(sheet) = Sheet::decode(bytes) else { return };
    // Numbers that are not numbers differ from themselves, so the bytes are compared.
    let encoded = sheet.encode();
    let again = Sheet::decode(&encoded).expect("an encoded sheet can be decoded");
    assert_eq!(again.encode(), encoded);
});
