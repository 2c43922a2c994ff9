//! The component's functions that the host calls.

plumbline_exporter::exporter! {
    write: crate::write,
    format: "rib_itwo",
    name: "RIB iTWO (GAEB DA XML 3.3, X83)",
    media_type: "application/xml",
    extension: "x83",
}
