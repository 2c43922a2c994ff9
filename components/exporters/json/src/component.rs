//! The component's functions that the host calls.

use plumbline_exporter::{Description, Guest, Sink, Source, export};

struct Json;

impl Guest for Json {
    fn describe() -> Description {
        Description {
            id: "json".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            name: "JSON document".into(),
            format: "json".into(),
            media_type: "application/json".into(),
            extension: "json".into(),
            options: vec![],
        }
    }

    fn write(source: Source, sink: Sink) -> Result<(), String> {
        crate::write(&source, &sink).map(|_| ())
    }
}

export!(Json with_types_in plumbline_exporter::bindings);
