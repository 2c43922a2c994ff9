//! The component's functions that the host calls.

use plumbline_exporter::{Description, Guest, Sink, Source, export};

struct PrimaveraP6;

impl Guest for PrimaveraP6 {
    fn describe() -> Description {
        Description {
            id: "primavera_p6".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            name: "Oracle Primavera P6 XER".into(),
            format: "primavera_p6".into(),
            media_type: "application/octet-stream".into(),
            extension: "xer".into(),
            options: vec![],
        }
    }

    fn write(source: Source, sink: Sink) -> Result<(), String> {
        crate::write(&source, &sink).map(|_| ())
    }
}

export!(PrimaveraP6 with_types_in plumbline_exporter::bindings);
