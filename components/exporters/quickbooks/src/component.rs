//! The component's functions that the host calls.

use plumbline_exporter::{Description, Guest, Sink, Source, export};

struct QuickBooks;

impl Guest for QuickBooks {
    fn describe() -> Description {
        Description {
            id: "quickbooks".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            name: "QuickBooks (IIF estimate)".into(),
            format: "quickbooks".into(),
            media_type: "text/plain; charset=windows-1252".into(),
            extension: "iif".into(),
            options: vec![],
        }
    }

    fn write(source: Source, sink: Sink) -> Result<(), String> {
        crate::write(&source, &sink).map(|_| ())
    }
}

export!(QuickBooks with_types_in plumbline_exporter::bindings);
