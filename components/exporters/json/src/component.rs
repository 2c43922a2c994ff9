//! The component's functions that the host calls.

plumbline_exporter::exporter! {
    write: crate::write,
    format: "json",
    name: "JSON document",
    media_type: "application/json",
    extension: "json",
}
