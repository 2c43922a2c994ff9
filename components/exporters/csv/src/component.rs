//! The component's functions that the host calls.

plumbline_exporter::exporter! {
    write: crate::write,
    format: "csv",
    name: "Comma-separated values",
    media_type: "text/csv; charset=utf-8; header=present",
    extension: "csv",
}
