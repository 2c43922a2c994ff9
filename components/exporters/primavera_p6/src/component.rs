//! The component's functions that the host calls.

plumbline_exporter::exporter! {
    write: crate::write,
    format: "primavera_p6",
    name: "Oracle Primavera P6 XER",
    media_type: "application/octet-stream",
    extension: "xer",
}
