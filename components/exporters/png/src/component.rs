//! The component's functions that the host calls.

plumbline_exporter::exporter! {
    write: crate::write,
    format: "png",
    name: "A picture of each item (PNG in a ZIP)",
    media_type: "application/zip",
    extension: "zip",
}
