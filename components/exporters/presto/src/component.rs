//! The component's functions that the host calls.

plumbline_exporter::exporter! {
    write: crate::write,
    format: "presto",
    name: "Presto (FIEBDC-3/2020)",
    media_type: "text/plain; charset=windows-1252",
    extension: "bc3",
}
