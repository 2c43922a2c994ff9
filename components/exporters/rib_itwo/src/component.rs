//! The component's functions that the host calls.

use plumbline_exporter::{Description, Guest, Sink, Source, export};

struct RibItwo;

impl Guest for RibItwo {
    fn describe() -> Description {
        Description {
            id: "rib_itwo".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            name: "RIB iTWO (GAEB DA XML 3.3, X83)".into(),
            format: "rib_itwo".into(),
            media_type: "application/xml".into(),
            extension: "x83".into(),
            options: vec![],
        }
    }

    fn write(source: Source, sink: Sink) -> Result<(), String> {
        crate::write(&source, &sink).map(|_| ())
    }
}

export!(RibItwo with_types_in plumbline_exporter::bindings);
