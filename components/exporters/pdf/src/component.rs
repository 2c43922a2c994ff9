//! The component's functions that the host calls.

use plumbline_exporter::{Description, Guest, Sink, Source, export};

struct Pdf;

impl Guest for Pdf {
    fn describe() -> Description {
        Description {
            id: "pdf".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            name: "Marked sheets (PDF)".into(),
            format: "pdf".into(),
            media_type: "application/pdf".into(),
            extension: "pdf".into(),
            options: vec![],
        }
    }

    fn write(source: Source, sink: Sink) -> Result<(), String> {
        crate::write(&source, &sink).map(|_| ())
    }
}

export!(Pdf with_types_in plumbline_exporter::bindings);
