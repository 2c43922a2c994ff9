//! The component's functions that the host calls.

use plumbline_exporter::{Description, Guest, Sink, Source, export};

struct Presto;

impl Guest for Presto {
    fn describe() -> Description {
        Description {
            id: "presto".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            name: "Presto (FIEBDC-3/2020)".into(),
            format: "presto".into(),
            media_type: "text/plain; charset=windows-1252".into(),
            extension: "bc3".into(),
            options: vec![],
        }
    }

    fn write(source: Source, sink: Sink) -> Result<(), String> {
        crate::write(&source, &sink).map(|_| ())
    }
}

export!(Presto with_types_in plumbline_exporter::bindings);
