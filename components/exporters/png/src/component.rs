//! The component's two exported functions.

use plumbline_exporter::{Description, Guest, Sink, Source, export};

struct Png;

impl Guest for Png {
    fn describe() -> Description {
        Description {
            id: "png".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            name: "A picture of each item (PNG in a ZIP)".into(),
            format: "png".into(),
            media_type: "application/zip".into(),
            extension: "zip".into(),
            options: vec![],
        }
    }

    fn write(source: Source, sink: Sink) -> Result<(), String> {
        crate::write(&source, &sink).map(|_| ())
    }
}

export!(Png with_types_in plumbline_exporter::bindings);
