//! The component's functions that the host calls.

plumbline_exporter::exporter! {
    write: crate::write,
    format: "xlsx",
    name: "Excel workbook",
    media_type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    extension: "xlsx",
}
