//! The component of a reader.

/// Exports a document, which implements [`Pages`](crate::Pages), as a reader, if the crate is built as a component. The
/// reader's version is that of the crate.
#[macro_export]
macro_rules! reader {
    (
        document: $document:ty,
        id: $id:literal,
        name: $name:literal,
        media_types: [$($media_type:literal),+] $(,)?
    ) => {
        #[cfg(target_family = "wasm")]
        mod component {
            struct Reader;

            impl $crate::Guest for Reader {
                type Document = $crate::DocumentResource<$document>;

                fn describe() -> $crate::Description {
                    $crate::Description {
                        id: $id.to_owned(),
                        version: env!("CARGO_PKG_VERSION").to_owned(),
                        name: $name.to_owned(),
                        media_types: vec![$($media_type.to_owned()),+],
                    }
                }
            }

            $crate::export!(Reader);
        }
    };
}
