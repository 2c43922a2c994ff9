//! The component's functions that the host calls.

use plumbline_exporter::{Description, Guest, Sink, Source, export};

struct Xlsx;

impl Guest for Xlsx {
    fn describe() -> Description {
        Description {
            id: "xlsx".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            name: "Excel workbook".into(),
            format: "xlsx".into(),
            media_type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet".into(),
            extension: "xlsx".into(),
            options: vec![],
        }
    }

    fn write(source: Source, sink: Sink) -> Result<(), String> {
        crate::write(&source, &sink).map(|_| ())
    }
}

export!(Xlsx with_types_in plumbline_exporter::bindings);
