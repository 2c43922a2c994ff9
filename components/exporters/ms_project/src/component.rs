//! The component's functions that the host calls.

use plumbline_exporter::{Description, Guest, Sink, Source, export};

struct MsProject;

impl Guest for MsProject {
    fn describe() -> Description {
        Description {
            id: "ms_project".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            name: "Microsoft Project XML".into(),
            format: "ms_project".into(),
            media_type: "application/xml".into(),
            extension: "xml".into(),
            options: vec![],
        }
    }

    fn write(source: Source, sink: Sink) -> Result<(), String> {
        crate::write(&source, &sink).map(|_| ())
    }
}

export!(MsProject with_types_in plumbline_exporter::bindings);
