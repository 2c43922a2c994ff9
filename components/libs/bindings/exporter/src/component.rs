//! The component of an exporter without options.

/// Exports a function as an exporter without options, if the crate is built as a component. Its id is the name of its
/// format, and its version that of the crate. An exporter with options implements [`Guest`](crate::Guest) itself.
#[macro_export]
macro_rules! exporter {
    (
        write: $write:path,
        format: $format:literal,
        name: $name:literal,
        media_type: $media_type:literal,
        extension: $extension:literal $(,)?
    ) => {
        #[cfg(target_family = "wasm")]
        mod component {
            struct Exporter;

            impl $crate::Guest for Exporter {
                fn describe() -> $crate::Description {
                    $crate::Description {
                        id: $format.into(),
                        version: env!("CARGO_PKG_VERSION").into(),
                        name: $name.into(),
                        format: $format.into(),
                        media_type: $media_type.into(),
                        extension: $extension.into(),
                        options: vec![],
                    }
                }

                fn write(source: $crate::Source, sink: $crate::Sink) -> Result<(), String> {
                    $write(&source, &sink).map(|_| ())
                }
            }

            $crate::export!(Exporter with_types_in $crate::bindings);
        }
    };
}
