//! The component's functions that the host calls.

use plumbline_exporter::{Description, Guest, Sink, Source, export};

struct Csv;

impl Guest for Csv {
    fn describe() -> Description {
        Description {
            id: "csv".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            name: "Comma-separated values".into(),
            format: "csv".into(),
            media_type: "text/csv; charset=utf-8; header=present".into(),
            extension: "csv".into(),
            options: vec![],
        }
    }

    fn write(source: Source, sink: Sink) -> Result<(), String> {
        crate::write(&source, &sink).map(|_| ())
    }
}

export!(Csv with_types_in plumbline_exporter::bindings);
