//! The component's functions that the host calls.

plumbline_exporter::exporter! {
    write: crate::write,
    format: "quickbooks",
    name: "QuickBooks (IIF estimate)",
    media_type: "text/plain; charset=windows-1252",
    extension: "iif",
}
