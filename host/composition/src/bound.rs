//! The component that tells a gateway what is bound behind it: one text, in the memory of a module that only points to it. It
//! also stands in for adapters that a file does not have, whose questions were all answered.

use std::fmt::Write as _;

/// Where the text begins; before it stand its address and its length.
const TEXT: u32 = 16;
/// Bytes of a page of memory.
const PAGE: usize = 64 << 10;

/// Returns a component that exports `plumbline:edge/bound` with a text, and interfaces that count nothing.
pub(crate) fn component(text: &str, uncounted: &[&str]) -> wat::Result<Vec<u8>> {
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
    let pages = (TEXT as usize + text.len()).div_ceil(PAGE);
    let mut data = String::with_capacity(3 * text.len());
    for byte in TEXT.to_le_bytes().into_iter().chain(length.to_le_bytes()).chain([0; 8]).chain(text.bytes()) {
        // Writing to a string does not fail.
        let _ = write!(data, "\\{byte:02x}");
    }
    let uncounted: String = uncounted
        .iter()
        .enumerate()
        .map(|(number, interface)| {
            format!(
                r#"(instance $none{number} (export "count" (func $none)))
                (export "{interface}" (instance $none{number}))"#
            )
        })
        .collect();
    wat::parse_str(format!(
        r#"(component
            (core module $module
                (memory (export "memory") {pages})
                (data (i32.const 0) "{data}")
                (func (export "describe") (result i32) i32.const 0)
                (func (export "none") (result i64) i64.const 0))
            (core instance $instance (instantiate $module))
            (func $describe (result string)
                (canon lift (core func $instance "describe") (memory (core memory $instance "memory")) string-encoding=utf8))
            (func $none (result u64) (canon lift (core func $instance "none")))
            (instance $bound (export "describe" (func $describe)))
            (export "plumbline:edge/bound@1.0.0" (instance $bound))
            {uncounted})"#
    ))
}
