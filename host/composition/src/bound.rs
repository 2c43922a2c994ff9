//! The component that describes to a gateway what is bound behind it: one text, in the memory of a module that only points
//! to it. It also replaces adapters that are missing from a file, whose interfaces then report no unanswered questions, and a
//! function that the endpoint does not export, which the gateway then does not call.

use std::fmt::Write as _;

/// Where the text begins. Its address and its length come before it.
const TEXT: u32 = 16;
/// Size of a memory page in bytes.
const PAGE: usize = 64 << 10;

/// `plumbline:endpoint/calls`, whose function traps.
const UNCALLED: &str = r#"
    (component $calls
        (core module $module
            (memory (export "memory") 1)
            (func (export "realloc") (param i32 i32 i32 i32) (result i32) unreachable)
            (func (export "answer") (param i32 i32 i32 i32 i32 i32 i32 i32 i32 i32) (result i32) unreachable))
        (core instance $instance (instantiate $module))
        (type $headers (list (tuple string (list u8))))
        (type $asked (record (field "method" string) (field "path" string) (field "query" string)
            (field "headers" $headers) (field "body" (list u8))))
        (type $answered (record (field "status" u16) (field "headers" $headers) (field "body" (list u8))))
        (export $request "request" (type $asked))
        (export $response "response" (type $answered))
        (func $answer (param "request" $request) (result $response)
            (canon lift (core func $instance "answer") (memory (core memory $instance "memory"))
                (realloc (core func $instance "realloc")) string-encoding=utf8))
        (export "answer" (func $answer)))
    (instance $calls (instantiate $calls))"#;

/// Returns a component that exports `plumbline:edge/bound` with a text, interfaces whose count is always 0, and optionally an
/// interface whose function is never called.
pub(crate) fn component(text: &str, uncounted: &[&str], uncalled: Option<&str>) -> wat::Result<Vec<u8>> {
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
    let uncalled =
        uncalled.map(|interface| format!(r#"{UNCALLED} (export "{interface}" (instance $calls))"#)).unwrap_or_default();
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
            {uncounted}
            {uncalled})"#
    ))
}
