//! The component's functions that the host calls.

plumbline_exporter::exporter! {
    write: crate::write,
    format: "ms_project",
    name: "Microsoft Project XML",
    media_type: "application/xml",
    extension: "xml",
}
