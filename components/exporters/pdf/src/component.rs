//! The component's functions that the host calls.

plumbline_exporter::exporter! {
    write: crate::write,
    format: "pdf",
    name: "Marked sheets (PDF)",
    media_type: "application/pdf",
    extension: "pdf",
}
